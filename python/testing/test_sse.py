"""The format of server-sent events."""

from __future__ import annotations

import re
from typing import List

import pytest

from parley._streams._sse import EventParser, ServerEvent, TextDecoder

EVENTS = [
    ServerEvent("1", "greeting", "Fine, thänk you 👍."),
    ServerEvent("2", "", '{"a":1}'),
    ServerEvent("2", "end", "first\nsecond\n"),
]
WHOLE = (
    "id: 1\nevent: greeting\ndata: Fine, thänk you 👍.\n\n"
    'id: 2\ndata: {"a":1}\n\n'
    "event: end\ndata: first\ndata:second\ndata\n\n"
)


def read(data: bytes, size: int) -> List[ServerEvent]:
    """Reads bytes in chunks of a size."""
    decoder, parser = TextDecoder(), EventParser(ValueError)
    found: List[ServerEvent] = []
    for start in range(0, len(data), size):
        found += parser.feed(decoder.decode(data[start : start + size]))
    return found


@pytest.mark.parametrize(
    "text",
    [
        WHOLE,
        WHOLE.replace("\n", "\r\n"),
        WHOLE.replace("\n", "\r"),
        WHOLE.replace("\n\n", "\r\n\n"),
        f": hello\n\n{WHOLE}".replace("event:", ": ping\nevent:"),
        re.sub(r"(?m)^(id|event|data): ", r"\1:", WHOLE),
        WHOLE.replace("event:", "retry: 10\nevents: x\nnothing\nevent:"),
        f"\ufeff{WHOLE}",
        f"{WHOLE}id: 3\ndata: incomplete\n",
        WHOLE.replace("id: 2\n", "id: 2\nid: 3\0\n"),
    ],
    ids=["LF", "CRLF", "CR", "mixed", "comments", "no space", "unknown fields", "BOM", "incomplete", "NUL in an ID"],
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 100_000])
def test_is_read_however_it_is_chunked(text: str, size: int) -> None:
    assert read(text.encode(), size) == EVENTS


def test_an_event_is_complete_with_its_carriage_return() -> None:
    parser = EventParser(ValueError)
    assert parser.feed("data: a\r\r") == [ServerEvent("", "", "a")]
    assert parser.feed("\ndata: b\r\n\r") == [ServerEvent("", "", "b")]
    assert parser.feed("\ndata: c\n\n") == [ServerEvent("", "", "c")]


def test_other_line_breaks_are_text() -> None:
    assert EventParser(ValueError).feed("data: a\u2028b\x0bc\x85\n\n") == [ServerEvent("", "", "a\u2028b\x0bc\x85")]


def test_only_the_first_byte_order_mark_is_dropped() -> None:
    assert read("\ufeffdata: a\n\n\ufeffdata: b\n\ndata: \ufeff\n\n".encode(), 2) == [
        ServerEvent("", "", "a"),
        ServerEvent("", "", "\ufeff"),
    ]


def test_invalid_bytes_become_replacement_characters() -> None:
    assert read(b"data: \xff\xc3\x28\n\n", 1) == [ServerEvent("", "", "\ufffd\ufffd(")]


def test_an_empty_id_is_the_last_one() -> None:
    assert [event.id for event in read(b"id: 1\ndata: a\n\nid\ndata: b\n\n", 4)] == ["1", ""]


@pytest.mark.parametrize("piece", ["x" * 99_990, "data: " + "x" * 99_990 + "\n"], ids=["line", "event"])
def test_an_endless_event_is_refused(piece: str) -> None:
    parser = EventParser(ValueError)
    with pytest.raises(ValueError, match="too long"):
        for _ in range(50):
            parser.feed(piece)
