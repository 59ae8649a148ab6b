# Generated from _async/_text_parts.py by `npm run clients`. Do not edit.
"""Long texts, streamed."""

from __future__ import annotations

from typing import Optional

from .._request import Request, RequestOptions
from ._clock import Flow
from ._reading import Reading
from ._transport import Transport


# In the class, `bytes` is a method.
_Bytes = bytes


class TextParts(Reading):
    """A long text, streamed. Each loop over it sends a request; a lost connection is a failure."""

    def __init__(self, transport: Transport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = options

    def __iter__(self) -> Flow[str]:
        return self._reads(self._parts())

    def text(self) -> str:
        """The complete text."""
        pieces = []
        for part in self:
            pieces.append(part)
        return "".join(pieces)

    def bytes(self) -> _Bytes:
        """The complete text as it was sent, in UTF-8."""
        answer = self._transport.open(self._request, self._options)
        try:
            self._note(answer.head)
            return answer.whole()
        finally:
            answer.close()

    def read(self) -> str:
        """Another name of `text`."""
        return self.text()

    def _parts(self) -> Flow[str]:
        answer = self._transport.open(self._request, self._options)
        self._note(answer.head)
        try:
            for part in answer:
                if part != "":
                    yield part
        finally:
            answer.close()
