"""Fixtures of every test."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Callable, Iterator

import pytest

from kits import AsyncKit, Kit
from plays import Play, PlayServer

Serve = Callable[..., PlayServer]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides settings in the machine's own environment from the tests."""
    for name in ("PARLEY_API_KEY", "PARLEY_BASE_URL", "PARLEY_LOG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(params=["sync", "async"])
def kit(request: pytest.FixtureRequest) -> Iterator[Kit]:
    """Each of the two clients."""
    made = Kit() if request.param == "sync" else AsyncKit()
    yield made
    made.close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts a server with the given answers, which stops with the test."""
    with ExitStack() as stack:

        def start(*answers: Play) -> PlayServer:
            return stack.enter_context(PlayServer(*answers))

        yield start
