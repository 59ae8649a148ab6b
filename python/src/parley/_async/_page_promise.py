"""A list that is awaited or iterated. Written by hand for each of the two clients."""

from __future__ import annotations

from typing import Generator, Generic, Optional, TypeVar

import anyio

from .._model import Model
from ._clock import AsyncFlow
from ._page import AsyncPage, AsyncPageSource

M = TypeVar("M", bound=Model)


class AsyncPagePromise(Generic[M]):
    """
    A list: `await` returns its first page, `async for` iterates through all its items. The request is sent on first use.
    """

    def __init__(self, source: AsyncPageSource[M]) -> None:
        self._source = source
        self._page: Optional[AsyncPage[M]] = None
        self._lock: Optional[anyio.Lock] = None

    @classmethod
    def first(cls, source: AsyncPageSource[M]) -> AsyncPagePromise[M]:
        """Promises the first page."""
        return cls(source)

    def __await__(self) -> Generator[object, None, AsyncPage[M]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncFlow[M]:
        page = await self._first()
        while True:
            for item in page.items:
                yield item
            if not page.has_next_page():
                return
            page = await page.get_next_page()

    async def _first(self) -> AsyncPage[M]:
        # Created late: older versions bind it to the event loop that runs.
        if self._lock is None:
            self._lock = anyio.Lock()
        async with self._lock:
            if self._page is None:
                self._page = await AsyncPage.first(self._source)
            return self._page
