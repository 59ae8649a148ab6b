"""Both clients against a real server, which python.test.ts starts with a model provider of its own."""

from __future__ import annotations

import json
import os
import time
from typing import Any, Dict, List

import httpx
import pytest

from kits import Kit
from parley import NOT_GIVEN, InternalServerError, MessageFailedError, ParleyError

URL = os.environ.get("PARLEY_TEST_BASE_URL", "")
KEY = os.environ.get("PARLEY_TEST_API_KEY", "")
RECEIVER = os.environ.get("PARLEY_TEST_WEBHOOK_URL", "")
ANSWER = "Fine, thänk you 👍."

pytestmark = pytest.mark.skipif(URL == "", reason="npm test starts the server")


@pytest.fixture
def client(kit: Kit) -> Any:
    return kit.patient(URL, api_key=KEY)


def agent_with(kit: Kit, client: Any, model: str) -> str:
    name = f"{model}-{kit.name}"
    agent = kit.run(client.agents.create(name=name, model=f"fake/{name}", system_prompt="Answer briefly."))
    identifier: str = agent.id
    return identifier


class Cut(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that breaks after some bytes, like a lost connection."""

    def __init__(self, body: Any, left: int) -> None:
        self.body = body
        self.left = left

    def __iter__(self) -> Any:
        for chunk in self.body:
            yield self._pass(chunk)
            self._break()

    async def __aiter__(self) -> Any:
        async for chunk in self.body:
            yield self._pass(chunk)
            self._break()

    def close(self) -> None:
        self.body.close()

    async def aclose(self) -> None:
        await self.body.aclose()

    def _pass(self, chunk: bytes) -> bytes:
        passed = chunk[: max(self.left, 0)]
        self.left -= len(chunk)
        return passed

    def _break(self) -> None:
        if self.left < 0:
            raise httpx.ReadError("Cut.")


class Losing(httpx.HTTPTransport):
    """Breaks responses after some bytes: one of `cuts` per request."""

    def __init__(self, cuts: List[int]) -> None:
        super().__init__()
        self.cuts = cuts
        self.requests: List[str] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        return lose(self, request, response)


class AsyncLosing(httpx.AsyncHTTPTransport):
    """The same for the asynchronous client."""

    def __init__(self, cuts: List[int]) -> None:
        super().__init__()
        self.cuts = cuts
        self.requests: List[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        return lose(self, request, response)


def lose(transport: Any, request: httpx.Request, response: httpx.Response) -> httpx.Response:
    place = len(transport.requests)
    transport.requests.append(f"{request.method} {request.url.path.rpartition('/')[2]}")
    if place < len(transport.cuts):
        response.stream = Cut(response.stream, transport.cuts[place])
    return response


def losing(kit: Kit, *cuts: int) -> Any:
    """A client that doesn't wait, whose responses break; and its transport."""
    transport: Any = Losing(list(cuts)) if kit.name == "sync" else AsyncLosing(list(cuts))
    http: Any = httpx.Client if kit.name == "sync" else httpx.AsyncClient
    client = kit.patient(URL, api_key=KEY, http_client=kit.keep(http(transport=transport, trust_env=False)))
    return client, transport


def test_agents_are_created_listed_changed_and_deleted(kit: Kit, client: Any) -> None:
    agent = kit.run(client.agents.create(name=f"Ada {kit.name}", temperature=0.2))
    assert (agent.name, agent.temperature, agent.status) == (f"Ada {kit.name}", 0.2, "active")
    assert agent.created_at.tzinfo is not None
    again = kit.run(client.agents.retrieve(agent.id))
    assert again == agent
    assert again.response.etag is not None
    changed = kit.run(client.agents.update(agent.id, name="Eva", options={"if_match": again.response.etag}))
    assert changed.name == "Eva"
    stale = kit.failure(
        lambda: client.agents.update(agent.id, name="Ada", options={"if_match": again.response.etag})
    )
    assert (type(stale).__name__, stale.status) == ("PreconditionFailedError", 412)
    assert agent.id in [one.id for one in kit.items(client.agents.list(limit=1))]
    assert isinstance(kit.run(client.agents.delete(agent.id)).message, str)
    gone = kit.failure(lambda: client.agents.retrieve(agent.id))
    assert (gone.status, gone.code, gone.request_id is not None) == (404, "agent_not_found", True)


def test_a_wrong_key_and_a_wrong_field_are_named(kit: Kit, client: Any) -> None:
    stranger = kit.client(URL)
    assert kit.failure(lambda: stranger.agents.list()).code == "invalid_api_key"
    error = kit.failure(lambda: client.agents.create(name="Ada", temperature=7))
    assert (error.status, error.code, error.details[0].path) == (400, "validation_failed", "temperature")


def test_loses_and_repeats_no_character_wherever_its_connections_break(kit: Kit, client: Any) -> None:
    agent = agent_with(kit, client, "lost")
    whole = kit.items(client.agents.stream(agent, content="How are you?"))
    length = sum(len(str(event.to_dict())) for event in whole)
    for cut in range(0, length, max(length // 10, 1)):
        lossy, transport = losing(kit, cut, 90)
        events = kit.items(lossy.agents.stream(agent, content="How are you?"))
        assert "".join(event.text for event in events if event.type == "message.delta") == ANSWER
        assert [event.type for event in events if event.type != "message.delta"] == [
            "message.created",
            "message.created",
            "message.completed",
        ]
        if cut < length / 2:
            assert len(transport.requests) > 1


def test_one_reply_to_a_call_that_is_resent_while_it_runs(kit: Kit) -> None:
    client = kit.patient(URL, api_key=KEY)
    agent, end = agent_with(kit, client, "slow"), agent_with(kit, client, "end-slow")

    def ends(seconds: float) -> None:
        """Instead of the first wait, the reply ends; the others are waited for."""
        time.sleep(seconds if client.waits else 0)
        if not client.waits:
            _end(end)
        client.waits.append(seconds)

    client._transport.runtime = kit.runtime(ends)
    exchange = kit.run(client.agents.chat(agent, content="How are you?", options={"timeout": 3}))
    assert exchange.reply.content == "Fine, thanks."
    assert exchange.response.attempts > 1
    assert exchange.response.headers["idempotent-replayed"] == "true"
    assert len(kit.run(client.messages.list(exchange.conversation.id)).items) == 2


def _end(agent: str) -> None:
    """Has the provider end another reply, from a thread of its own."""
    with httpx.Client(trust_env=False, timeout=60) as http:
        headers = {"Authorization": f"Bearer {KEY}"}
        http.post(f"{URL}/api/agents/{agent}/chat", headers=headers, json={"content": "Go."}).raise_for_status()


def test_conversations_are_marked_as_read_each_or_all_of_a_workspace(kit: Kit, client: Any) -> None:
    agent = agent_with(kit, client, "read")
    place = kit.run(client.conversations.create(agent))
    reply = kit.run(client.messages.send(place.id, content="One")).reply

    def unread() -> Any:
        return kit.items(client.conversations.list_of_agent(agent, include_unread=True))[0].unread

    assert unread() is True
    read = kit.run(client.conversations.mark_read(place.id, read_until=reply.created_at))
    assert (read.conversation, read.read_until) == (place.id, reply.created_at)
    assert unread() is False
    kit.run(client.messages.send(place.id, content="Two"))
    assert unread() is True
    assert kit.run(client.conversations.mark_all_read(workspace_id=place.workspace)).workspace == place.workspace
    assert unread() is False


def test_no_reply_after_a_takeover_in_every_way_of_asking(kit: Kit, client: Any) -> None:
    agent = agent_with(kit, client, "silent")
    place = kit.run(client.conversations.create(agent)).id
    kit.run(client.conversations.take_over(place))
    assert kit.run(client.messages.send(place, content="One")).reply is None
    assert kit.run(client.messages.stream(place, content="Two").get_final_reply()) is None
    assert kit.items(client.messages.stream(place, content="Three").text) == []
    assert kit.run(client.messages.stream(place, content="Here I am.", role="human").get_final_reply()) is None
    assert kit.run(client.conversations.follow(place).get_final_reply()) is None
    assert kit.run(client.agents.chat(agent, content="Four", conversation_id=place)).reply is None
    newest = [message.content for message in kit.items(client.messages.list(place))]
    assert newest == ["Four", "Here I am.", "Three", "Two", "One"]


def test_a_failing_reply_is_requested_once_and_retried_on_demand(kit: Kit, client: Any) -> None:
    lossy, transport = losing(kit)
    agent = agent_with(kit, client, "failing")
    error = kit.failure(lambda: lossy.agents.chat(agent, content="How are you?"))
    assert transport.requests == ["POST chat"]
    assert isinstance(error, InternalServerError)
    assert error.attempts == 1
    assert error.failed is not None
    assert kit.run(lossy.messages.retry(error.failed.reply)).reply.content == "Better."


def test_the_retried_reply_is_resumed_not_the_failed_one(kit: Kit, client: Any) -> None:
    place = kit.run(client.conversations.create(agent_with(kit, client, "again"))).id
    error = kit.failure(lambda: client.messages.stream(place, content="How are you?").get_final_reply())
    assert isinstance(error, MessageFailedError)
    assert error.code == "provider_error"
    assert error.reply is not None and error.reply.status == "failed"
    # The first has the beginning of the question, the second all of it.
    lossy, transport = losing(kit, 30, 900)
    final = kit.run(lossy.messages.retry_stream(error.reply.id).get_final_reply())
    assert (final.content, final.status) == ("Better.", "complete")
    assert transport.requests[:2] == ["POST retry", "POST retry"]


def test_a_reply_continues_after_its_stream_is_left(kit: Kit, client: Any) -> None:
    place = kit.run(client.conversations.create(agent_with(kit, client, "left"))).id
    end = agent_with(kit, client, "end-left")
    assert kit.items(client.messages.stream(place, content="How are you?").text, 1) == ["Fine, "]
    assert kit.items(client.conversations.follow(place).text, 1) == ["Fine, "]
    kit.run(client.agents.chat(end, content="Go."))
    reply = kit.run(client.conversations.follow(place).get_final_reply())
    assert (reply.content, reply.status) == ("Fine, thanks.", "complete")


def test_everything_that_happens_in_a_conversation_is_followed(kit: Kit, client: Any) -> None:
    agent = agent_with(kit, client, "hello")
    place = kit.run(client.conversations.create(agent)).id
    kit.run(client.messages.send(place, content="Hi"))
    kit.run(client.conversations.update(place, title="Greeting"))
    (first,) = kit.items(client.conversations.events(place), 1)
    assert (first.type, first.conversation.title) == ("conversation.updated", "Greeting")
    kit.run(client.messages.send(place, content="Hi again"))
    later = kit.items(client.conversations.events(place, last_event_id=first.id), 2)
    assert [event.type for event in later] == ["message.created", "message.created"]
    assert later[0].message.content == "Hi again"


def test_an_export_has_every_conversation(kit: Kit, client: Any) -> None:
    agent = agent_with(kit, client, "exported")
    for number in range(3):
        kit.run(client.agents.chat(agent, content=f"Hällo {number}"))
    text = kit.run(client.conversations.export(format="jsonl", agent_id=agent).read())
    assert len(text.splitlines()) == 3
    assert "Hällo 2" in text
    parts = kit.items(client.conversations.export(format="csv", agent_id=agent))
    assert "Hällo 1" in "".join(parts)


def test_a_refusal_says_what_a_key_cannot_do(kit: Kit, client: Any) -> None:
    denied = kit.failure(lambda: client.api_keys.create(name=f"Test {kit.name}", scopes=["agents:read"]))
    assert (type(denied).__name__, denied.status, denied.code) == ("PermissionDeniedError", 403, "session_required")


def post(url: str, body: str, headers: Dict[str, str]) -> httpx.Response:
    with httpx.Client(trust_env=False) as http:
        return http.post(url, content=body.encode(), headers={**headers, "Content-Type": "application/json"})


def delivered_to(channel: str, count: int) -> List[Dict[str, Any]]:
    """The deliveries of a channel as they arrived, once there are as many."""
    end = time.monotonic() + 30
    while True:
        found = [each for each in post(RECEIVER, "{}", {}).json() if channel in each["text"]]
        if len(found) >= count:
            return found
        assert time.monotonic() < end, "The delivery did not arrive."
        time.sleep(0.02)


def test_webhooks_are_signed_alike_in_both_directions(kit: Kit, client: Any) -> None:
    agent = kit.run(client.agents.create(name=f"echo-{kit.name}", model="builtin/echo")).id
    channel = kit.run(client.channels.create(agent, type="webhook", settings={"url": RECEIVER}))
    inbound = f"{URL}/api/channels/{channel.id}/inbound"
    body = json.dumps({"type": "message", "user": {"id": "ada"}, "text": "Hällo"})
    signed = client.webhooks.sign(body, secret=channel.secret)
    assert post(inbound, body + " ", signed).status_code == 401
    # The same ID is one message.
    assert [post(inbound, body, signed).status_code for _ in range(2)] == [200, 200]
    (delivery,) = delivered_to(channel.id, 1)
    event = client.webhooks.unwrap(delivery["text"], delivery["headers"], channel.secret)
    data = {name: event["data"][name] for name in ("channel", "user", "text", "role", "thread")}
    assert (event["type"], data) == (
        "message",
        {"channel": channel.id, "user": "ada", "text": "Hällo", "role": "assistant", "thread": None},
    )
    with pytest.raises(ParleyError):
        client.webhooks.unwrap(delivery["text"].replace("Hällo", "Hello"), delivery["headers"], channel.secret)

    # While the secret is rotated, either is accepted.
    newer = kit.run(client.channels.rotate_secret(channel.id, overlap_hours=24)).secret
    tested = kit.run(client.channels.test(channel.id))
    assert tested.ok, tested
    last = delivered_to(channel.id, 2)[-1]
    for secret in (channel.secret, newer, [channel.secret, newer]):
        assert client.webhooks.unwrap(last["text"], last["headers"], secret)["type"] == "test"


def test_follows_what_happens_in_a_workspace(kit: Kit, client: Any) -> None:
    before = kit.run(client.events.list(sort="-createdAt", limit=1)).items
    agent = kit.run(client.agents.create(name="Followed", model="builtin/extract"))
    kit.run(client.agents.update(agent.id, name="Renamed"))
    following = client.events.follow(types="agent.*", agent_id=agent.id, cursor=before[0].id if before else NOT_GIVEN)
    created, updated = kit.items(following, 2)
    assert (created.type, created.data.agent) == ("agent.created", agent.id)
    assert (updated.type, updated.data.fields) == ("agent.updated", ["name"])
    assert updated.actor.kind == "key"
