"""Streams whose connections are lost."""

from __future__ import annotations

import gc
import re
import time
from typing import Any, List

import pytest

from conftest import Serve
from event_plays import (
    ANSWER,
    EVENTS,
    PIECES,
    QUESTION,
    begin,
    breaks_off,
    end,
    falls_silent,
    seen,
    sends,
    takes_up,
    write,
)
from kits import Kit
from parley import APIConnectionError, APIConnectionTimeoutError, InternalServerError, NotFoundError
from plays import Exchange, Play, PlayServer, fail, hang, ok, reset


def send(client: Any) -> Any:
    return client.messages.stream("conv_1", content="How are you?")


def summary(server: PlayServer) -> List[str]:
    """Lists the requests that arrived, in short."""
    return [f"{one.method} {one.url} {one.headers.get('last-event-id', '-')}" for one in server.received]


SENT = "POST /api/conversations/conv_1/messages -"


def resumed(place: str) -> str:
    return f"GET /api/conversations/conv_1/stream {place}"


@pytest.mark.parametrize(
    "lost",
    [
        reset,
        breaks_off(),
        breaks_off('id: msg_q:0\nevent: message.created\ndata: {"mess'),
        fail(503, {"code": "unavailable"}),
    ],
    ids=["before a response", "before the first event", "within the first event", "by a service that is not ready"],
)
def test_the_message_is_sent_again_with_the_same_key(kit: Kit, serve: Serve, lost: Play) -> None:
    server = serve(lost, sends(*EVENTS))
    assert [seen(event) for event in kit.items(send(kit.patient(server.base_url)))] == list(EVENTS)
    assert summary(server) == [SENT, SENT]
    first, second = server.received
    assert re.fullmatch("[0-9a-f]{32}", first.headers["idempotency-key"])
    assert second.headers["idempotency-key"] == first.headers["idempotency-key"]
    assert second.body == first.body


def test_the_running_reply_is_followed_if_the_message_was_sent(kit: Kit, serve: Serve) -> None:
    details = [{"path": "conversation", "message": "conv_1"}, {"path": "message", "message": "msg_q"}]
    running = fail(409, {"code": "idempotency_in_progress", "details": details}, {"Retry-After": "1"})
    server = serve(breaks_off(), running, ok(QUESTION), breaks_off(*EVENTS[1:3]), takes_up)
    client = kit.patient(server.base_url)
    stream = client.agents.stream("agent_1", content="How are you?", options={"idempotency_key": "mine"})
    assert [seen(event) for event in kit.items(stream)] == list(EVENTS)
    chat = "POST /api/agents/agent_1/chat -"
    found = "GET /api/messages/msg_q -"
    assert summary(server) == [chat, chat, found, resumed("msg_q:0"), resumed("msg_a:6")]
    keys = [request.headers.get("idempotency-key") for request in server.received]
    assert keys == ["mine", "mine", None, None, None]
    assert server.received[2].headers["accept"] == "application/json"
    assert client.waits == [0.4375, 0.4375]


def test_fails_with_the_services_error_if_the_running_turn_is_unknown(kit: Kit, serve: Serve) -> None:
    server = serve(fail(409, {"code": "idempotency_in_progress"}, {"Retry-After": "1"}))
    error = kit.failure_of_items(send(kit.patient(server.base_url)).text)
    assert error.code == "idempotency_in_progress"
    assert len(server.received) == 1


def test_resends_the_callers_own_key_but_not_when_it_resumes(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(), breaks_off(*EVENTS[:2]), takes_up)
    client = kit.patient(server.base_url)
    kit.run(client.agents.stream("agent_1", content="Hi", options={"idempotency_key": "mine"}).get_final_reply())
    assert [request.headers.get("idempotency-key") for request in server.received] == ["mine", "mine", None]


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_the_stream_resumes_after_the_last_event(kit: Kit, serve: Serve, count: int) -> None:
    server = serve(breaks_off(*EVENTS[:count]), takes_up)
    assert [seen(event) for event in kit.items(send(kit.patient(server.base_url)))] == list(EVENTS)
    assert summary(server) == [SENT, resumed(EVENTS[count - 1].id)]
    assert server.received[1].headers["accept"] == "text/event-stream"


def test_loses_and_repeats_no_character_at_any_byte(kit: Kit, serve: Serve) -> None:
    whole = "".join(event.frame for event in EVENTS).encode()
    # All bytes of characters that have several, all line breaks, and every seventh other byte.
    places = [at for at in range(1, len(whole)) if at % 7 == 0 or whole[at] > 127 or whole[at - 1] in b"\n"]
    lost: List[int] = []

    def loses_once(exchange: Exchange) -> None:
        if not lost:
            lost.append(places[0])
            breaks_off(whole[: places.pop(0)])(exchange)
        else:
            (takes_up if exchange.received.method == "GET" else sends(*EVENTS))(exchange)

    server = serve(loses_once)
    client = kit.patient(server.base_url)
    for _ in list(places):
        assert [seen(event) for event in kit.items(send(client))] == list(EVENTS), lost
        assert len(server.received) == 2
        server.received.clear()
        lost.clear()


def test_also_resumes_if_the_response_ends_cleanly_but_early(kit: Kit, serve: Serve) -> None:
    server = serve(sends(*EVENTS[:4]), takes_up)
    assert kit.items(send(kit.patient(server.base_url)).text) == PIECES
    assert summary(server) == [SENT, resumed("msg_a:12")]


def test_resumes_any_number_of_times_while_there_is_progress(kit: Kit, serve: Serve) -> None:
    def one(exchange: Exchange) -> None:
        places = [event.id for event in EVENTS]
        place = exchange.received.headers.get("last-event-id")
        breaks_off(EVENTS[0 if place is None else places.index(place) + 1])(exchange)

    server = serve(one, one, one, one, one, takes_up)
    client = kit.patient(server.base_url)
    assert kit.items(send(client).text) == PIECES
    assert len(server.received) == 6
    assert client.waits == [0.4375] * 5


def test_fails_after_two_attempts_without_progress(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), breaks_off())
    client = kit.patient(server.base_url)
    pieces: List[str] = []
    error = kit.failure(lambda: kit.into(pieces, send(client).text))
    assert type(error) is APIConnectionError
    assert error.code == "stream_interrupted"
    assert pieces == ["Fine, "]
    assert summary(server) == [SENT, resumed("msg_a:6"), resumed("msg_a:6")]
    assert client.waits == [0.4375, 0.875]


def test_fails_if_the_same_event_repeats(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), breaks_off(*EVENTS[2:3]))
    error = kit.failure_of_items(send(kit.patient(server.base_url)).text)
    assert type(error) is APIConnectionError
    assert len(server.received) == 3


def test_does_not_multiply_opening_attempts_by_resumptions(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), reset)
    error = kit.failure_of_items(send(kit.patient(server.base_url)).text)
    assert type(error) is APIConnectionError
    assert len(server.received) == 3


def test_does_not_resume_without_retries(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[:3]), takes_up)
    stream = send(kit.patient(server.base_url, max_retries=0))
    assert type(kit.failure(stream.get_final_reply)) is APIConnectionError
    assert len(server.received) == 1


def test_fails_with_the_services_message_if_it_cannot_resume(kit: Kit, serve: Serve) -> None:
    gone = serve(breaks_off(*EVENTS[:3]), fail(404, {"code": "conversation_not_found"}))
    assert type(kit.failure(send(kit.patient(gone.base_url)).get_final_reply)) is NotFoundError
    assert len(gone.received) == 2

    down = serve(breaks_off(*EVENTS[:3]), fail(503, {"code": "unavailable"}))
    error = kit.failure(send(kit.patient(down.base_url)).get_final_reply)
    assert type(error) is InternalServerError
    assert (error.code, error.attempts) == ("unavailable", 2)
    assert len(down.received) == 3


def test_resumes_a_follow_from_its_event(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(*EVENTS[3:4]), takes_up)
    options = {"headers": {"Last-Event-ID": "msg_a:6"}}
    stream = kit.patient(server.base_url).conversations.follow("conv_1", options=options)
    assert kit.items(stream.text) == PIECES[1:]
    assert summary(server) == [resumed("msg_a:6"), resumed("msg_a:12")]


def test_also_resumes_a_retried_reply(kit: Kit, serve: Serve) -> None:
    server = serve(breaks_off(), breaks_off(*EVENTS[:3]), takes_up)
    reply = kit.run(kit.patient(server.base_url).messages.retry_stream("msg_f").get_final_reply())
    assert reply.to_dict() == ANSWER
    retry = "POST /api/messages/msg_f/retry -"
    assert summary(server) == [retry, retry, resumed("msg_a:6")]
    first, again = server.received[:2]
    assert again.headers["idempotency-key"] == first.headers["idempotency-key"]


def test_an_abandoned_stream_closes_its_connection(kit: Kit, serve: Serve) -> None:
    for read_text in (False, True):
        server = serve(falls_silent(*EVENTS[:3]))
        stream = send(kit.patient(server.base_url))
        assert len(kit.items(stream.text if read_text else stream, 1)) == 1
        gc.collect()
        kit.run(_turns(kit))
        assert server.is_left()
        assert len(server.received) == 1


def test_leaving_the_context_of_a_stream_closes_its_connection(kit: Kit, serve: Serve) -> None:
    server = serve(falls_silent(*EVENTS[:3]))
    stream = send(kit.patient(server.base_url))
    assert seen(kit.leave(stream)) == EVENTS[0]
    assert server.is_left()


def _turns(kit: Kit) -> Any:
    """Lets an event loop do what it has scheduled."""
    if kit.name == "sync":
        return None
    import asyncio

    return asyncio.sleep(0.05)


def test_the_timeout_applies_until_the_response_starts(kit: Kit, serve: Serve) -> None:
    # On a busy machine the service may miss the timeout once more.
    server = serve(hang, hang, sends(*EVENTS))
    client = kit.patient(server.base_url, max_retries=9)
    assert kit.items(client.agents.stream("agent_1", content="Hello", options={"timeout": 0.3}).text) == PIECES
    assert len(server.received) >= 3
    other = kit.client(serve(hang).base_url, timeout=0.1, max_retries=0)
    error = kit.failure_of_items(other.agents.stream("agent_1", content="Hello"))
    assert type(error) is APIConnectionTimeoutError
    assert str(error) == "No response to POST /api/agents/{id}/chat within 0.1 s; the change may have happened."
    assert error.code == "connection_timeout"


def test_the_timeout_does_not_apply_to_the_body(kit: Kit, serve: Serve) -> None:
    def pauses(exchange: Exchange) -> None:
        begin(exchange)
        write(exchange, *EVENTS[:3])
        time.sleep(0.6)
        write(exchange, *EVENTS[3:])
        end(exchange)

    # Only the start of a response can miss the timeout, on a busy machine.
    client = kit.patient(serve(pauses).base_url, timeout=0.3, max_retries=9)
    assert kit.items(client.agents.stream("agent_1", content="Hello").text) == PIECES


def test_a_silent_stream_is_resumed_but_not_one_with_heartbeats(kit: Kit, serve: Serve) -> None:
    def beats(exchange: Exchange) -> None:
        begin(exchange)
        write(exchange, *EVENTS[:3])
        for _ in range(8):
            time.sleep(0.1)
            write(exchange, ": ping\n\n")
        exchange.wait_until_left()

    server = serve(beats, takes_up)
    client = kit.patient(server.base_url, idle=0.5)
    assert kit.items(send(client).text) == PIECES
    assert summary(server) == [SENT, resumed("msg_a:6")]


def test_a_stream_that_brings_nothing_at_all_points_to_a_buffering_proxy(kit: Kit, serve: Serve) -> None:
    server = serve(falls_silent())
    client = kit.patient(server.base_url, idle=0.1, max_retries=1)
    error = kit.failure_of_items(send(client))
    assert type(error) is APIConnectionTimeoutError
    assert error.code == "stream_stalled"
    assert "proxy_buffering off" in str(error)
    assert "within 0.1 s" in str(error)
    assert summary(server) == [SENT, SENT]
    begun = kit.patient(serve(falls_silent(": ping\n\n")).base_url, idle=1.5, max_retries=0)
    later = kit.failure_of_items(send(begun))
    assert (type(later), later.code) == (APIConnectionTimeoutError, "stream_interrupted")
    assert str(later) == "No further data for POST /api/conversations/{id}/messages within 1.5 s."
