"""Time, randomness and scopes of the synchronous client. Written by hand for each of the two clients."""

from __future__ import annotations

import inspect
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Callable, ContextManager, Generator, List, Mapping, Sequence, TypeVar

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


def tell(listener: Callable[[T], object], value: T) -> None:
    """Tells a function a value."""
    listener(value)


def check_function(function: Callable[..., Any]) -> None:
    """Raises a `TypeError` if a function is asynchronous, which only `AsyncParley` can wait for."""
    if inspect.iscoroutinefunction(function):
        raise TypeError(f"{function.__name__} is asynchronous: use AsyncParley.")


def call_function(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Calls a function."""
    return function(**arguments)


def together(works: Sequence[Callable[[], T]]) -> List[T]:
    """Does works at the same time, each in a thread, and returns their results in order."""
    contexts = [copy_context() for _ in works]

    def run(place: int) -> T:
        return contexts[place].run(works[place])

    with ThreadPoolExecutor(max_workers=max(len(works), 1)) as pool:
        return list(pool.map(run, range(len(works))))
