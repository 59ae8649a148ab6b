"""The base of all streams: generators read them, and leaving their context closes the connection."""

from __future__ import annotations

import weakref
from types import TracebackType
from typing import List, Optional, Type, TypeVar

from .._envelope import Head
from ._clock import AsyncFlow

T = TypeVar("T")
S = TypeVar("S", bound="AsyncReading")


class AsyncReading:
    """
    A context manager that closes what is still being read. Without it, a generator that is no longer used is closed by
    Python: at once in threads, soon in an event loop.
    """

    def __init__(self) -> None:
        self._entered = False
        self._kept: List[object] = []
        self._request_id: Optional[str] = None
        """The ID of the latest request, to quote when you ask an operator about it; None until a response starts."""
        self._flows: "weakref.WeakSet[AsyncFlow[object]]" = weakref.WeakSet()

    def _reads(self, flow: AsyncFlow[T]) -> AsyncFlow[T]:
        self._flows.add(flow)
        # Only a context keeps the generator: else an abandoned loop over a kept stream would keep its connection.
        if self._entered:
            self._kept.append(flow)
        return flow

    def _note(self, head: Head) -> None:
        self._request_id = head.headers.get("X-Request-Id")

    async def aclose(self) -> None:
        """Closes the connection; the service continues what it does."""
        for flow in list(self._flows):
            await flow.aclose()
        self._kept.clear()

    async def __aenter__(self: S) -> S:
        self._entered = True
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()
