"""The surface of the clients beside their operations, by the table that the TypeScript client is tested by, too."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any, Dict, List, get_args, get_type_hints

import httpx
import pytest

import parley
from kits import Kit
from parley import AsyncParley, ClientErrorCode, MessageFailedError, Parley, ParleyError, RequestOptions
from parley._errors import Failure
from parley._model import Model

SURFACE: Dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "packages" / "sdk" / "surface.json").read_text(encoding="utf-8")
)
ASYNC_NAMES = {"close": "aclose"}


def names_in(part: str) -> List[str]:
    """The names that Python has of a part of the table."""
    names = [row["python"] for row in SURFACE[part] if row["python"] is not None]
    assert names
    return names


def missing(part: str, one: Any, *, is_async: bool = False) -> List[str]:
    """The names that an object doesn't have."""
    names = [ASYNC_NAMES.get(name, name) if is_async else name for name in names_in(part)]
    return [name for name in names if not hasattr(one, name)]


def test_exports() -> None:
    assert missing("exports", parley) == []
    assert [name for name in names_in("exports") if name not in parley.__all__] == []
    # A name that Python lacks has a reason.
    rows = [row for part in SURFACE.values() if isinstance(part, list) for row in part if isinstance(row, dict)]
    assert [row for row in rows if row.get("python", "") is None and not row.get("why")] == []


@pytest.mark.parametrize("kind", [Parley, AsyncParley])
def test_errors_are_exported_and_attributes_of_the_class(kind: Any) -> None:
    assert [name for name in parley.__all__ if name.endswith("Error")] == sorted(SURFACE["errors"])
    for name in SURFACE["errors"]:
        assert getattr(kind, name) is getattr(parley, name)


def test_fields_of_errors() -> None:
    errors = [ParleyError("No."), MessageFailedError("No."), parley.APIConnectionError("No.")]
    assert [missing("errorFields", error) for error in errors] == [[], [], []]
    answered = parley.APIError(Failure(status=400, message="No.", headers=httpx.Headers(), attempts=1))
    assert missing("errorFields", answered) + missing("apiErrorFields", answered) == []


def test_codes_of_the_clients_own_errors() -> None:
    codes = SURFACE["clientErrorCodes"]
    assert sorted(get_args(ClientErrorCode)) == sorted([*codes["both"], *codes["python"]])


def test_the_client_and_its_options(kit: Kit) -> None:
    client = kit.client()
    assert missing("client", client, is_async=kit.name == "async") == []
    options = inspect.signature(type(client)).parameters
    assert list(options) == [name for name in options if name in names_in("clientOptions")]
    assert [name for name in names_in("clientOptions") if name not in options] == []
    derived = inspect.signature(client.with_options).parameters
    assert sorted(derived) == sorted(names_in("derivedOptions"))


def test_every_method_has_the_options_of_a_request(kit: Kit) -> None:
    assert sorted(RequestOptions.__annotations__) == sorted(names_in("requestOptions"))
    client = kit.client()
    methods = [method for resource in resources_of(client) for method in methods_of(resource)]
    assert len(methods) > 100
    assert [method.__qualname__ for method in methods if "options" not in inspect.signature(method).parameters] == []


def test_every_method_has_types_that_exist(kit: Kit) -> None:
    client = kit.client()
    for resource in resources_of(client):
        for method in methods_of(resource):
            # Raises a NameError that names a missing one.
            assert "return" in get_type_hints(method)


def resources_of(one: Any) -> List[Any]:
    """The resources of an object, those inside others included."""
    own = [each for each in vars(one).values() if type(each).__name__.endswith("Resource")]
    return own + [inner for each in own for inner in resources_of(each)]


def methods_of(resource: Any) -> List[Any]:
    """The public methods of a resource."""
    return [method for name, method in inspect.getmembers(resource, inspect.ismethod) if not name.startswith("_")]


def test_results_pages_streams_and_texts(kit: Kit) -> None:
    is_async = kit.name == "async"
    prefix = "Async" if is_async else ""
    assert missing("result", Model()) == []
    page = getattr(parley, f"{prefix}Page")(items=[], next_cursor=None, total=None, response=None, source=None)
    assert missing("page", page) == []
    client = kit.client()
    assert missing("messageStream", client.agents.stream("agent_1", content="Hello"), is_async=is_async) == []
    assert missing("text", client.conversations.export(), is_async=is_async) == []


@pytest.mark.parametrize("row", SURFACE["webhooks"], ids=[row["python"] for row in SURFACE["webhooks"]])
def test_webhooks(kit: Kit, row: Dict[str, Any]) -> None:
    own = getattr(kit.client().webhooks, row["python"])
    assert own is getattr(parley.webhooks, row["python"])
    parameters = inspect.signature(own).parameters
    assert list(parameters) == row["parameters"]
    positional = [name for name, one in parameters.items() if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    assert positional == row["parameters"][: row["positional"]]


def test_times() -> None:
    assert names_in("times") == ["datetime", "date"]
    with Parley(session=True, base_url="http://localhost") as client:
        parameters = inspect.signature(client.conversations.list).parameters
    assert parameters["created_after"].annotation == "Union[datetime, date, str, NotGiven]"
