"""Tools and their calls with both clients at a real server, which python-server.test.ts starts."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, Callable, List

import pytest

from kits import Kit
from parley import tool_draft

URL = os.environ.get("PARLEY_TEST_BASE_URL", "")
KEY = os.environ.get("PARLEY_TEST_API_KEY", "")

pytestmark = pytest.mark.skipif(URL == "", reason="npm test starts the server")


def test_functions_answer_the_calls_of_a_reply(kit: Kit) -> None:
    client = kit.client(URL, api_key=KEY)
    both = threading.Barrier(2, timeout=60)

    def find_order(number: int) -> Any:
        """Finds an order of the shop by its number."""
        # Neither would return alone.
        both.wait()
        return {"number": number}

    def find_person(name: str) -> str:
        """Finds a person by their name."""
        both.wait()
        raise ValueError(f"Nobody has the name {name}.")

    find_order.__name__ += f"_{kit.name}"
    find_person.__name__ += f"_{kit.name}"
    clock = kit.run(
        client.tools.create(
            type="builtin", name=f"clock_{kit.name}", description="The time.", settings={"function": "current_time"}
        )
    )
    functions: List[Callable[..., Any]] = [find_order, find_person]
    own = [kit.run(client.tools.create(**tool_draft(function))) for function in functions]
    tools: List[Any] = [{"id": one.id, "requires_approval": one.id == clock.id} for one in [clock, *own]]
    agent = kit.run(client.agents.create(name="Tools", model=f"fake/tools-{kit.name}", tools=tools))
    run = kit.run(client.agents.run_tools(agent.id, content="Go", tools=functions))
    assert [(call.content, call.is_error) for call in run.calls] == [
        ('{"number": 7}', False),
        ("Nobody has the name Ada.", True),
    ]
    # The clock waits for approval.
    assert run.reply.status == "requires_action"
    (waiting,) = kit.items(client.tool_calls.list(conversation_id=run.reply.conversation, status="waiting"))
    assert (waiting.name, waiting.waits_for) == (clock.name, "approval")
    kit.run(client.tool_calls.approve(waiting.id))
    final = ended(kit, client, run.reply.id)
    assert (final.content, final.status) == ("Done.", "complete")


def ended(kit: Kit, client: Any, message: str) -> Any:
    """A reply once it doesn't wait any more."""
    end = time.monotonic() + 60
    while True:
        reply = kit.run(client.messages.retrieve(message))
        if reply.status not in ("requires_action", "streaming") or time.monotonic() > end:
            return reply
        time.sleep(0.05)


def test_a_run_waits_for_a_decision(kit: Kit) -> None:
    client = kit.client(URL, api_key=KEY)
    clock = kit.run(
        client.tools.create(
            type="builtin", name=f"watch_{kit.name}", description="The time.", settings={"function": "current_time"}
        )
    )
    agent = kit.run(
        client.agents.create(
            name="Decides",
            model=f"fake/decides-{kit.name}",
            tools=[{"id": clock.id, "requires_approval": True}],
        )
    )
    asked: List[str] = []

    def decide(request: Any) -> Any:
        asked.append(request.name)
        return client.tool_calls.deny(request.tool_call, reason="Not today.")

    place = kit.run(client.conversations.create(agent.id))
    run = kit.run(client.messages.run_tools(place.id, content="Go", tools=[], on_approval=decide))
    assert (run.reply.status, run.reply.content, asked) == ("complete", "Denied.", [clock.name])
