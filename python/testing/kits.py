"""Both clients behind one interface, so that every test runs with each."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, List, Optional

import httpx

from parley import AsyncParley, Parley
from parley._async._clock import AsyncRuntime
from parley._sync._clock import Runtime

KEY = "parley_" + "k" * 38
"""Not a real key: the checksum is wrong."""


class Kit:
    """The synchronous client; `run` and `items` also work with the results of the asynchronous one."""

    name = "sync"

    def __init__(self) -> None:
        self._opened: List[Any] = []

    def client(self, base_url: Optional[str] = "https://parley.example.com", **options: Any) -> Any:
        """A client of a test server."""
        client = self._create({"api_key": KEY, "base_url": base_url, **options})
        self._opened.append(client)
        return client

    def patient(self, base_url: str = "https://parley.example.com", *, idle: float = 45.0, **options: Any) -> Any:
        """The same with a fixed random number, and with `waits` that are recorded instead of waited for."""
        client = self.client(base_url, **options)
        client.waits = []
        client._transport.runtime = self.runtime(client.waits.append, idle)
        return client

    def mocked(self, answer: Callable[[httpx.Request], httpx.Response], **options: Any) -> Any:
        """A client of a function."""
        return self.patient(http_client=self.keep(self._http(httpx.MockTransport(answer))), **options)

    def keep(self, one: Any) -> Any:
        """Closes a client of httpx after the test."""
        self._opened.append(one)
        return one

    def run(self, result: Any) -> Any:
        """The result of a call."""
        return result

    def items(self, source: Any, limit: Optional[int] = None) -> List[Any]:
        """Returns the items of an iteration; stops after `limit` items."""
        found: List[Any] = []
        for item in source:
            found.append(item)
            if len(found) == limit:
                break
        return found

    def into(self, found: List[Any], source: Any) -> None:
        """Iterates and keeps what arrives before a failure."""
        for item in source:
            found.append(item)

    def leave(self, source: Any) -> Any:
        """Reads one item within a context, then leaves it; returns the item."""
        with source as reading:
            for item in reading:
                return item

    def failure(self, call: Callable[[], Any]) -> Any:
        """Returns the error of a call; fails the test if the call succeeds."""
        try:
            self.run(call())
        except Exception as error:
            return error
        raise AssertionError("Expected a failure.")

    def failure_of_items(self, source: Any) -> Any:
        """The error of an iteration."""
        return self.failure(lambda: self.items(source))

    def close(self) -> None:
        """Closes every client."""
        for one in self._opened:
            self.shut(one)

    def shut(self, one: Any) -> None:
        """Closes a client."""
        one.close()

    def _create(self, options: Any) -> Any:
        return Parley(**options)

    def _http(self, transport: httpx.MockTransport) -> Any:
        return httpx.Client(transport=transport)

    def runtime(self, wait: Callable[[float], None], idle: float = 45.0) -> Any:
        """A fixed random number, and a function in place of waiting."""
        return Runtime(random=lambda: 0.5, wait=wait, idle=idle)


class AsyncKit(Kit):
    """The asynchronous client, on an event loop of its own."""

    name = "async"

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()

    def run(self, result: Any) -> Any:
        if not hasattr(result, "__await__"):
            return result

        async def wait() -> Any:
            return await result

        return self.loop.run_until_complete(wait())

    def items(self, source: Any, limit: Optional[int] = None) -> List[Any]:
        found: List[Any] = []

        async def walk() -> None:
            async for item in source:
                found.append(item)
                if len(found) == limit:
                    break

        self.loop.run_until_complete(walk())
        return found

    def into(self, found: List[Any], source: Any) -> None:
        async def walk() -> None:
            async for item in source:
                found.append(item)

        self.loop.run_until_complete(walk())

    def leave(self, source: Any) -> Any:
        async def walk() -> Any:
            async with source as reading:
                async for item in reading:
                    return item

        return self.loop.run_until_complete(walk())

    def close(self) -> None:
        super().close()
        self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        self.loop.close()

    def shut(self, one: Any) -> None:
        self.loop.run_until_complete(one.aclose())

    def _create(self, options: Any) -> Any:
        return AsyncParley(**options)

    def _http(self, transport: httpx.MockTransport) -> Any:
        return httpx.AsyncClient(transport=transport)

    def runtime(self, wait: Callable[[float], None], idle: float = 45.0) -> Any:
        async def waits(seconds: float) -> None:
            wait(seconds)

        return AsyncRuntime(random=lambda: 0.5, wait=waits, idle=idle)
