"""Results of the API: their base class, and their decoding from JSON.

Decoding never fails. A newer service may send fields, values and kinds that this version doesn't know: unknown fields
are only in ``to_dict()``, absent ones become None, and a value of another type comes as it was sent.
"""

from __future__ import annotations

import copy
from dataclasses import MISSING, dataclass, fields
from datetime import datetime
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from ._response import Response
from ._times import format_time, parse_time

M = TypeVar("M", bound="Model")
_Convert = Callable[[Any], Any]


class Model:
    """A result: an immutable dataclass whose attributes have the names of the JSON in snake_case."""

    response: Optional[Response] = None
    """The HTTP response; only of the object that a method returns, None for the objects inside it."""

    @property
    def _request_id(self) -> Optional[str]:
        """The ID to quote when you ask an operator about this call; None for the objects inside a result."""
        return None if self.response is None else self.response.request_id

    _json: Optional[Dict[str, Any]] = None
    _names: ClassVar[Mapping[str, str]] = {"id": "_id"}
    """The attributes that are not the name in JSON in snake_case."""

    def to_dict(self) -> Dict[str, Any]:
        """Return a copy of the JSON as it was sent, with the fields that this version doesn't know."""
        if self._json is not None:
            return copy.deepcopy(self._json)
        return {wire: _encode(getattr(self, name)) for name, wire in self._sent_fields()}

    def _sent_fields(self) -> List[Tuple[str, str]]:
        """The fields of an object that was not decoded; optional fields without a value are left out."""
        kept = [f for f in fields(cast(Any, self)) if f.default is MISSING or getattr(self, f.name) is not None]
        return [(field.name, _wire_name(type(self), field.name)) for field in kept]


@dataclass(frozen=True)
class Unknown(Model):
    """A part of a kind that this version doesn't know; ``to_dict()`` has its content."""

    type: str


class _Field(NamedTuple):
    name: str
    wire: str
    convert: Optional[_Convert]


_plans: Dict[type, List[_Field]] = {}


def decode(kind: Type[M], json: Mapping[str, Any]) -> M:
    """Return an object of this class from the object of a JSON document."""
    plan = _plans.get(kind)
    if plan is None:
        plan = _plans[kind] = _plan(kind)
    result = object.__new__(kind)
    # Frozen dataclasses refuse assignments, and their own __init__ is several times slower.
    values = result.__dict__
    for name, wire, convert in plan:
        value = json.get(wire)
        values[name] = value if convert is None or value is None else convert(value)
    values["_json"] = json
    return result


def _plan(kind: type) -> List[_Field]:
    hints = get_type_hints(kind)
    return [
        _Field(field.name, _wire_name(kind, field.name), _converter(hints[field.name]))
        for field in fields(cast(Any, kind))
    ]


def _wire_name(kind: type, name: str) -> str:
    known: Optional[str] = getattr(kind, "_names", {}).get(name)
    if known is not None:
        return known
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _converter(annotation: Any) -> Optional[_Convert]:
    """Return what turns a JSON value into this type; None if it is the value itself."""
    if annotation is datetime:
        return parse_time
    if _is_model(annotation):
        return lambda value: decode(annotation, value) if isinstance(value, dict) else value
    origin = get_origin(annotation)
    if origin is Union:
        return _union_converter([arg for arg in get_args(annotation) if arg is not type(None)])
    if origin is list:
        return _list_converter(_converter(get_args(annotation)[0]))
    return None


def _union_converter(kinds: Sequence[Any]) -> Optional[_Convert]:
    if len(kinds) == 1:
        return _converter(kinds[0])
    if not all(_is_model(kind) for kind in kinds):
        return None
    by_type = {tag: kind for kind in kinds for tag in _tags(kind)}

    def convert(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return decode(by_type.get(value.get("type"), Unknown), value)

    return convert


def _list_converter(convert: Optional[_Convert]) -> Optional[_Convert]:
    if convert is None:
        return None
    item: _Convert = convert
    return lambda value: [item(each) for each in value] if isinstance(value, list) else value


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Model)


def _tags(kind: type) -> Tuple[Any, ...]:
    hint = get_type_hints(kind).get("type")
    return get_args(hint) if get_origin(hint) is Literal else ()


def _encode(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, list):
        return [_encode(item) for item in value]
    return format_time(value) if isinstance(value, datetime) else value
