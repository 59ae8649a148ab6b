"""Tests of decoding JSON into results, and of encoding them again."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from datetime import datetime, timedelta, timezone
from typing import Any, Dict

import pytest

from parley._streams._events import decode_event
from parley._model import Unknown, decode
from parley._request import NOT_GIVEN, renamed
from parley._times import format_time, parse_time
from parley.types import (
    Agent,
    Conversation,
    ConversationCitationEvent,
    ConversationToolCallEvent,
    Exchange,
    ListedConversation,
    MemberPasswordReset,
    Message,
    MessageCreatedEvent,
    MessageDeltaEvent,
    MessageError,
    MessageFailedEvent,
    NewApiKey,
    NewInvitation,
    TextPart,
    ToolCallEvent,
)

AGENT: Dict[str, Any] = {
    "_id": "agent_1",
    "name": "Support",
    "description": "",
    "systemPrompt": "Answer briefly.",
    "model": "openai/gpt-5-mini",
    "temperature": 1,
    "status": "active",
    "answerMode": "open",
    "rerank": False,
    "workspace": "ws_1",
    "externalId": None,
    "metadata": {},
    "knowledgeSources": ["source_1"],
    "knowledgeFilter": None,
    "tools": [{"id": "tool_1", "requiresApproval": False}],
    "handover": {
        "onFailedReply": True,
        "onNegativeRating": False,
        "onUnanswered": False,
        "keywords": ["refund"],
        "when": [{"key": "plan", "value": "enterprise"}],
        "team": None,
    },
    "fallbackModels": [],
    "groundingJudge": "rules",
    "createdAt": "2026-01-31T10:00:00.123Z",
    "updatedAt": "2026-01-31T10:00:00.123Z",
}
MESSAGE: Dict[str, Any] = {
    "_id": "message_1",
    "conversation": "conversation_1",
    "role": "assistant",
    "content": "Hello",
    "status": "failed",
    "author": None,
    "citations": [{"source": "s", "title": "t", "url": None, "quote": "q", "score": 0.5}],
    "parts": [{"type": "text", "text": "Hello"}],
    "usage": {"inputTokens": 1, "outputTokens": 2},
    "error": {"code": "provider_error", "message": "It failed.", "providerStatus": 500},
    "createdAt": "2026-01-31T10:00:00.123Z",
}


def test_decodes_names_times_and_nested_objects() -> None:
    agent = decode(Agent, AGENT)
    assert (agent.id, agent.system_prompt, agent.knowledge_sources) == ("agent_1", "Answer briefly.", ["source_1"])
    assert agent.created_at == datetime(2026, 1, 31, 10, 0, 0, 123000, tzinfo=timezone.utc)
    message = decode(Message, MESSAGE)
    assert agent.tools[0].id == "tool_1"
    assert message.citations[0].quote == "q"
    assert message.usage is not None and message.usage.output_tokens == 2
    assert isinstance(message.error, MessageError) and message.error.provider_status == 500
    assert message.parts == [decode(TextPart, {"type": "text", "text": "Hello"})]
    exchange = decode(Exchange, {"conversation": {"_id": "c"}, "message": MESSAGE, "reply": None})
    assert isinstance(exchange.conversation, Conversation) and exchange.reply is None


def test_accepts_what_a_newer_service_sends() -> None:
    parts = [{"type": "video", "url": "https://example.com"}, "text", None]
    message = decode(Message, {**MESSAGE, "role": "robot", "mood": "happy", "parts": parts})
    assert message.role == "robot"
    unknown, *others = message.parts
    assert isinstance(unknown, Unknown) and unknown.type == "video"
    assert unknown.to_dict() == {"type": "video", "url": "https://example.com"}
    assert others == ["text", None]
    assert message.to_dict()["mood"] == "happy"


def test_absent_fields_are_none() -> None:
    assert decode(Conversation, {"_id": "c"}).tags is None
    assert decode(ListedConversation, {"_id": "c"}).match is None


@pytest.mark.parametrize("value", [1, True, "text", ["text"], {"other": 1}])
def test_a_value_of_another_type_comes_as_it_was_sent(value: Any) -> None:
    sent = {**MESSAGE, "content": value, "createdAt": value, "citations": value, "error": None, "usage": value}
    message = decode(Message, sent)
    assert message.content == value and message.created_at == value
    assert message.to_dict() == sent


def test_to_dict_returns_a_copy_of_the_json_as_it_was_sent() -> None:
    agent = decode(Agent, AGENT)
    sent = agent.to_dict()
    assert sent == AGENT
    sent["knowledgeSources"].append("another")
    assert agent.to_dict() == AGENT


def test_to_dict_of_a_changed_copy_has_its_fields() -> None:
    agent = replace(decode(Agent, AGENT), name="Sales")
    assert agent.to_dict() == {**AGENT, "name": "Sales"}
    message = replace(decode(Message, MESSAGE), content="Bye").to_dict()
    assert (message["content"], message["author"], message["usage"]) == ("Bye", None, MESSAGE["usage"])
    assert replace(decode(ListedConversation, {"_id": "c"}), title="x").to_dict().get("match", "absent") == "absent"


def test_results_are_immutable_and_equal_by_their_fields() -> None:
    agent = decode(Agent, AGENT)
    with pytest.raises(FrozenInstanceError):
        agent.name = "Sales"  # type: ignore[misc]
    other = decode(Agent, {**AGENT, "unknown": 1})
    object.__setattr__(other, "response", object())
    assert agent == other and agent != replace(agent, name="Sales")
    assert "response" not in repr(other) and "_json" not in repr(other)


def test_results_can_be_copied_and_pickled() -> None:
    agent = decode(Agent, AGENT)
    assert copy.deepcopy(agent) == agent == pickle.loads(pickle.dumps(agent))
    assert pickle.loads(pickle.dumps(agent)).to_dict() == AGENT


@pytest.mark.parametrize("kind, name", [(NewApiKey, "key"), (NewInvitation, "url"), (MemberPasswordReset, "url")])
def test_a_secret_is_not_printed(kind: Any, name: str) -> None:
    result = decode(kind, {name: "secret"})
    assert getattr(result, name) == "secret" and "secret" not in repr(result)


@pytest.mark.parametrize(
    "text, microsecond",
    [
        ("2026-01-31T10:00:00Z", 0),
        ("2026-01-31T10:00:00.5Z", 500000),
        ("2026-01-31T10:00:00.123456789z", 123456),
        ("2026-01-31T12:00:00.123+02:00", 123000),
        ("2026-01-31T10:00:00", 0),
    ],
)
def test_times_are_aware(text: str, microsecond: int) -> None:
    assert parse_time(text) == datetime(2026, 1, 31, 10, 0, 0, microsecond, tzinfo=timezone.utc)


@pytest.mark.parametrize("text", ["", "soon", "2026-13-31T10:00:00Z", 5, None])
def test_what_is_no_time_comes_as_it_was_sent(text: Any) -> None:
    assert parse_time(text) is text


def test_times_are_sent_in_utc() -> None:
    zone = timezone(timedelta(hours=2))
    assert format_time(datetime(2026, 1, 31, 12, 0, 0, 123456, tzinfo=zone)) == "2026-01-31T10:00:00.123Z"
    with pytest.raises(ValueError, match="time zone"):
        format_time(datetime(2026, 1, 31))


def test_objects_in_requests_get_the_names_of_the_api() -> None:
    names = {"system_prompt": "systemPrompt"}
    assert renamed({"system_prompt": "p", "model": "m"}, names) == {"systemPrompt": "p", "model": "m"}
    assert renamed(NOT_GIVEN, names) is NOT_GIVEN
    assert renamed(None, names) is None


def test_events_have_their_content_beside_id_and_type() -> None:
    delta = decode_event("reply", "m:1", "message.delta", {"text": "Hi"})
    assert isinstance(delta, MessageDeltaEvent) and (delta.id, delta.type, delta.text) == ("m:1", "message.delta", "Hi")
    created = decode_event("conversation", "m:0", "message.created", {"message": MESSAGE})
    assert isinstance(created, MessageCreatedEvent) and created.message.content == "Hello"
    failed = decode_event("reply", "m:2", "message.failed", {"message": None, "error": "No.", "code": "interrupted"})
    assert isinstance(failed, MessageFailedEvent) and (failed.message, failed.reason) == (None, None)
    assert delta.to_dict() == {"id": "m:1", "type": "message.delta", "text": "Hi"}


def test_events_of_one_value_have_it_in_a_field_of_its_own() -> None:
    call: Dict[str, Any] = {"callId": "call_1", "name": "search", "arguments": {"query_text": "x"}}
    of_reply = decode_event("reply", "m:1", "tool.call", call)
    assert isinstance(of_reply, ToolCallEvent)
    assert (of_reply.call.call_id, of_reply.call.arguments) == ("call_1", {"query_text": "x"})
    of_conversation = decode_event("conversation", "m:1", "tool.call", {"message": "message_1", **call})
    assert isinstance(of_conversation, ConversationToolCallEvent)
    assert (of_conversation.message, of_conversation.call) == ("message_1", of_reply.call)
    citation = decode_event("conversation", "m:1", "citation", {"message": "message_1", **MESSAGE["citations"][0]})
    assert isinstance(citation, ConversationCitationEvent)
    assert (citation.message, citation.citation.quote) == ("message_1", "q")
