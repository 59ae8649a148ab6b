"""Long texts, streamed."""

from __future__ import annotations

from typing import Optional

from .._request import Request, RequestOptions
from ._clock import AsyncFlow
from ._reading import AsyncReading
from ._transport import AsyncTransport


# In the class, `bytes` is a method.
_Bytes = bytes


class AsyncTextParts(AsyncReading):
    """A long text, streamed. Each loop over it sends a request; a lost connection is a failure."""

    def __init__(self, transport: AsyncTransport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = options

    def __aiter__(self) -> AsyncFlow[str]:
        return self._reads(self._parts())

    async def text(self) -> str:
        """The complete text."""
        pieces = []
        async for part in self:
            pieces.append(part)
        return "".join(pieces)

    async def bytes(self) -> _Bytes:
        """The complete text as it was sent, in UTF-8."""
        answer = await self._transport.open(self._request, self._options)
        try:
            self._note(answer.head)
            return await answer.whole()
        finally:
            await answer.aclose()

    async def read(self) -> str:
        """Another name of `text`."""
        return await self.text()

    async def _parts(self) -> AsyncFlow[str]:
        answer = await self._transport.open(self._request, self._options)
        self._note(answer.head)
        try:
            async for part in answer:
                if part != "":
                    yield part
        finally:
            await answer.aclose()
