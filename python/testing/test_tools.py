"""Functions as client tools: what is sent of them."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Literal, Optional, TypedDict

import pytest

from conftest import Serve
from event_plays import Sent, sends
from kits import Kit
from parley import tool, tool_draft
from plays import fail, ok


class Place(TypedDict, total=False):
    """A place."""

    city: str


def find(number: int, state: Literal["open", "sent"] = "open") -> str:
    """Finds an order."""
    return f"{number} is {state}"


class Other:
    """No type of JSON."""


@tool(name="look_up", description="Looks something up.")
def everything(
    text: str,
    ratio: float,
    flag: bool,
    tags: List[str],
    maybe: Optional[int],
    rest: Dict[str, Any],
    at: Place,
    other: Other,
) -> None:
    """Is described otherwise."""


def test_a_function_is_described_by_its_name_docstring_and_hints() -> None:
    assert tool_draft(find) == {
        "type": "client",
        "name": "find",
        "description": "Finds an order.",
        "input_schema": {
            "type": "object",
            "properties": {"number": {"type": "integer"}, "state": {"enum": ["open", "sent"]}},
            "required": ["number"],
        },
    }
    draft = tool_draft(everything)
    assert (draft["name"], draft["description"]) == ("look_up", "Looks something up.")
    assert draft["input_schema"]["properties"] == {
        "text": {"type": "string"},
        "ratio": {"type": "number"},
        "flag": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "maybe": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "rest": {"type": "object", "additionalProperties": {}},
        "at": {"type": "object", "properties": {"city": {"type": "string"}}},
        "other": {},
    }


def test_a_function_that_no_model_could_call_is_refused() -> None:
    def silent(number: int) -> None: ...

    def several(*numbers: int) -> None:
        """Takes several."""

    with pytest.raises(TypeError, match="docstring"):
        tool_draft(silent)
    with pytest.raises(TypeError, match="by their names"):
        tool_draft(several)


MESSAGE: Dict[str, Any] = {"conversation": "conv_1", "role": "assistant", "content": "", "status": "requires_action"}


def waiting(*calls: Dict[str, Any], status: str = "requires_action") -> Dict[str, Any]:
    """A reply with calls."""
    parts = [{"type": "tool-call", "name": "find", "answeredBy": "client", "arguments": {}, **call} for call in calls]
    return {**MESSAGE, "_id": "msg_a", "parts": parts, "status": status}


def ends(message: Dict[str, Any]) -> Any:
    kind = {"complete": "completed"}.get(message["status"], message["status"])
    return sends(Sent("msg_a:1", f"message.{kind}", {"message": message}))


def test_calls_are_answered_and_the_reply_is_returned(kit: Kit, serve: Serve) -> None:
    first = waiting({"callId": "1", "arguments": {"number": 7}}, {"callId": "2", "name": "unknown"}, {"callId": "3"})
    server = serve(ends(first), ends(waiting(status="complete")))
    events: List[str] = []
    run = kit.run(
        kit.client(server.base_url).agents.run_tools(
            "agent_1", content="Go", tools=[find], user_id="u1", on_event=lambda event: events.append(event.type)
        )
    )
    assert run.reply.status == "complete"
    assert events == ["message.requires_action", "message.completed"]
    assert [(call.call_id, call.is_error) for call in run.calls] == [("1", False), ("2", True), ("3", True)]
    chat, results = server.received
    assert json.loads(chat.body) == {"content": "Go", "userId": "u1", "stream": True}
    assert (results.method, results.url) == ("POST", "/api/messages/msg_a/tool-results")
    sent = json.loads(results.body)
    assert sent["stream"] is True
    assert sent["results"][:2] == [
        {"callId": "1", "content": "7 is open", "isError": False},
        {"callId": "2", "content": "This client has no function unknown.", "isError": True},
    ]
    assert "number" in sent["results"][2]["content"]
    assert chat.headers["idempotency-key"] != results.headers["idempotency-key"]


def test_results_are_sent_sixteen_at_a_time(kit: Kit, serve: Serve) -> None:
    many = waiting(*({"callId": str(place), "arguments": {"number": place}} for place in range(17)))
    server = serve(ends(many), ends(many), ends(waiting(status="complete")))
    run = kit.run(kit.client(server.base_url).messages.run_tools("conv_1", content="Go", tools=[find]))
    assert (run.reply.status, len(run.calls)) == ("complete", 17)
    sent = [json.loads(request.body)["results"] for request in server.received[1:]]
    assert [len(results) for results in sent] == [16, 1]


def test_results_that_are_known_already_are_no_failure(kit: Kit, serve: Serve) -> None:
    done = {**waiting(status="complete"), "content": "Done."}
    decided = fail(409, {"code": "tool_call_decided"})
    server = serve(ends(waiting({"callId": "1", "arguments": {"number": 7}})), decided, ok(done))
    run = kit.run(kit.client(server.base_url).messages.run_tools("conv_1", content="Go", tools=[find]))
    assert run.reply.content == "Done."
    assert [request.method for request in server.received] == ["POST", "POST", "GET"]


def test_asynchronous_functions_need_the_asynchronous_client(kit: Kit, serve: Serve) -> None:
    async def later(number: int) -> str:
        """Finds an order."""
        return f"found {number}"

    call = {"callId": "1", "name": "later", "arguments": {"number": 7}}
    server = serve(ends(waiting(call)), ends(waiting(status="complete")))
    client = kit.client(server.base_url)
    if kit.name == "sync":
        error = kit.failure(lambda: client.messages.run_tools("conv_1", content="Go", tools=[later]))
        assert isinstance(error, TypeError) and server.received == []
    else:
        run = kit.run(client.messages.run_tools("conv_1", content="Go", tools=[later]))
        assert [one.content for one in run.calls] == ["found 7"]


def test_results_and_tools_are_sent_with_the_names_of_the_api(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"_id": "agent_1"}), ok({}))
    client = kit.client(server.base_url)
    kit.run(client.agents.create(name="Ada", tools=[{"id": "tool_1", "requires_approval": True}]))
    kit.run(client.messages.send_tool_results("msg_a", results=[{"call_id": "1", "content": "x", "is_error": True}]))
    agent, results = [json.loads(request.body) for request in server.received]
    assert agent["tools"] == [{"id": "tool_1", "requiresApproval": True}]
    assert results["results"] == [{"callId": "1", "content": "x", "isError": True}]
