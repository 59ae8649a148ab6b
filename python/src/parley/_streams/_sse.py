"""A parser of server-sent events (WHATWG HTML, section 9.2.6)."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Callable, List

MAX_EVENT = 4 * 1024 * 1024
"""Max characters of one event; the longest reply has a tenth of it."""

_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class ServerEvent:
    """One server-sent event."""

    id: str
    event: str
    data: str


class TextDecoder:
    """Decodes UTF-8 piece by piece: invalid bytes become U+FFFD, a byte order mark at the beginning is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._begun = False

    def decode(self, chunk: bytes, final: bool = False) -> str:
        """The text that is complete so far."""
        text = self._decoder.decode(chunk, final)
        if text == "" or self._begun:
            return text
        self._begun = True
        return text[1:] if text[0] == "\ufeff" else text


class EventParser:
    """Parses events from pieces of text. An incomplete event at the end is dropped."""

    def __init__(self, to_error: Callable[[str], Exception]) -> None:
        """`to_error` creates the error for an invalid stream."""
        self._to_error = to_error
        self._rest = ""
        self._after_return = False
        self._id = ""
        self._event = ""
        self._data: List[str] = []
        self._size = 0

    def feed(self, text: str) -> List[ServerEvent]:
        """The events that the text completes."""
        # The second half of a line break whose first half ended the text before.
        if self._after_return and text != "":
            self._after_return = False
            if text[0] == "\n":
                text = text[1:]
        if text.endswith("\r"):
            self._after_return = True
        lines = _BREAK.split(self._rest + text)
        self._rest = lines.pop()
        if len(self._rest) > MAX_EVENT:
            raise self._too_long()
        events: List[ServerEvent] = []
        for line in lines:
            self._read(line, events)
        return events

    def _read(self, line: str, events: List[ServerEvent]) -> None:
        if line == "":
            if self._data:
                events.append(ServerEvent(self._id, self._event, "\n".join(self._data)))
            self._event = ""
            self._data = []
            self._size = 0
            return
        # A line without a colon is a field without a value; one that begins with a colon is a comment.
        field, _, value = line.partition(":")
        if value.startswith(" "):
            value = value[1:]
        if field == "id":
            # As the standard says; no header could send it back.
            if "\0" not in value:
                self._id = value
        elif field == "event":
            self._event = value
        elif field == "data":
            self._size += len(value) + 1
            if self._size > MAX_EVENT:
                raise self._too_long()
            self._data.append(value)

    def _too_long(self) -> Exception:
        return self._to_error("The stream contains an event that is too long.")
