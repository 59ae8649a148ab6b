"""The stream of a reply, read as events, as text and as the final reply."""

from __future__ import annotations

import json
from typing import Any, Dict, List

import httpx
import pytest

from conftest import Serve
from event_plays import ANSWER, EVENTS, PIECES, QUESTION, Sent, seen, sends
from kits import Kit
from parley import InvalidResponseError, MessageFailedError, NotFoundError, ParleyError
from plays import Play, fail, ok


def stream_of(kit: Kit, serve: Serve, play: Play) -> Any:
    """A stream with the given response."""
    return kit.patient(serve(play).base_url).messages.stream("conv_1", content="How are you?")


def failed(**data: Any) -> Sent:
    return Sent("msg_a:4", "message.failed", {"error": "It failed.", **data})


def test_returns_the_events_unchanged(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS))
    client = kit.client(server.base_url)
    events = kit.items(client.messages.stream("conv_1", content="How are you?"))
    assert [seen(event) for event in events] == list(EVENTS)
    (request,) = server.received
    assert (request.method, request.url) == ("POST", "/api/conversations/conv_1/messages")
    assert json.loads(request.body) == {"content": "How are you?", "stream": True}
    assert request.headers["accept"] == "text/event-stream"
    assert len(request.headers["idempotency-key"]) == 32
    assert events[1].message.role == "assistant"
    assert events[2].text == "Fine, "
    assert events[5].citation.title == "Manners"


def test_returns_its_text_piece_by_piece(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS))
    client = kit.client(server.base_url)
    assert kit.items(client.agents.stream("agent_1", content="How are you?").text) == PIECES
    assert server.received[0].url == "/api/agents/agent_1/chat"


def test_returns_the_reply_at_its_end(kit: Kit, serve: Serve) -> None:
    reply = kit.run(stream_of(kit, serve, sends(*EVENTS)).get_final_reply())
    assert reply.to_dict() == ANSWER


def test_returns_no_reply_and_no_text_after_a_takeover(kit: Kit, serve: Serve) -> None:
    silence = sends(
        Sent("msg_q:0", "message.created", {"message": QUESTION}),
        Sent("msg_q:12", "message.completed", {"message": QUESTION}),
    )
    assert kit.run(stream_of(kit, serve, silence).get_final_reply()) is None
    assert kit.items(stream_of(kit, serve, silence).text) == []


def test_fails_at_its_end_if_the_reply_failed(kit: Kit, serve: Serve) -> None:
    error: Dict[str, Any] = {
        **{"code": "provider_error", "message": "It failed.", "reason": "context_too_long"},
        "providerStatus": 400,
        "providerMessage": "Too long.",
    }
    reply = {**ANSWER, "content": "Fine", "status": "failed", "error": error}
    play = sends(*EVENTS[:3], failed(code="provider_error", message=reply))
    final = kit.failure(lambda: stream_of(kit, serve, play).get_final_reply())
    assert type(final) is MessageFailedError
    assert (str(final), final.code, final.reason) == ("It failed.", "provider_error", "context_too_long")
    assert (final.provider_status, final.provider_message) == (400, "Too long.")
    assert final.reply is not None
    assert final.reply.to_dict() == reply
    pieces: List[str] = []
    failure = kit.failure(lambda: kit.into(pieces, stream_of(kit, serve, play).text))
    assert (failure.code, failure.reply.content, pieces) == ("provider_error", "Fine", ["Fine, "])
    # It is an event like any other.
    last = kit.items(stream_of(kit, serve, play))[-1]
    assert (last.type, last.id, last.code) == ("message.failed", "msg_a:4", "provider_error")


def test_fails_without_a_reply_if_it_was_deleted(kit: Kit, serve: Serve) -> None:
    stream = stream_of(kit, serve, sends(failed(code="message_not_found", message=None)))
    error = kit.failure_of_items(stream.text)
    assert (error.code, error.reply, error.reason) == ("message_not_found", None, None)


def test_does_not_fail_if_the_reply_was_cancelled(kit: Kit, serve: Serve) -> None:
    reply = {**ANSWER, "content": "Fine, ", "status": "cancelled"}
    end = Sent("msg_a:6", "message.cancelled", {"message": reply})
    # Former services sent `message.failed`.
    for last in (end, failed(code="cancelled", message=reply)):
        play = sends(*EVENTS[:3], last)
        assert kit.run(stream_of(kit, serve, play).get_final_reply()).to_dict() == reply
        assert kit.items(stream_of(kit, serve, play).text) == ["Fine, "]
    server = serve(sends(*EVENTS[:3], end))
    events = kit.items(kit.patient(server.base_url).messages.stream("conv_1", content="How are you?"))
    assert [seen(event) for event in events] == [*EVENTS[:3], end]
    assert len(server.received) == 1


def test_sends_nothing_before_it_is_read_and_can_be_read_once(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS))
    stream = kit.patient(server.base_url).messages.stream("conv_1", content="How are you?")
    text = stream.text
    assert server.received == []
    assert kit.items(text) == PIECES
    for again in (lambda: kit.items(text), stream.get_final_reply, lambda: kit.items(stream)):
        error = kit.failure(again)
        assert (str(error), error.code) == ("A stream can be read only once.", "stream_consumed")
    assert len(server.received) == 1


def test_skips_unknown_events(kit: Kit, serve: Serve) -> None:
    unknown = 'id: msg_a:6\nevent: message.thought\ndata: {"thought":"Hm."}\n\nevent: __class__\ndata: x\n\n'
    stream = stream_of(kit, serve, sends(*EVENTS[:3], unknown, "data: x\n\n", *EVENTS[3:]))
    assert [seen(event) for event in kit.items(stream)] == list(EVENTS)


def test_returns_thoughts_and_tool_calls_and_their_results_which_are_no_text(kit: Kit, serve: Serve) -> None:
    call = {"callId": "call_1", "name": "weather", "arguments": {"city": "Oslo", "days": [1, 2]}}
    result = {"callId": "call_1", "name": "weather", "content": "Rain.", "isError": False}
    thoughts = Sent("msg_a:6:1", "reasoning", {"text": "Which city?"})
    calls = [Sent("msg_a:6:2", "tool.call", call), Sent("msg_a:6:3", "tool.result", result)]
    used = [*EVENTS[:3], thoughts, *calls, *EVENTS[3:]]
    events = kit.items(stream_of(kit, serve, sends(*used)))
    assert [seen(event) for event in events] == used
    assert events[3].text == "Which city?"
    assert events[4].call.arguments == {"city": "Oslo", "days": [1, 2]}
    assert events[5].result.is_error is False
    assert "".join(kit.items(stream_of(kit, serve, sends(*used)).text)) == ANSWER["content"]


def test_fails_like_other_calls_if_it_is_refused(kit: Kit, serve: Serve) -> None:
    server = serve(fail(404, {"code": "conversation_not_found", "error": "There is none."}))
    error = kit.failure(lambda: kit.patient(server.base_url).conversations.follow("conv_1").get_final_reply())
    assert type(error) is NotFoundError
    assert (str(error), error.code, error.attempts) == ("There is none.", "conversation_not_found", 1)
    assert len(server.received) == 1


def test_can_be_retried_with_settings(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS))
    stream = kit.client(server.base_url).messages.retry_stream("msg_f", settings={"temperature": 0.5})
    assert kit.items(stream.text) == PIECES
    (request,) = server.received
    assert request.url == "/api/messages/msg_f/retry"
    assert json.loads(request.body) == {"settings": {"temperature": 0.5}, "stream": True}


def bad(event: str, data: str) -> Play:
    return sends(f"id: x\nevent: {event}\ndata: {data}\n\n", *EVENTS)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (bad("message.delta", '{"text":'), "The stream contains an invalid message.delta event."),
        (bad("message.delta", "null"), "The stream contains an invalid message.delta event."),
        (bad("message.delta", '{"text":1}'), "The stream contains an invalid message.delta event."),
        (bad("message.created", "{}"), "The stream contains an invalid message.created event."),
        (bad("message.completed", "{}"), "The stream contains an invalid message.completed event."),
        (bad("message.failed", '{"message":null,"error":"x"}'), "The stream contains an invalid message.failed event."),
        (bad("message.failed", '{"error":"x","code":"y"}'), "The stream contains an invalid message.failed event."),
        (bad("citation", "[]"), "The stream contains an invalid citation event."),
        (bad("reasoning", "{}"), "The stream contains an invalid reasoning event."),
        (bad("tool.call", '{"callId":1}'), "The stream contains an invalid tool.call event."),
        (bad("tool.result", "{}"), "The stream contains an invalid tool.result event."),
        (sends("x" * 5_000_000), "The stream contains an event that is too long."),
        (sends(f"data: {'x' * 99_990}\n" * 50), "The stream contains an event that is too long."),
        (ok({"text": "Hello"}), "The response is not an event stream."),
    ],
    ids=["cut", "null", "number", "empty", "no end", "no code", "no message", "a list", "thoughts", "call", "result", "line", "event", "JSON"],
)
def test_a_malformed_stream_is_refused_without_a_retry(kit: Kit, serve: Serve, play: Play, message: str) -> None:
    server = serve(play)
    client = kit.patient(server.base_url)
    error = kit.failure_of_items(client.messages.stream("conv_1", content="How are you?").text)
    assert type(error) is InvalidResponseError
    assert (str(error), error.code) == (message, "invalid_response")
    assert (error.status, error.attempts) == (200, 1)
    assert len(server.received) == 1


class Chunks(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body in pieces of a size."""

    def __init__(self, data: bytes, size: int) -> None:
        self.parts = [data[start : start + size] for start in range(0, len(data), size)]

    def __iter__(self) -> Any:
        return iter(self.parts)

    async def __aiter__(self) -> Any:
        for part in self.parts:
            yield part


@pytest.mark.parametrize("size", [1, 2, 7, 100_000])
def test_may_arrive_in_any_pieces(kit: Kit, size: int) -> None:
    whole = "".join(event.frame for event in EVENTS).replace("\n", "\r\n").encode()

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, stream=Chunks(whole, size))

    client = kit.mocked(answer, max_retries=0)
    events = kit.items(client.messages.stream("conv_1", content="How are you?"))
    assert [seen(event) for event in events] == list(EVENTS)


def test_an_export_is_read_part_by_part_or_whole(kit: Kit, serve: Serve) -> None:
    text = '{"title":"Hallå"}\n' * 3
    server = serve(sends(text.encode()[:9], text.encode()[9:]))
    client = kit.client(server.base_url)
    assert kit.run(client.conversations.export(format="jsonl").read()) == text
    parts = kit.items(client.conversations.export())
    assert "".join(parts) == text
    assert len(server.received) == 2
    refused = kit.client(serve(fail(403, {"code": "insufficient_scope"})).base_url).conversations.export()
    assert kit.failure(refused.read).code == "insufficient_scope"
    assert isinstance(kit.failure_of_items(refused), ParleyError)
