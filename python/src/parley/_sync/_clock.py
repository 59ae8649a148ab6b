"""Time, randomness and scopes of the synchronous client. Written by hand for each of the two clients."""

from __future__ import annotations

import random
import time
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Callable, ContextManager, Generator, TypeVar

from .._faults import IDLE_TIMEOUT

T = TypeVar("T")

Flow = Generator[T, None, None]
"""What a `def` with `yield` returns."""


@dataclass(frozen=True)
class Runtime:
    """Randomness and time, injected for tests."""

    random: Callable[[], float] = random.random
    wait: Callable[[float], None] = time.sleep
    idle: float = IDLE_TIMEOUT


def shielded() -> ContextManager[object]:
    """Nothing can cancel a thread."""
    return nullcontext()
