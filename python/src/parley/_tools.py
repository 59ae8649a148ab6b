"""Functions that answer client tools: their names, descriptions and JSON Schemas."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from .types import ApprovalRequestedPart, Message, ToolCallPart, ToolResultPart

F = TypeVar("F", bound=Callable[..., Any])

MAX_RESULTS = 16
"""Max results of one request."""

MAX_CONTENT = 32_000
"""Max characters of a result."""

_NAMES = "__parley_tool__"


class ToolDraft(TypedDict):
    """Fields of a client tool, for `client.tools.create(**tool_draft(function))`."""

    type: Literal["client"]
    name: str
    description: str
    input_schema: Dict[str, Any]


@dataclass(frozen=True)
class ToolRun:
    """A call that one of your functions answered."""

    call_id: str
    name: str
    arguments: Dict[str, Any]
    content: str
    """The result that was sent to the model."""
    is_error: bool


@dataclass(frozen=True)
class ToolsRun:
    """The end of a run."""

    reply: Optional[Message]
    """The reply. Its status is `requires_action` if it waits for approval; None if the agent doesn't reply because a
    person has taken over.
    """
    calls: List[ToolRun]
    """The answers of your functions, in order."""


def tool(*, name: Optional[str] = None, description: Optional[str] = None) -> Callable[[F], F]:
    """
    Names or describes a function otherwise than its own name and docstring do.

        @tool(name="find_order")
        def find(number: int) -> str:
            "Finds an order of the shop by its number."
    """

    def mark(function: F) -> F:
        setattr(function, _NAMES, (name, description))
        return function

    return mark


def tool_name(function: Callable[..., Any]) -> str:
    """The name by which models call a function."""
    given: Tuple[Optional[str], Optional[str]] = getattr(function, _NAMES, (None, None))
    return given[0] or function.__name__


def tool_draft(function: Callable[..., Any]) -> ToolDraft:
    """
    Describes a function as a client tool: its name, its docstring, and its type hints as a JSON Schema.

        client.tools.create(**tool_draft(find_order))

    Args:
        function: A function with a docstring. Its parameters are `str`, `int`, `float`, `bool`, `list`, `dict`,
            `Literal`, `Optional` or `TypedDict`; those of any other type may be anything. Parameters with a
            default are optional.

    Returns:
        The fields of `client.tools.create`.

    Raises:
        TypeError: The function has no description, or takes `*args` or positional-only parameters.
    """
    given: Tuple[Optional[str], Optional[str]] = getattr(function, _NAMES, (None, None))
    description = given[1] or inspect.getdoc(function)
    if not description:
        raise TypeError(f"{function.__name__} needs a docstring, which tells the model what it does.")
    return {
        "type": "client",
        "name": tool_name(function),
        "description": description,
        "input_schema": _schema_of_parameters(function),
    }


def _schema_of_parameters(function: Callable[..., Any]) -> Dict[str, Any]:
    hints = get_type_hints(function)
    properties: Dict[str, Any] = {}
    required: List[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
            raise TypeError(f"{function.__name__}: models pass arguments by their names, so {parameter} can't be one.")
        properties[parameter.name] = _schema(hints.get(parameter.name, Any))
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    return _object(properties, required)


def _object(properties: Mapping[str, Any], required: Sequence[str]) -> Dict[str, Any]:
    schema: Dict[str, Any] = {"type": "object", "properties": dict(properties)}
    return {**schema, "required": list(required)} if required else schema


_SIMPLE: Mapping[Any, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
    list: "array",
    dict: "object",
}


def _schema(hint: Any) -> Dict[str, Any]:
    """The JSON Schema of a type hint; the empty one, which allows anything, if the hint is not known."""
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(args)}
    # `int | None` of Python 3.10 has another origin than `Optional[int]`.
    if origin is Union or type(hint).__name__ == "UnionType":
        return {"anyOf": [_schema(arg) for arg in args]}
    if origin in (list, Sequence) or getattr(origin, "__name__", "") == "Sequence":
        return {"type": "array", "items": _schema(args[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1])}
    if isinstance(hint, type) and issubclass(hint, dict) and hasattr(hint, "__required_keys__"):
        fields = {name: _schema(field) for name, field in get_type_hints(hint).items()}
        return _object(fields, sorted(getattr(hint, "__required_keys__")))
    return {}


def to_text(value: Any) -> str:
    """A result as the model reads it: a text as it is, None as nothing, another value as JSON."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(text) > MAX_CONTENT:
        raise ValueError(f"The result has {len(text)} characters, and may have at most {MAX_CONTENT}.")
    return text


def answered(call: ToolCallPart, content: str, is_error: bool) -> ToolRun:
    """The result of a call."""
    return ToolRun(call.call_id, call.name, call.arguments, content[:MAX_CONTENT], is_error)


def to_wire(done: Sequence[ToolRun]) -> List[Dict[str, Any]]:
    """The results, as they are sent."""
    return [{"callId": run.call_id, "content": run.content, "isError": run.is_error} for run in done]


def open_calls(reply: Message, done: Sequence[ToolRun]) -> List[ToolCallPart]:
    """The calls that wait for the caller's code. Answered calls may have no result in the reply yet."""
    ended = _ended(reply) | {run.call_id for run in done}
    calls = [part for part in reply.parts if isinstance(part, ToolCallPart)]
    return [call for call in calls if call.answered_by == "client" and call.call_id not in ended]


def open_approvals(reply: Message) -> List[ApprovalRequestedPart]:
    """The calls that wait for the approval of a person."""
    ended = _ended(reply)
    requests = [part for part in reply.parts if isinstance(part, ApprovalRequestedPart)]
    return [request for request in requests if request.call_id not in ended]


def _ended(reply: Message) -> "set[str]":
    return {part.call_id for part in reply.parts if isinstance(part, ToolResultPart)}
