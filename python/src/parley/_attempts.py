"""The attempts of one call: their number, their delays and their log lines."""

from __future__ import annotations

import threading
import time
from typing import Callable, Optional, Set

from ._envelope import Head
from ._errors import ParleyError
from ._log import Log
from ._request import PreparedRequest
from ._retry import Failed, Retries


class Notices:
    """Logs responses, and once per operation that the service has announced its removal (RFC 9745 and RFC 8594)."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._noted: Set[str] = set()
        # Threads share a client.
        self._lock = threading.Lock()

    def response(self, label: str, head: Head, started: float) -> None:
        """Logs a response."""
        self._log.debug(
            f"{label} returned {head.status}",
            attempt=head.attempts,
            milliseconds=round((time.monotonic() - started) * 1000),
            request_id=head.headers.get("X-Request-Id"),
        )
        if "Deprecation" not in head.headers:
            return
        with self._lock:
            is_new = label not in self._noted
            self._noted.add(label)
        if is_new:
            self._log.warn(f"{label} is deprecated", sunset=head.headers.get("Sunset"))

    def retry(self, label: str, failed: Failed, delay: float) -> None:
        """Logs that a failed attempt is repeated, after a delay in seconds."""
        self._log.info(
            f"{label} failed and is retried",
            attempt=failed.attempts,
            error=type(failed.error).__name__,
            delay=round(delay, 3),
        )


class Attempts:
    """The attempts of one call."""

    def __init__(
        self, prepared: PreparedRequest, retries: Retries, *, notices: Notices, random: Callable[[], float]
    ) -> None:
        self.prepared = prepared
        self._retries = retries
        self._notices = notices
        self._random = random
        self._number = 0

    def next(self) -> int:
        """The number of the next attempt, from 1."""
        self._number += 1
        return self._number

    def delay_after(self, error: ParleyError) -> Optional[float]:
        """The delay before the next attempt in seconds; None if the failure is final."""
        failed = Failed(error, self._number, self.prepared.repeatable, self._random)
        delay = self._retries.delay_after(failed)
        if delay is not None:
            self._notices.retry(self.prepared.label, failed, delay)
        return delay
