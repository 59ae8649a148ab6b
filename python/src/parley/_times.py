"""Times of the API: RFC 3339 text on the wire, aware ``datetime`` objects in Python."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from typing import Any, Union

_FRACTION = re.compile(r"\.(\d+)")


def parse_time(text: Any) -> Any:
    """Return an aware ``datetime``, in UTC unless the text says otherwise; or the value itself if it is no time."""
    if not isinstance(text, str):
        return text
    # Before 3.11, fromisoformat knows neither "Z" nor fractions that don't have three or six digits.
    whole = text[:-1] + "+00:00" if text.endswith(("Z", "z")) else text
    try:
        time = datetime.fromisoformat(whole)
    except ValueError:
        try:
            time = datetime.fromisoformat(_FRACTION.sub(_six_digits, whole))
        except ValueError:
            return text
    return time if time.tzinfo is not None else time.replace(tzinfo=timezone.utc)


def _six_digits(fraction: re.Match[str]) -> str:
    return "." + fraction.group(1)[:6].ljust(6, "0")


def format_time(time: Union[datetime, date]) -> str:
    """
    Return a time as the API takes it: UTC with milliseconds; for a ``date``, the start of that day in UTC. Raise
    ``ValueError`` if a ``datetime`` has no time zone, or its UTC is not in the years 1 to 9999.
    """
    if not isinstance(time, datetime):
        time = datetime(time.year, time.month, time.day, tzinfo=timezone.utc)
    if time.utcoffset() is None:
        raise ValueError("must have a time zone, such as datetime.now(timezone.utc)")
    try:
        utc = time.astimezone(timezone.utc)
    except OverflowError:
        raise ValueError("must be in the years 1 to 9999 in UTC") from None
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
