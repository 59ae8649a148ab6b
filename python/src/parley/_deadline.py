"""The time limit of one attempt, over all its phases."""

from __future__ import annotations

import time
from typing import Any, Dict, Mapping, Optional, Type

import httpx

from ._settings import Timeout, whole_timeout


_PHASES: Mapping[Type[Exception], str] = {
    httpx.ConnectTimeout: "connect",
    httpx.PoolTimeout: "pool",
    httpx.WriteTimeout: "write",
}


class Deadline(Dict[str, Optional[float]]):
    """
    The `timeout` extension of a request: httpx looks up the limit of each phase (pool, connect, write, read) when the
    phase begins, and gets its own limit or what is left of the whole, if that is less. While the body arrives, `check`
    has to be called.
    """

    def __init__(self, timeout: Timeout) -> None:
        self._whole = whole_timeout(timeout)
        phases = timeout.as_dict() if isinstance(timeout, httpx.Timeout) else {}
        super().__init__({phase: phases.get(phase) for phase in ("connect", "read", "write", "pool")})
        self._end = time.monotonic() + self._whole
        self._idle: Optional[float] = None

    def only_idle(self, seconds: float) -> None:
        """From now on, only the time without a byte is limited."""
        self._idle = seconds

    def check(self) -> None:
        """Raises `httpx.ReadTimeout` if the time is over."""
        if self._idle is None and time.monotonic() >= self._end:
            raise httpx.ReadTimeout("The response took too long.")

    def limit_of(self, error: httpx.TimeoutException) -> float:
        """The limit that an error is about, in seconds: that of its phase, or the whole."""
        own = super().__getitem__(_PHASES.get(type(error), "read"))
        return self._whole if own is None or time.monotonic() >= self._end else own

    def __getitem__(self, phase: str) -> Optional[float]:
        if self._idle is not None:
            return self._idle
        own = super().__getitem__(phase)
        # Zero would mean not to wait at all, which fails in another way.
        left = max(self._end - time.monotonic(), 0.001)
        return left if own is None else min(own, left)

    def get(self, phase: Any, default: Any = None) -> Any:
        """The time left for a phase, in seconds."""
        return self[phase]
