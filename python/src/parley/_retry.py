"""Which failed attempts are repeated, and after how long. Times are in seconds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable, Optional

from ._errors import APIConnectionError, APIError

FIRST_DELAY = 0.5
MAX_DELAY = 8.0
JITTER = 0.25
"""The random share of a delay, so that clients that failed together don't retry together."""
MAX_RETRY_AFTER = 60
"""Max `Retry-After` that is waited for; as long as the service's rate-limit window."""

_AMBIGUOUS = frozenset({408, 500, 502, 503, 504})
"""Statuses after which the request may or may not have had its effect."""


@dataclass(frozen=True)
class Failed:
    """A failed attempt."""

    error: Exception
    attempts: int
    """Number of times that the request was sent, from 1."""
    repeatable: bool
    random: Callable[[], float]
    """A number from 0 (inclusive) to 1 (exclusive)."""


def retry_delay(failed: Failed) -> Optional[float]:
    """The delay before the next attempt; None if another attempt can't help or may do harm."""
    error = failed.error
    if not _is_worth_repeating(error, failed.repeatable):
        return None
    retry_after = error.retry_after if isinstance(error, APIError) else None
    if retry_after is not None and retry_after > MAX_RETRY_AFTER:
        return None
    delay: float = min(FIRST_DELAY * 2.0 ** (failed.attempts - 1), MAX_DELAY) * (1 - JITTER * failed.random())
    # The earlier attempt may take minutes and the service can't say how long, so the polling backs off.
    if is_in_progress(error):
        return max(delay, float(retry_after or 0))
    return delay if retry_after is None else float(retry_after)


class Retries:
    """The retries of one request."""

    def __init__(self, max_retries: int, wait: float) -> None:
        """`wait` is the max total wait for an earlier attempt that is still running; no wait without retries."""
        self._max_retries = max_retries
        self._wait = wait
        self._waited = 0.0

    def delay_after(self, failed: Failed) -> Optional[float]:
        """Returns the delay before the next attempt; None if no attempt follows."""
        delay = retry_delay(failed)
        running = is_in_progress(failed.error)
        if running:
            self._waited += math.inf if delay is None else delay
            worth_it = self._max_retries > 0 and self._waited <= self._wait
        else:
            worth_it = failed.attempts <= self._max_retries
        return delay if worth_it else None


def is_in_progress(error: Exception) -> bool:
    """True if an earlier attempt of the same request is still running; another attempt then waits for its result."""
    return isinstance(error, APIError) and error.status == 409 and error.code == "idempotency_in_progress"


def may_have_had_effect(error: Exception) -> bool:
    """True if the response doesn't tell if the request had its effect."""
    return isinstance(error, APIError) and (error.status in _AMBIGUOUS or is_in_progress(error))


def _is_worth_repeating(error: Exception, repeatable: bool) -> bool:
    if isinstance(error, APIConnectionError):
        return repeatable
    if not isinstance(error, APIError):
        return False
    # The reply started and failed. It is stored, so the same key would only return the same failure.
    if error.failed is not None:
        return False
    # The service refused it before it had any effect, so any method may be retried. Wrong credentials stay wrong, and
    # mails or messages of a channel are accepted only later, or on the next day.
    if error.status == 429:
        return error.code not in ("too_many_failed_attempts", "too_many_mails", "channel_limit_reached")
    if error.status == 409:
        return is_in_progress(error)
    # It would take as long again.
    if error.code == "query_timeout":
        return False
    return repeatable and error.status in _AMBIGUOUS
