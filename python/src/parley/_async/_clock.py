"""Time, randomness and scopes of the asynchronous client. Written by hand for each of the two clients."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import AsyncGenerator, Awaitable, Callable, ContextManager, TypeVar

import anyio

from .._faults import IDLE_TIMEOUT

T = TypeVar("T")

AsyncFlow = AsyncGenerator[T, None]
"""The iterator that an `async def` with `yield` returns."""


@dataclass(frozen=True)
class AsyncRuntime:
    """Randomness and time, injected for tests."""

    random: Callable[[], float] = random.random
    wait: Callable[[float], Awaitable[None]] = anyio.sleep
    idle: float = IDLE_TIMEOUT


def shielded() -> ContextManager[object]:
    """Lets the closing of a connection finish, also in a task that is being cancelled."""
    return anyio.CancelScope(shield=True)
