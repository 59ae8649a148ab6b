# Generated from openapi.json by `npm run clients`. Do not edit.
"""The objects inside the bodies of requests."""

from __future__ import annotations

from typing import TypedDict


class ConversationChangesUsage(TypedDict):
    """Tokens of all replies together. Read-only."""

    input_tokens: int
    """Number of tokens in the prompts."""
    output_tokens: int
    """Number of tokens in the replies."""


class TrialSettings(TypedDict, total=False):
    """Unsaved settings to try: they replace the agent’s own for this reply only and are not stored. Requires
    `agents:write` in the agent’s workspace.
    """

    system_prompt: str
    """System prompt: up to 100,000 characters. The agent’s own if absent."""
    model: str
    """Name of the language model, like that of an agent. The agent’s own if absent."""
    temperature: float
    """Response temperature from 0 to 1. The agent’s own if absent."""


class KnowledgePairDraft(TypedDict):
    """Pairs of a source of type `qa`: max 1,000. Empty unless set."""

    question: str
    """The question: up to 1,000 characters."""
    answer: str
    """The answer: up to 10,000 characters."""
