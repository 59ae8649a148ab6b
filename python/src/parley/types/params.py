# Generated from openapi.json by `npm run clients`. Do not edit.
"""The objects inside the bodies of requests."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Dict, Sequence, TypedDict, Union

from .literals import AnswerMode, ChannelPictureType, ConversationStatus, Device, Priority, Rating, Sort


class MetadataFilter(TypedDict):
    """Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source."""

    metadata: Dict[str, Any]
    """The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. Max 10 keys
    with 50 values each.
    """


class _RequiredAgentToolDraft(TypedDict):
    id: str
    """Identifier of a tool of the agent’s workspace."""


class AgentToolDraft(_RequiredAgentToolDraft, total=False):
    """Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set."""

    requires_approval: bool
    """True if each call of the tool waits until a person approves it. False unless set."""


class HandoverConditionDraft(TypedDict):
    """Values in the metadata of a conversation, max 10: it is handed over as soon as it gets one of them, when it is
    created or changed. Empty unless set.
    """

    key: str
    """A key of the metadata: 1 to 100 characters."""
    value: Any
    """Its value: a text of up to 200 characters, a number, True or False."""


class AgentHandoverDraft(TypedDict, total=False):
    """When the agent hands a conversation over to people, by rule. Replaces all of them: those that are absent are off.
    All are off unless set.
    """

    on_failed_reply: bool
    """True to hand over if a reply fails. False unless set."""
    on_negative_rating: bool
    """True to hand over if a reply is rated negatively. False unless set."""
    on_unanswered: bool
    """True to hand over if a question is kept as unanswered. False unless set."""
    keywords: Sequence[str]
    """Words and phrases of 1 to 60 characters, max 20: a message of the user with one of them gets no reply and hands
    over. They are compared as whole words, in any case, with or without accents. Empty unless set.
    """
    when: Sequence[HandoverConditionDraft]
    """Values in the metadata of a conversation, max 10: it is handed over as soon as it gets one of them, when it is
    created or changed. Empty unless set.
    """
    team: Union[str, None]
    """Identifier of the team of the workspace that is responsible from then on; None, the default, for none. A team
    that is deleted is removed here.
    """


class PageContext(TypedDict, total=False):
    """The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out keep their
    values. Only from a visitor.
    """

    url: str
    """URL of the page: http or https. Its user, password and fragment are not stored."""
    title: str
    """Title of the page: up to 300 characters."""
    referrer: str
    """URL of the page that linked to it; like `url`. Empty for none."""
    language: str
    """Language of the browser, such as `en-GB`."""
    device: Device
    """The device of the visitor."""
    attributes: Dict[str, Any]
    """Whatever else the page knows: max 20 values, texts up to 200 characters."""


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
    answer_mode: AnswerMode
    """`grounded` if the reply must rest on knowledge sources; otherwise `open`. The agent’s own mode if absent."""


class _RequiredToolResultDraft(TypedDict):
    call_id: str
    """The `call_id` of the call."""
    content: str
    """Result for the model as text: up to 32,000 characters."""


class ToolResultDraft(_RequiredToolResultDraft, total=False):
    """Results of some calls of the reply, each once: at most 16."""

    is_error: bool
    """True if the call failed; `content` says why. False unless set."""


class ChannelLimitChanges(TypedDict, total=False):
    """Limits for visitors, and the text beyond them; absent fields stay unchanged."""

    visitor_messages_per_day: Union[int, None]
    """Max messages by a visitor and day (UTC): 1 to 1,000,000; None for any number. 100 unless set."""
    messages_per_day: Union[int, None]
    """Max messages by all visitors of the channel and day (UTC): 1 to 1,000,000; None for any number. 2,000 unless set.
    """
    address_percent: int
    """How much of `messages_per_day` the visitors at one address (an IPv4 address or a /64 of IPv6) may use, in
    percent: 1 to 100; those of one /48 five times as much. 10 unless set. Of a widget or page.
    """
    message_length: int
    """Max characters of a message: 1 to 100,000. A widget or page refuses a longer one; of a longer one from a
    messenger the model reads the beginning and the end. 4,000 unless set.
    """
    history_tokens: Union[int, None]
    """Max tokens of earlier messages that the model reads with a message, as estimated: 0 to 1,000,000; None for as
    many as fit into its context. 8,000 unless set.
    """
    message: Union[str, None]
    """Text for visitors when a limit is reached: up to 500 characters; None for a sentence of the service."""


class EchoedChannelUrls(TypedDict, total=False):
    """The addresses of the channel. Read-only."""

    page: str
    """Address of its chat page; of a widget or page."""
    script: str
    """Address of the widget’s script; of a widget."""
    inbound: str
    """Address that accepts messages; of a webhook."""


class EchoedChannelPicture(TypedDict):
    """Picture of a widget or page; None if it has none. Read-only."""

    url: str
    """Its public address, another one for each picture. The one before is gone at once."""
    type: ChannelPictureType
    """Media type, as its bytes are."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    bytes: int
    """Size in bytes."""


class EchoedChannelProblem(TypedDict):
    """Why messages can’t be delivered; None if they can. Read-only."""

    code: str
    """Stable code of the problem."""
    message: str
    """Description of the problem."""
    at: Union[datetime, date, str]
    """Time of the problem: ISO 8601 UTC with milliseconds."""


class ViewFilters(TypedDict, total=False):
    """Filters and order of the list: parameters of `GET /api/conversations`."""

    agent_id: str
    """Only conversations with this agent; absent for all. Unknown ones match nothing."""
    channel_id: str
    """Only conversations of this channel; absent for all. Unknown ones match nothing."""
    status: ConversationStatus
    """Only conversations with this status; absent for all."""
    user_id: str
    """Only conversations of this end user; absent for all."""
    rating: Rating
    """Only conversations whose latest rated reply has this rating; absent for all."""
    satisfaction: int
    """Only conversations whose visitor gave this score, 1 to 5; absent for all."""
    tag: str
    """Only conversations with exactly this tag, upper and lower case apart; absent for all."""
    taken_by: str
    """Only conversations that this person has taken over; `me` is the person who asks; absent for all. Unknown ones
    match nothing.
    """
    assignee: str
    """Only conversations for which this person is responsible; `me` is the person who asks, `none` is for those that
    have no such person; absent for all. Unknown ones match nothing.
    """
    team: str
    """Only conversations of this team; absent for all. Unknown ones match nothing."""
    priority: Priority
    """Only conversations with this priority; absent for all."""
    snoozed: bool
    """Only conversations that rest, or with False only others; absent for both."""
    waiting: bool
    """Only conversations in which a person has to write next: their status is `human`, and the visitor was handed over
    or spoke last; absent or False for all.
    """
    failed: bool
    """Only conversations whose latest reply failed, in which no person has written since, and that are not closed;
    absent or False for all.
    """
    playground: bool
    """Only trials of the playground, or with False only other conversations; absent for both."""
    q: str
    """Only conversations that have all of these words in one message, in any language, or whose title contains this
    text; absent for all. The last word may be the beginning of one.
    """
    created_after: Union[datetime, date, str]
    """Only conversations created at this time (ISO 8601) or later; absent for no limit."""
    created_before: Union[datetime, date, str]
    """Only conversations created before this time (ISO 8601); absent for no limit."""
    updated_after: Union[datetime, date, str]
    """Only conversations that changed for the last time at this time (ISO 8601) or later; absent for no limit."""
    updated_before: Union[datetime, date, str]
    """Only conversations that changed for the last time before this time (ISO 8601); absent for no limit."""
    last_message_after: Union[datetime, date, str]
    """Only conversations whose latest message was sent at this time (ISO 8601) or later; absent for no limit."""
    last_message_before: Union[datetime, date, str]
    """Only conversations whose latest message was sent before this time (ISO 8601); absent for no limit."""
    sort: Sort
    """Order of the list; `-` is descending. Newest first if it is absent."""


class DefinitionApprovalApprove(TypedDict):
    """Definitions that models may call from now on, up to 200."""

    name: str
    """Its name at the server."""
    digest: str
    """Digest of the definition that was seen."""


class _RequiredTeamMemberDraft(TypedDict):
    user: str
    """User identifier of a member of the workspace, at least an editor."""


class TeamMemberDraft(_RequiredTeamMemberDraft, total=False):
    """Its members in their order, 1 to 100. They replace earlier ones as a whole."""

    limit: Union[int, None]
    """Max open conversations that the team gives the member at a time: 1 to 100; None for any number."""


class OpeningDaysDraft(TypedDict, total=False):
    """The periods of each weekday; closed on a day that is left out."""

    monday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    tuesday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    wednesday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    thursday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    friday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    saturday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """
    sunday: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """


class _RequiredHolidayDraft(TypedDict):
    date: str
    """Its date in the time zone: `YYYY-MM-DD`."""


class HolidayDraft(_RequiredHolidayDraft, total=False):
    """Dates with periods of their own, up to 200; closed without periods. None unless set."""

    name: str
    """Name of the holiday, up to 100 characters."""
    periods: Sequence[Dict[str, Any]]
    """Periods in which it is open, up to 10, which don't overlap: `{"from": "09:00", "to": "12:30"}`, `24:00` for
    midnight; empty if closed.
    """


class KnowledgeSourceConnectionDraft(TypedDict, total=False):
    """Settings of a source of type `git`, `s3` or `notion`."""

    branch: Union[str, None]
    """Branch or tag of a repository; None for its default branch."""
    folder: Union[str, None]
    """Folder of a repository, or prefix in a bucket; None for all."""
    bucket: Union[str, None]
    """Name of the bucket. Required for `s3`."""
    region: Union[str, None]
    """Region of the bucket; `us-east-1` by default."""
    access_key_id: Union[str, None]
    """Identifier of the access key of the bucket; None for a public one."""
    secret_access_key: Union[str, None]
    """Secret access key of the bucket. It is encrypted, and never returned."""
    root: Union[str, None]
    """Page or database of Notion that is read with all below it, by its link or ID; None for all that are shared with
    the integration.
    """
    token: Union[str, None]
    """Access token of the repository, or of the integration of Notion. It is encrypted, and never returned."""


class KnowledgePairDraft(TypedDict):
    """Pairs of a source of type `qa`: max 1,000. Empty unless set."""

    question: str
    """The question: up to 1,000 characters."""
    answer: str
    """The answer: up to 10,000 characters."""


class _RequiredKnowledgeDocumentDraftsDocument(TypedDict):
    text: str
    """The text, with Markdown headings: up to 200,000 characters. Upload more as a file."""


class KnowledgeDocumentDraftsDocument(_RequiredKnowledgeDocumentDraftsDocument, total=False):
    """The documents: 1 to 20. All are added, or none."""

    title: str
    """Title: 1 to 300 characters. That of the content, or the name of the file, unless set."""
    url: str
    """URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set."""
    external_id: str
    """Your own ID: 1 to 200 characters, unique in the source."""
    metadata: Dict[str, Any]
    """Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set."""


class _RequiredCitationClaim(TypedDict):
    source: str
    """Identifier of the knowledge source."""
    quote: str
    """The quote, unchanged: up to 10,000 characters."""


class CitationClaim(_RequiredCitationClaim, total=False):
    """A citation to check, as a reply has it; fields that don’t matter may be absent."""

    document: str
    """Identifier of the document. Without it and the place, the quote is looked for in the whole source."""
    start: int
    """Index at which the quote begins in the text of the document."""
    end: int
    """Index at which it ends."""
    quote_hash: str
    """SHA-256 of the quote in UTF-8, in hex. If it is given, it must be that of the quote."""
    url: Union[str, None]
    """URL of the document."""
    title: str
    """Ignored."""
    score: float
    """Ignored."""
    version: int
    """Ignored: it is compared with the version that serves."""
    chunk: int
    """Ignored."""
    page: Union[int, None]
    """Ignored."""
    headings: Sequence[str]
    """Ignored."""


class _RequiredSecondFactorProof(TypedDict):
    token: str
    """The token of the sign-in, from `second_factor` of the error or from `passkey-options`."""


class SecondFactorProof(_RequiredSecondFactorProof, total=False):
    """The second factor of a user who has one; absent if it was not asked."""

    code: str
    """Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored."""
    passkey: Dict[str, Any]
    """"""
