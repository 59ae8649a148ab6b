"""Each operation of openapi.json against the method that the document names: what it takes, and what it sends."""

from __future__ import annotations

import ast
import inspect
import json
import keyword
import re
from email import message_from_bytes
from email.message import Message
from functools import reduce
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, cast, get_args
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from kits import Kit
from parley.types import ErrorCode

DOCUMENT: Dict[str, Any] = json.loads((Path(__file__).parents[2] / "openapi.json").read_text(encoding="utf-8"))

JSON = "application/json"
FORM = "multipart/form-data"


class Method(NamedTuple):
    """A method of the clients: `role` says whether it returns the result, the stream of it, or what would be done; or
    sends a form."""

    name: str
    role: str
    verb: str
    path: str
    operation: Dict[str, Any]


def methods() -> Iterator[Method]:
    for path, item in DOCUMENT["paths"].items():
        for verb, operation in item.items():
            for role in ("method", "stream", "preview", "upload"):
                # An operation that only a platform calls has no method.
                name = operation.get("x-parley-client", {}).get(role)
                # Following the log reads page after page: `test_workspace_events.py`.
                if name is not None and name != "events.follow":
                    is_form = role == "method" and content_of(operation, JSON) is None and has_form(operation)
                    yield Method(snake(name), "upload" if is_form else role, verb.upper(), path, operation)


def name_of(method: Method) -> str:
    return method.name


def snake(name: str) -> str:
    word = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower().lstrip("_")
    # A keyword of the language can't be the name of a parameter.
    return f"{word}_" if keyword.iskeyword(word) else word


def resolve(schema: Dict[str, Any]) -> Dict[str, Any]:
    if "$ref" not in schema:
        return schema
    found: Dict[str, Any] = DOCUMENT["components"]["schemas"][schema["$ref"].split("/")[-1]]
    return found


def described(answer: Dict[str, Any]) -> Dict[str, Any]:
    """A response, or the component that it refers to."""
    if "$ref" not in answer:
        return answer
    found: Dict[str, Any] = DOCUMENT["components"]["responses"][answer["$ref"].split("/")[-1]]
    return found


def content_of(operation: Dict[str, Any], media_type: str) -> Optional[Dict[str, Any]]:
    """The schema of a body of this type; None if the operation takes none."""
    content = operation.get("requestBody", {}).get("content", {})
    return resolve(content[media_type]["schema"]) if media_type in content else None


def has_form(operation: Dict[str, Any]) -> bool:
    return content_of(operation, FORM) is not None


def body_schema(method: Method) -> Dict[str, Any]:
    return content_of(method.operation, FORM if method.role == "upload" else JSON) or {}


def is_foreign(schema: Dict[str, Any]) -> bool:
    """True if an object is another program's, such as a browser's credential: its names are passed on as they are."""
    return schema.get("additionalProperties") is True and bool(schema.get("properties"))


def sample(schema: Dict[str, Any]) -> Any:
    """A value of a schema; objects inside a body have the names that Python's parameters have."""
    schema = resolve(schema)
    if "anyOf" in schema:
        return sample(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    if "items" in schema:
        return [sample(schema["items"])]
    if schema.get("format") == "binary":
        return ("a.txt", b"Hello")
    if is_foreign(schema):
        return sent_form(schema)
    if schema.get("type") == "object":
        if "properties" not in schema:
            return {"key": "text"}
        return {snake(name): sample(value) for name, value in schema["properties"].items()}
    return {"integer": 1, "number": 0.5, "boolean": True}.get(schema["type"], "text")


def sent_form(schema: Dict[str, Any]) -> Any:
    """Returns the value that the service must get for `sample`."""
    schema = resolve(schema)
    if "anyOf" in schema:
        return sent_form(schema["anyOf"][0])
    if schema.get("type") == "object" and "properties" in schema:
        return {name: sent_form(value) for name, value in schema["properties"].items()}
    if schema.get("type") == "array" and "items" in schema:
        return [sent_form(schema["items"])] if sample(schema) else []
    return sample(schema)


def expected_input(method: Method) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    """The schemas of the query parameters and of the body's fields that a method takes."""
    if method.role == "preview":
        return {}, {}
    parameters = method.operation.get("parameters", [])
    query = {each["name"]: each["schema"] for each in parameters if each["in"] == "query" and each["name"] != "dryRun"}
    body = dict(body_schema(method).get("properties", {}))
    body.pop("stream", None)
    if method.role == "upload":
        # A form's constants go without saying.
        body = {name: schema for name, schema in body.items() if len(schema.get("enum", ())) != 1}
    return query, body


def call(kit: Kit, method: Method) -> Tuple[Any, List[httpx.Request]]:
    """Calls a method with every parameter against a service that accepts everything; returns what it sent."""
    sent: List[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(200, json={"success": True, "data": {"items": [], "nextCursor": None}})

    function = reduce(getattr, method.name.split("."), kit.mocked(answer))
    query, body = expected_input(method)
    paths = ["id"] * method.path.count("{")
    keywords = {snake(name): sample(schema) for name, schema in {**query, **body}.items()}
    result = function(*paths, **keywords)
    try:
        # A stream sends its request when it is read. Reading it fails here: the answer is no stream.
        if inspect.isawaitable(result):
            kit.run(result)
        else:
            kit.items(result)
    except Exception:
        assert sent, f"{method.name} sent nothing"
    return function, sent


@pytest.mark.parametrize("method", methods(), ids=name_of)
def test_a_method_sends_what_the_document_describes(kit: Kit, method: Method) -> None:
    function, (request, *_) = call(kit, method)
    query, body = expected_input(method)
    url = urlsplit(str(request.url))
    assert (request.method, url.path) == (method.verb, re.sub(r"{\w+}", "id", method.path))
    wanted: Dict[str, str] = {}
    for name, schema in query.items():
        value = sample(schema)
        # A filter of metadata is sent as `metadata[key]`.
        several = {f"{name}[{key}]": each for key, each in value.items()} if isinstance(value, dict) else {name: value}
        wanted.update({key: as_text(each) for key, each in several.items()})
    if method.role == "preview":
        wanted["dryRun"] = "true"
    assert {name: values[0] for name, values in parse_qs(url.query).items()} == wanted
    if "requestBody" in method.operation and method.role != "preview":
        fields = {name: sent_form(schema) for name, schema in body.items()}
        if method.role == "upload":
            # Each file of a list is a part of its own.
            fields = {name: value[0] if isinstance(value, list) else value for name, value in fields.items()}
        fixed = {"stream": True} if method.role == "stream" else {}
        assert received(request) == {**fields, **fixed}
    else:
        assert request.content == b""
    headers = {each["name"] for each in method.operation.get("parameters", []) if each["in"] == "header"}
    assert ("Idempotency-Key" in request.headers) == ("Idempotency-Key" in headers)


def received(request: httpx.Request) -> Any:
    """The fields of a body: an object as JSON, or a form, whose files are their names and bytes."""
    content_type = request.headers["Content-Type"]
    if content_type == JSON:
        return json.loads(request.content)
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    parts = cast(List[Message], message_from_bytes(head + request.content).get_payload())
    fields: Dict[str, Any] = {}
    for part in parts:
        content = cast(bytes, part.get_payload(decode=True))
        name = str(part.get_param("name", header="Content-Disposition"))
        file_name = part.get_filename()
        fields[name] = content.decode() if file_name is None else (file_name, content)
    return fields


def as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("method", methods(), ids=name_of)
def test_a_method_says_what_it_takes_and_how_it_fails(kit: Kit, method: Method) -> None:
    function = reduce(getattr, method.name.split("."), kit.client())
    doc = inspect.getdoc(function) or ""
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    assert [name for name in names if f"\n    {name}: " not in doc] == []
    answers = method.operation["responses"].items()
    failures = [described(answer)["description"] for status, answer in answers if status >= "4"]
    codes = re.findall(r"`(\w+)`", " ".join(failures))
    assert codes and [code for code in codes if f"`{code}`" not in doc] == []


def test_every_error_code_is_known() -> None:
    assert list(get_args(ErrorCode)) == DOCUMENT["components"]["schemas"]["Failure"]["properties"]["code"]["enum"]


def test_the_samples_of_the_document_call_methods_as_they_are(kit: Kit) -> None:
    client = kit.client()
    samples = [
        (operation["operationId"], sample["source"])
        for item in DOCUMENT["paths"].values()
        for operation in item.values()
        for sample in operation.get("x-codeSamples", [])
        if sample["lang"].lower() == "python"
    ]
    for operation, source in samples:
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        named = [(ast.unparse(call.func).split("."), call) for call in calls]
        own = [(path, call) for path, call in named if path[0] == "client"]
        assert own, f"{operation}: the sample calls no method"
        for path, call in own:
            signature = inspect.signature(reduce(getattr, path[1:], client))
            signature.bind(*call.args, **{str(keyword.arg): keyword.value for keyword in call.keywords})
