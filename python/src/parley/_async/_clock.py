"""Time, randomness and scopes of the asynchronous client. Written by hand for each of the two clients."""

from __future__ import annotations

import inspect
import random
from dataclasses import dataclass
from functools import partial
from typing import Any, AsyncGenerator, Awaitable, Callable, ContextManager, Dict, List, Mapping, Sequence, TypeVar

import anyio
import anyio.to_thread

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


async def tell(listener: Callable[[T], object], value: T) -> None:
    """Tells a function a value, and waits for it if it is asynchronous."""
    result = listener(value)
    if inspect.isawaitable(result):
        await result


def check_function(function: Callable[..., Any]) -> None:
    """Any function will do."""


async def call_function(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Calls a function; one that is not asynchronous runs in a thread."""
    if inspect.iscoroutinefunction(function):
        return await function(**arguments)
    result = await anyio.to_thread.run_sync(partial(function, **arguments))
    return await result if inspect.isawaitable(result) else result


async def together(works: Sequence[Callable[[], Awaitable[T]]]) -> List[T]:
    """Does works at the same time, and returns their results in order."""
    results: Dict[int, T] = {}

    async def run(place: int, work: Callable[[], Awaitable[T]]) -> None:
        results[place] = await work()

    async with anyio.create_task_group() as group:
        for place, work in enumerate(works):
            group.start_soon(run, place, work)
    return [results[place] for place in range(len(works))]
