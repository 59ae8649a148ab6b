"""Time limits and cancellation."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from typing import Any, Callable, List

import httpx
import pytest

from conftest import Serve
from event_plays import EVENTS, falls_silent
from kits import KEY, Kit
from parley import APIConnectionTimeoutError, AsyncParley, Parley
from plays import Exchange, Play, drip, fail, hang, ok, stall


@pytest.mark.parametrize("fault", [hang, stall, drip])
def test_stops_waiting_for_the_headers_or_the_rest_of_a_body(kit: Kit, serve: Serve, fault: Play) -> None:
    server = serve(fault)
    started = time.monotonic()
    error = kit.failure(lambda: kit.client(server.base_url, timeout=0.2, max_retries=0).agents.retrieve("agent_1"))
    assert type(error) is APIConnectionTimeoutError
    assert str(error) == "No response to GET /api/agents/{id} within 0.2 s."
    assert error.code == "connection_timeout"
    assert time.monotonic() - started >= 0.19
    # The connection is closed.
    assert server.is_left()


def test_applies_the_timeout_to_each_attempt_and_retries(kit: Kit, serve: Serve) -> None:
    server = serve(hang, ok({"_id": "agent_1"}))
    # On a busy machine the second attempt may miss the timeout too.
    client = kit.patient(server.base_url, max_retries=9)
    assert kit.run(client.agents.retrieve("agent_1", options={"timeout": 0.3})).id == "agent_1"
    assert len(server.received) >= 2


CALLS: List[Any] = [
    ("a call", 60, lambda client: client.agents.retrieve("agent_1")),
    ("a chat", 630, lambda client: client.agents.chat("agent_1", content="Hello")),
    ("a message", 630, lambda client: client.messages.send("conv_1", content="Hello")),
    ("a retry", 630, lambda client: client.messages.retry("msg_1")),
    ("the start of a stream", 60, lambda client: client.agents.stream("agent_1", content="Hello").get_final_reply()),
    ("the start of an export", 60, lambda client: client.conversations.export().read()),
    ("a custom call", 60, lambda client: client.request("GET", "/api/me")),
    ("a slow custom call", 630, lambda client: client.request("GET", "/api/me", slow=True)),
]


def limits_of(kit: Kit, call: Callable[[Any], Any], **options: Any) -> List[float]:
    """The time limits that a call gives to httpx, for each of its phases."""
    limits: List[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        limits.extend(request.extensions["timeout"].get(phase) for phase in ("pool", "connect", "write", "read"))
        raise httpx.ReadTimeout("Too late.")

    client = kit.mocked(answer, max_retries=0, **options)
    assert type(kit.failure(lambda: call(client))) is APIConnectionTimeoutError
    return limits


@pytest.mark.parametrize(("name", "seconds", "call"), CALLS, ids=[name for name, _, _ in CALLS])
def test_the_default_is_a_minute_or_as_long_as_a_reply_takes(kit: Kit, name: str, seconds: float, call: Any) -> None:
    limits = limits_of(kit, call)
    assert len(limits) == 4
    # Each limit is the rest of the whole timeout.
    assert all(seconds - 30 < limit <= seconds for limit in limits)


def test_explicit_limits_win(kit: Kit) -> None:
    def chat(client: Any) -> Any:
        return client.agents.chat("agent_1", content="Hello")

    assert 2 < limits_of(kit, chat, timeout=5)[0] <= 5
    own = limits_of(kit, lambda client: client.agents.chat("agent_1", content="Hello", options={"timeout": 7}))
    assert 5 < own[0] <= 7


def test_a_timeout_of_httpx_limits_each_phase_and_the_longest_of_them_the_whole(kit: Kit) -> None:
    def call(client: Any) -> Any:
        return client.agents.chat("agent_1", content="Hello")

    for options in ({"timeout": httpx.Timeout(10, connect=2)}, {"timeout": httpx.Timeout(10, connect=2, pool=3)}):
        pool, connect, write, read = limits_of(kit, call, **options)
        assert (connect, pool in (3, 10) or 9 < pool < 10) == (2, True)
        assert 9 < write <= 10 and 9 < read <= 10
    pool, connect, write, read = limits_of(kit, call, timeout=httpx.Timeout(None, connect=2))
    assert connect == 2 and min(pool, write, read) > 2_000_000
    own = limits_of(kit, lambda client: client.agents.list(options={"timeout": httpx.Timeout(7, connect=1)}))
    assert own[1] == 1 and 6 < own[3] <= 7


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (httpx.ConnectTimeout, "No connection for PUT /api/agents/{id} within 2 s."),
        (httpx.PoolTimeout, "No free connection for PUT /api/agents/{id} within 3 s."),
        (httpx.WriteTimeout, "No response to PUT /api/agents/{id} within 4 s; the change may have happened."),
        (httpx.ReadTimeout, "No response to PUT /api/agents/{id} within 5 s; the change may have happened."),
    ],
)
def test_says_which_limit_was_exceeded(kit: Kit, raised: Any, message: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise raised("Too late.")

    client = kit.mocked(answer, max_retries=0, timeout=httpx.Timeout(connect=2, pool=3, write=4, read=5))
    error = kit.failure(lambda: client.agents.update("agent_1", name="Ada"))
    assert type(error) is APIConnectionTimeoutError
    assert (str(error), error.code, error.attempts) == (message, "connection_timeout", 1)


def test_a_host_that_does_not_accept_is_left_before_the_whole_time(kit: Kit) -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        # Connections that are never accepted fill the queue, so that another one waits.
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        url = f"http://127.0.0.1:{full.getsockname()[1]}"
        client = kit.client(url, timeout=httpx.Timeout(60, connect=0.2), max_retries=0)
        error = kit.failure(lambda: client.agents.retrieve("agent_1"))
        for one in waiting:
            one.close()
    assert str(error) == "No connection for GET /api/agents/{id} within 0.2 s."


@pytest.mark.parametrize("timeout", [httpx.Timeout(0), httpx.Timeout(5, connect=-1), httpx.Timeout(float("nan")), (1, 2)])
def test_refuses_a_timeout_of_httpx_that_is_none(kit: Kit, timeout: Any) -> None:
    assert kit.failure(lambda: kit.client(timeout=timeout)).code == "invalid_option"


SENDS: List[Any] = [
    ("the headers", hang, lambda client: client.agents.retrieve("agent_1")),
    ("a body", stall, lambda client: client.agents.retrieve("agent_1")),
    ("a retry", fail(503, {}, {"Retry-After": "30"}), lambda client: client.agents.retrieve("agent_1")),
    ("a stream", falls_silent(*EVENTS[:3]), lambda client: client.conversations.follow("c").get_final_reply()),
]


@pytest.mark.parametrize(("name", "play", "call"), SENDS, ids=[name for name, _, _ in SENDS])
def test_a_cancelled_task_closes_its_connection_and_stays_cancelled(
    serve: Serve, name: str, play: Play, call: Any
) -> None:
    arrived = threading.Event()

    def noted(exchange: Exchange) -> None:
        arrived.set()
        play(exchange)

    server = serve(noted)

    async def main() -> None:
        async with AsyncParley(KEY, server.base_url) as client:
            task = asyncio.ensure_future(call(client))
            await asyncio.get_running_loop().run_in_executor(None, arrived.wait, 10)
            # The client reads its response, or waits for the next attempt.
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            if name != "a retry":
                assert await asyncio.get_running_loop().run_in_executor(None, server.is_left)

    asyncio.run(main())
    assert len(server.received) == 1


@pytest.mark.parametrize(("name", "play", "call"), SENDS, ids=[name for name, _, _ in SENDS])
def test_a_keyboard_interrupt_closes_the_connection_and_is_raised(
    serve: Serve, name: str, play: Play, call: Any
) -> None:
    main = threading.get_ident()

    def interrupts(exchange: Exchange) -> None:
        # A real signal, which interrupts the system call that the main thread waits in.
        timer = threading.Timer(0.2, signal.pthread_kill, [main, signal.SIGINT])
        timer.start()
        play(exchange)

    server = serve(interrupts)
    with Parley(KEY, server.base_url) as client:
        with pytest.raises(KeyboardInterrupt):
            call(client)
        if name != "a retry":
            assert server.is_left()
    assert len(server.received) == 1


def test_threads_share_a_client(serve: Serve) -> None:
    def answer(exchange: Exchange) -> None:
        ok({"_id": exchange.received.url.rpartition("/")[2]})(exchange)

    server = serve(answer)
    found: List[str] = []
    with Parley(KEY, server.base_url) as client:

        def work(number: int) -> None:
            for turn in range(10):
                name = f"agent_{number}_{turn}"
                assert client.agents.retrieve(name).id == name
                found.append(name)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(set(found)) == 80


def test_tasks_share_a_client(serve: Serve) -> None:
    def answer(exchange: Exchange) -> None:
        ok({"_id": exchange.received.url.rpartition("/")[2]})(exchange)

    server = serve(answer)

    async def main() -> List[str]:
        async with AsyncParley(KEY, server.base_url) as client:
            agents = await asyncio.gather(*(client.agents.retrieve(f"agent_{n}") for n in range(30)))
            return [agent.id for agent in agents]

    assert asyncio.run(main()) == [f"agent_{n}" for n in range(30)]
