"""The time limit of one attempt, over all its phases."""

from __future__ import annotations

import time
from typing import Any, Dict, Optional

import httpx


class Deadline(Dict[str, Optional[float]]):
    """
    The `timeout` extension of a request: httpx looks up the limit of each phase (pool, connect, write, read) when the
    phase begins, and gets what is left of the whole. While the body arrives, `check` has to be called.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(connect=seconds, read=seconds, write=seconds, pool=seconds)
        self._end = time.monotonic() + seconds
        self._idle: Optional[float] = None

    def only_idle(self, seconds: float) -> None:
        """From now on, only the time without a byte is limited."""
        self._idle = seconds

    def check(self) -> None:
        """Raises `httpx.ReadTimeout` if the time is over."""
        if self._idle is None and time.monotonic() >= self._end:
            raise httpx.ReadTimeout("The response took too long.")

    def __getitem__(self, phase: str) -> Optional[float]:
        if self._idle is not None:
            return self._idle
        # Zero would mean not to wait at all, which fails in another way.
        return max(self._end - time.monotonic(), 0.001)

    def get(self, phase: Any, default: Any = None) -> Any:
        """The time left for a phase, in seconds."""
        return self[phase]
