"""The attempts of one call: their number, their delays and their log lines."""

from __future__ import annotations

import threading
import time
from typing import Callable, Optional, Set

import httpx

from ._deadline import Deadline
from ._envelope import Head
from ._errors import APIConnectionError, APIError, ParleyError
from ._faults import connection_error, late_error, was_sent
from ._log import Log
from ._request import PreparedRequest
from ._retry import Failed, Retries, may_have_had_effect


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
        self._doubtful = False

    def next(self) -> int:
        """The number of the next attempt, from 1."""
        self._number += 1
        return self._number

    def fault(self, cause: Exception, deadline: Deadline) -> APIConnectionError:
        """The error of an attempt that got no complete response, for its cause. Remembers what may have happened."""
        label = self.prepared.label
        self._doubtful = self._doubtful or (self.prepared.changes and was_sent(cause))
        if isinstance(cause, httpx.TimeoutException):
            return late_error(label, cause, limit=deadline.limit_of(cause), doubtful=self._doubtful)
        return connection_error(label, cause, doubtful=self._doubtful)

    def delay_after(self, error: ParleyError) -> Optional[float]:
        """The delay before the next attempt in seconds; None if the failure is final, which then has its attempts."""
        if not isinstance(error, APIError):
            # Any other error is of an attempt that was not sent.
            error.attempts = self._number if isinstance(error, APIConnectionError) else self._number - 1
        self._doubtful = self._doubtful or (self.prepared.changes and may_have_had_effect(error))
        failed = Failed(error, self._number, self.prepared.repeatable, self._random)
        delay = self._retries.delay_after(failed)
        if delay is not None:
            self._notices.retry(self.prepared.label, failed, delay)
        return delay
