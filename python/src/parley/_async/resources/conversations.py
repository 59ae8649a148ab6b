# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.conversations`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Dict, Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    AllConversationsRead,
    AnswerAddress,
    Confirmation,
    Conversation,
    ConversationChangesUsage,
    ConversationDeliveriesSort,
    ConversationEntriesSort,
    ConversationEntry,
    ConversationExportFormat,
    ConversationRead,
    ConversationStatistics,
    ConversationStatus,
    ListedConversation,
    MessageDelivery,
    MessageDeliveryState,
    PageContext,
    Presence,
    Priority,
    Rating,
    Satisfaction,
    Sort,
    Suggestion,
    SuggestionKind,
    Transcript,
)
from .._api import AsyncApi
from .._conversation_events import AsyncConversationChangeEvents, AsyncConversationEvents
from .._message_stream import AsyncMessageStream
from .._page_promise import AsyncPagePromise
from .._suggestion_events import AsyncSuggestionEvents
from .._text_parts import AsyncTextParts


class AsyncConversationNotesResource:
    """The methods of `client.conversations.notes`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(
        self,
        conversation_id: str,
        *,
        text: str,
        mentions: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ConversationEntry:
        """Write a private note on a conversation.

        For the team alone: visitors, agents and messengers never get it. Accepted in every status, also `closed`. It is
        an entry of the conversation with the type `noted`. Mentioned people are told by mail.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            text: The text, in Markdown.
            mentions: User identifiers of the mentioned people: up to 20 members of the workspace. Each gets a mail.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `ConversationEntry`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `note_limit_reached`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/notes",
            params={"id": conversation_id},
            body={"text": text, "mentions": mentions},
            keyed=True,
        )
        return await self._api.call(request, ConversationEntry, options)

    async def update(
        self,
        conversation_id: str,
        note_id: str,
        *,
        text: Union[str, NotGiven] = NOT_GIVEN,
        mentions: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ConversationEntry:
        """Change a note of your own.

        Absent fields stay unchanged. People who are mentioned for the first time are told by mail.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            note_id: Identifier of the note: that of its entry.
            text: The text, in Markdown.
            mentions: User identifiers of the mentioned people: up to 20 members of the workspace. Each gets a mail.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ConversationEntry`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `note_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/conversations/{id}/notes/{noteId}",
            params={"id": conversation_id, "noteId": note_id},
            body={"text": text, "mentions": mentions},
        )
        return await self._api.call(request, ConversationEntry, options)

    async def delete(
        self,
        conversation_id: str,
        note_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete a note.

        Removes its text and its mentions; the entry stays, with `deleted_at`. Of another person, it needs
        `workspace:admin`.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            note_id: Identifier of the note: that of its entry.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `note_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/conversations/{id}/notes/{noteId}",
            params={"id": conversation_id, "noteId": note_id},
        )
        return await self._api.call(request, Confirmation, options)


class AsyncConversationsResource:
    """The methods of `client.conversations`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api
        self.notes = AsyncConversationNotesResource(api)

    async def create(
        self,
        agent_id: str,
        *,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        title: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        form: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        context: Union[PageContext, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Create a conversation with an agent.

        The conversation has no message yet. To create one with its first message, use `chat`. A visitor’s answers to
        the form of the channel are kept so even if no message follows.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `form`, `context`.

        Args:
            agent_id: Agent identifier.
            user_id: Your ID for the end user: 1 to 200 characters. None unless set.
            title: Title: 1 to 200 characters. The beginning of the first message, at most 80 characters, unless set.
            tags: Tags: max 20, each 1 to 50 characters. Empty unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            playground: True for a trial, as in the playground of the dashboard: the statistics count it apart. False
                unless set; a visitor can’t set it.
            form: Answers to the form of the channel, by the keys of its fields: texts, and True or False for
                checkboxes. Only from a visitor.
            context: The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out
                keep their values. Only from a visitor.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `channel_inactive`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `channel_limit_reached`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/conversations",
            params={"id": agent_id},
            body={
                "userId": user_id,
                "title": title,
                "tags": tags,
                "metadata": metadata,
                "playground": playground,
                "form": form,
                "context": context,
            },
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    def list_of_agent(
        self,
        agent_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        channel_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[ConversationStatus, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        rating: Union[Rating, NotGiven] = NOT_GIVEN,
        satisfaction: Union[int, NotGiven] = NOT_GIVEN,
        tag: Union[str, NotGiven] = NOT_GIVEN,
        taken_by: Union[str, NotGiven] = NOT_GIVEN,
        assignee: Union[str, NotGiven] = NOT_GIVEN,
        team: Union[str, NotGiven] = NOT_GIVEN,
        priority: Union[Priority, NotGiven] = NOT_GIVEN,
        snoozed: Union[bool, NotGiven] = NOT_GIVEN,
        waiting: Union[bool, NotGiven] = NOT_GIVEN,
        failed: Union[bool, NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        include_unread: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[Sort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[ListedConversation]:
        """List the conversations of an agent.

        Lists the conversations of every channel, newest first unless `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            agent_id: Agent identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            channel_id: Only conversations of this channel; absent for all. Unknown ones match nothing.
            status: Only conversations with this status; absent for all.
            user_id: Only conversations of this end user; absent for all.
            rating: Only conversations whose latest rated reply has this rating; absent for all.
            satisfaction: Only conversations whose visitor gave this score, 1 to 5; absent for all.
            tag: Only conversations with exactly this tag, upper and lower case apart; absent for all.
            taken_by: Only conversations that this person has taken over; `me` is the person who asks; absent for all.
                Unknown ones match nothing.
            assignee: Only conversations for which this person is responsible; `me` is the person who asks, `none` is
                for those that have no such person; absent for all. Unknown ones match nothing.
            team: Only conversations of this team; absent for all. Unknown ones match nothing.
            priority: Only conversations with this priority; absent for all.
            snoozed: Only conversations that rest, or with False only others; absent for both.
            waiting: Only conversations in which a person has to write next: their status is `human`, and the visitor
                was handed over or spoke last; absent or False for all.
            failed: Only conversations whose latest reply failed, in which no person has written since, and that are not
                closed; absent or False for all.
            playground: Only trials of the playground, or with False only other conversations; absent for both.
            q: Only conversations that have all of these words in one message, in any language, or whose title contains
                this text; absent for all. The last word may be the beginning of one.
            created_after: Only conversations created at this time (ISO 8601) or later; absent for no limit.
            created_before: Only conversations created before this time (ISO 8601); absent for no limit.
            updated_after: Only conversations that changed for the last time at this time (ISO 8601) or later; absent
                for no limit.
            updated_before: Only conversations that changed for the last time before this time (ISO 8601); absent for no
                limit.
            last_message_after: Only conversations whose latest message was sent at this time (ISO 8601) or later;
                absent for no limit.
            last_message_before: Only conversations whose latest message was sent before this time (ISO 8601); absent
                for no limit.
            include_unread: True to add `unread` to each conversation; False by default.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/agents/{id}/conversations",
            params={"id": agent_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "channelId": channel_id,
                "status": status,
                "userId": user_id,
                "rating": rating,
                "satisfaction": satisfaction,
                "tag": tag,
                "takenBy": taken_by,
                "assignee": assignee,
                "team": team,
                "priority": priority,
                "snoozed": snoozed,
                "waiting": waiting,
                "failed": failed,
                "playground": playground,
                "q": q,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedAfter": updated_after,
                "updatedBefore": updated_before,
                "lastMessageAfter": last_message_after,
                "lastMessageBefore": last_message_before,
                "includeUnread": include_unread,
                "sort": sort,
            },
        )
        return self._api.list(request, ListedConversation, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        channel_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[ConversationStatus, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        rating: Union[Rating, NotGiven] = NOT_GIVEN,
        satisfaction: Union[int, NotGiven] = NOT_GIVEN,
        tag: Union[str, NotGiven] = NOT_GIVEN,
        taken_by: Union[str, NotGiven] = NOT_GIVEN,
        assignee: Union[str, NotGiven] = NOT_GIVEN,
        team: Union[str, NotGiven] = NOT_GIVEN,
        priority: Union[Priority, NotGiven] = NOT_GIVEN,
        snoozed: Union[bool, NotGiven] = NOT_GIVEN,
        waiting: Union[bool, NotGiven] = NOT_GIVEN,
        failed: Union[bool, NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        include_unread: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[Sort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[ListedConversation]:
        """List conversations of every channel.

        Lists the conversations of every workspace that the caller reaches, newest first unless `sort` says otherwise.

        Scope: `conversations:read`. Visitors of channels may call it, too, with `limit`, `cursor`, `status`, `sort`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            agent_id: Only conversations with this agent; absent for all. Unknown ones match nothing.
            workspace_id: Only conversations of this workspace; absent for all. Unknown ones match nothing.
            channel_id: Only conversations of this channel; absent for all. Unknown ones match nothing.
            status: Only conversations with this status; absent for all.
            user_id: Only conversations of this end user; absent for all.
            rating: Only conversations whose latest rated reply has this rating; absent for all.
            satisfaction: Only conversations whose visitor gave this score, 1 to 5; absent for all.
            tag: Only conversations with exactly this tag, upper and lower case apart; absent for all.
            taken_by: Only conversations that this person has taken over; `me` is the person who asks; absent for all.
                Unknown ones match nothing.
            assignee: Only conversations for which this person is responsible; `me` is the person who asks, `none` is
                for those that have no such person; absent for all. Unknown ones match nothing.
            team: Only conversations of this team; absent for all. Unknown ones match nothing.
            priority: Only conversations with this priority; absent for all.
            snoozed: Only conversations that rest, or with False only others; absent for both.
            waiting: Only conversations in which a person has to write next: their status is `human`, and the visitor
                was handed over or spoke last; absent or False for all.
            failed: Only conversations whose latest reply failed, in which no person has written since, and that are not
                closed; absent or False for all.
            playground: Only trials of the playground, or with False only other conversations; absent for both.
            q: Only conversations that have all of these words in one message, in any language, or whose title contains
                this text; absent for all. The last word may be the beginning of one.
            created_after: Only conversations created at this time (ISO 8601) or later; absent for no limit.
            created_before: Only conversations created before this time (ISO 8601); absent for no limit.
            updated_after: Only conversations that changed for the last time at this time (ISO 8601) or later; absent
                for no limit.
            updated_before: Only conversations that changed for the last time before this time (ISO 8601); absent for no
                limit.
            last_message_after: Only conversations whose latest message was sent at this time (ISO 8601) or later;
                absent for no limit.
            last_message_before: Only conversations whose latest message was sent before this time (ISO 8601); absent
                for no limit.
            include_unread: True to add `unread` to each conversation; False by default.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "agentId": agent_id,
                "workspaceId": workspace_id,
                "channelId": channel_id,
                "status": status,
                "userId": user_id,
                "rating": rating,
                "satisfaction": satisfaction,
                "tag": tag,
                "takenBy": taken_by,
                "assignee": assignee,
                "team": team,
                "priority": priority,
                "snoozed": snoozed,
                "waiting": waiting,
                "failed": failed,
                "playground": playground,
                "q": q,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedAfter": updated_after,
                "updatedBefore": updated_before,
                "lastMessageAfter": last_message_after,
                "lastMessageBefore": last_message_before,
                "includeUnread": include_unread,
                "sort": sort,
            },
        )
        return self._api.list(request, ListedConversation, options)

    async def delete_of_user(
        self,
        *,
        user_id: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete all conversations of an end user.

        In the workspace of `workspace_id`, or in every workspace that the caller administers. Deletes 50 conversations
        at a time: if the request is interrupted, repeat it to delete the rest.

        Scope: `workspace:admin`.

        Args:
            user_id: Your ID for the end user whose conversations are deleted.
            workspace_id: Only conversations of this workspace; absent for every workspace that the caller administers.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/conversations",
            query={"userId": user_id, "workspaceId": workspace_id},
        )
        return await self._api.call(request, Confirmation, options)

    def export(
        self,
        *,
        format: Union[ConversationExportFormat, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        channel_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[ConversationStatus, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        rating: Union[Rating, NotGiven] = NOT_GIVEN,
        satisfaction: Union[int, NotGiven] = NOT_GIVEN,
        tag: Union[str, NotGiven] = NOT_GIVEN,
        taken_by: Union[str, NotGiven] = NOT_GIVEN,
        assignee: Union[str, NotGiven] = NOT_GIVEN,
        team: Union[str, NotGiven] = NOT_GIVEN,
        priority: Union[Priority, NotGiven] = NOT_GIVEN,
        snoozed: Union[bool, NotGiven] = NOT_GIVEN,
        waiting: Union[bool, NotGiven] = NOT_GIVEN,
        failed: Union[bool, NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        last_message_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncTextParts:
        """Export conversations with their messages, as JSON Lines or CSV.

        Streams the conversations; the size is not limited. The oldest come first; with `updated_after` or
        `updated_before` alone, those that changed first, and alike with `last_message_after`. Then one that changes
        meanwhile may come a second time, unless `…Before` is set.

        Scope: `conversations:read`.

        Args:
            format: `jsonl` (the default): one conversation per line, with its messages and entries. `csv`: one message
                per line.
            agent_id: Only conversations with this agent; absent for all. Unknown ones match nothing.
            workspace_id: Only conversations of this workspace; absent for all. Unknown ones match nothing.
            channel_id: Only conversations of this channel; absent for all. Unknown ones match nothing.
            status: Only conversations with this status; absent for all.
            user_id: Only conversations of this end user; absent for all.
            rating: Only conversations whose latest rated reply has this rating; absent for all.
            satisfaction: Only conversations whose visitor gave this score, 1 to 5; absent for all.
            tag: Only conversations with exactly this tag, upper and lower case apart; absent for all.
            taken_by: Only conversations that this person has taken over; `me` is the person who asks; absent for all.
                Unknown ones match nothing.
            assignee: Only conversations for which this person is responsible; `me` is the person who asks, `none` is
                for those that have no such person; absent for all. Unknown ones match nothing.
            team: Only conversations of this team; absent for all. Unknown ones match nothing.
            priority: Only conversations with this priority; absent for all.
            snoozed: Only conversations that rest, or with False only others; absent for both.
            waiting: Only conversations in which a person has to write next: their status is `human`, and the visitor
                was handed over or spoke last; absent or False for all.
            failed: Only conversations whose latest reply failed, in which no person has written since, and that are not
                closed; absent or False for all.
            playground: Only trials of the playground, or with False only other conversations; absent for both.
            q: Only conversations that have all of these words in one message, in any language, or whose title contains
                this text; absent for all. The last word may be the beginning of one.
            created_after: Only conversations created at this time (ISO 8601) or later; absent for no limit.
            created_before: Only conversations created before this time (ISO 8601); absent for no limit.
            updated_after: Only conversations that changed for the last time at this time (ISO 8601) or later; absent
                for no limit.
            updated_before: Only conversations that changed for the last time before this time (ISO 8601); absent for no
                limit.
            last_message_after: Only conversations whose latest message was sent at this time (ISO 8601) or later;
                absent for no limit.
            last_message_before: Only conversations whose latest message was sent before this time (ISO 8601); absent
                for no limit.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The text, in parts or whole. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations/export",
            query={
                "format": format,
                "agentId": agent_id,
                "workspaceId": workspace_id,
                "channelId": channel_id,
                "status": status,
                "userId": user_id,
                "rating": rating,
                "satisfaction": satisfaction,
                "tag": tag,
                "takenBy": taken_by,
                "assignee": assignee,
                "team": team,
                "priority": priority,
                "snoozed": snoozed,
                "waiting": waiting,
                "failed": failed,
                "playground": playground,
                "q": q,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedAfter": updated_after,
                "updatedBefore": updated_before,
                "lastMessageAfter": last_message_after,
                "lastMessageBefore": last_message_before,
            },
        )
        return self._api.download(request, options)

    async def retrieve(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> Conversation:
        """Get a conversation.

        The conversation without its messages, which have a list of their own.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/conversations/{id}", params={"id": conversation_id})
        return await self._api.call(request, Conversation, options)

    async def update(
        self,
        conversation_id: str,
        *,
        title: Union[str, NotGiven] = NOT_GIVEN,
        tags: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        assignee: Union[str, None, NotGiven] = NOT_GIVEN,
        team: Union[str, None, NotGiven] = NOT_GIVEN,
        priority: Union[Priority, NotGiven] = NOT_GIVEN,
        snoozed_until: Union[datetime, date, str, None, NotGiven] = NOT_GIVEN,
        status: Union[ConversationStatus, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        agent: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        channel: Union[str, None, NotGiven] = NOT_GIVEN,
        user_id: Union[str, None, NotGiven] = NOT_GIVEN,
        visitor: Union[Dict[str, Any], None, NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        answering_agent: Union[str, None, NotGiven] = NOT_GIVEN,
        taken_by: Union[str, None, NotGiven] = NOT_GIVEN,
        waiting_since: Union[datetime, date, str, None, NotGiven] = NOT_GIVEN,
        message_count: Union[int, NotGiven] = NOT_GIVEN,
        last_message_at: Union[datetime, date, str, None, NotGiven] = NOT_GIVEN,
        turn: Union[str, None, NotGiven] = NOT_GIVEN,
        usage: Union[ConversationChangesUsage, NotGiven] = NOT_GIVEN,
        rating: Union[Rating, None, NotGiven] = NOT_GIVEN,
        satisfaction: Union[Dict[str, Any], None, NotGiven] = NOT_GIVEN,
        created_at: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_at: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Update the title, tags, metadata or status of a conversation.

        Merges: absent fields stay unchanged. `tags` and `metadata` are replaced as a whole. A read-only field is
        accepted if it equals the stored value.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            title: Title: 1 to 200 characters. An empty one is accepted if the stored one is empty.
            tags: Tags: max 20, each 1 to 50 characters. Empty unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            assignee: A member of the workspace who may write in conversations; None for no person.
            team: A team of the workspace; None for none.
            priority: Its urgency.
            snoozed_until: Time until which it rests, in the future, at most a year ahead: it is back then, or with the
                next message of its visitor. None ends the rest.
            status: `closed` closes the conversation; `open` reopens it. `human` is accepted if a person has taken over.
            id: Conversation identifier, assigned by the service. Read-only.
            agent: Identifier of the agent to which it belongs. Read-only.
            workspace: Identifier of the workspace of the agent. Read-only.
            channel: Identifier of the channel; None for a conversation of the API. Read-only.
            user_id: Your ID for the end user; None if none was set. Read-only.
            visitor: Data about the visitor of a chat on the web; None if nothing is known. Read-only.
            playground: True for a trial, as in the playground of the dashboard: the statistics count it apart.
                Read-only.
            answering_agent: Identifier of the agent to which it was handed over, and which replies; None while its own
                agent does. Read-only.
            taken_by: User identifier of the person who has taken over; None unless the status is `human`. Read-only.
            waiting_since: Since when its visitor waits for a person: ISO 8601 UTC with milliseconds; None if no person
                has to write next. Read-only.
            message_count: Number of messages, replies included. Read-only.
            last_message_at: Time of the latest message: ISO 8601 UTC with milliseconds; None if there is no message.
                Read-only.
            turn: Identifier of the reply that is being written; None if none is. Read-only.
            usage: Tokens of all replies together. Read-only.
            rating: Feedback on the latest rated reply; None if no reply is rated. Read-only.
            satisfaction: Satisfaction of the visitor; None without an answer. Read-only.
            created_at: Time of creation: ISO 8601 UTC with milliseconds. Read-only.
            updated_at: Time of the last change: ISO 8601 UTC with milliseconds. Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `conversation_taken_over`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/conversations/{id}",
            params={"id": conversation_id},
            body={
                "title": title,
                "tags": tags,
                "metadata": metadata,
                "assignee": assignee,
                "team": team,
                "priority": priority,
                "snoozedUntil": snoozed_until,
                "status": status,
                "_id": id,
                "agent": agent,
                "workspace": workspace,
                "channel": channel,
                "userId": user_id,
                "visitor": visitor,
                "playground": playground,
                "answeringAgent": answering_agent,
                "takenBy": taken_by,
                "waitingSince": waiting_since,
                "messageCount": message_count,
                "lastMessageAt": last_message_at,
                "turn": turn,
                "usage": renamed(usage, {"input_tokens": "inputTokens", "output_tokens": "outputTokens"}),
                "rating": rating,
                "satisfaction": satisfaction,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return await self._api.call(request, Conversation, options)

    async def delete(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a conversation with its messages.

        For good. A turn that runs is cancelled.

        Scope: `workspace:admin`.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/conversations/{id}", params={"id": conversation_id})
        return await self._api.call(request, Confirmation, options)

    async def submit_form(
        self,
        conversation_id: str,
        *,
        form: Dict[str, Any],
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Store a visitor’s answers to the form of the channel.

        Only for the visitor of the conversation. Replaces earlier answers. The visitor’s next conversation on the
        channel has them, too.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `form`.

        Args:
            conversation_id: Conversation identifier.
            form: Answers to the form of the channel, by the keys of its fields: texts, and True or False for
                checkboxes. Only from a visitor.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/conversations/{id}/form",
            params={"id": conversation_id},
            body={"form": form},
        )
        return await self._api.call(request, Conversation, options)

    async def mark_read(
        self,
        conversation_id: str,
        *,
        read_until: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ConversationRead:
        """Mark a conversation as read.

        For the person who asks, or whose key it is; others don’t notice. Up to the latest message, or the one of
        `read_until`. A mark never moves back, so requests may come late or twice.

        Scope: `conversations:read`.

        Args:
            conversation_id: Conversation identifier.
            read_until: The `created_at` of the last message that was shown (ISO 8601); a later time counts as that of
                the latest message. The latest message unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `ConversationRead`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/read",
            params={"id": conversation_id},
            body={"readUntil": read_until},
            keyed=True,
            repeats=True,
        )
        return await self._api.call(request, ConversationRead, options)

    async def mark_all_read(
        self,
        *,
        workspace_id: str,
        options: Optional[RequestOptions] = None,
    ) -> AllConversationsRead:
        """Mark all conversations of a workspace as read.

        For the person who asks, or whose key it is: every message so far, also of trials and closed ones.

        Scope: `conversations:read`.

        Args:
            workspace_id: Identifier of the workspace whose conversations are read.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `AllConversationsRead`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/read",
            body={"workspaceId": workspace_id},
            keyed=True,
            repeats=True,
        )
        return await self._api.call(request, AllConversationsRead, options)

    async def close(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> Conversation:
        """Close a conversation.

        A closed conversation accepts no message. A turn that runs is finished.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/close",
            params={"id": conversation_id},
            body={},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    async def reopen(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> Conversation:
        """Reopen a closed conversation.

        It accepts messages again. Does nothing if the conversation is open.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `conversation_taken_over`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/reopen",
            params={"id": conversation_id},
            body={},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    async def take_over(
        self,
        conversation_id: str,
        *,
        taken_by: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Take over a conversation from its agent.

        Cancels the turn. The agent does not reply until the conversation is released. If two people take it with the
        same `taken_by`, one gets it, and the other is told who has it.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            taken_by: Takes it only if this person has it, or with None if no person has it. Takes it from anyone unless
                set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `conversation_closed`, `conversation_taken_over`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/takeover",
            params={"id": conversation_id},
            body={"takenBy": taken_by},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    async def hand_over(
        self,
        conversation_id: str,
        *,
        reason: str,
        summary: Union[str, NotGiven] = NOT_GIVEN,
        team: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Hand a conversation over to people.

        The status becomes `human`, and the visitor waits for a person from now on (`waiting_since`). Cancels the turn.
        Does nothing if people have the conversation already. A visitor can ask for a person so if `handover.offered` of
        the channel is True; `handover.team` of the channel is responsible then.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `reason`, `summary`.

        Args:
            conversation_id: Conversation identifier.
            reason: Why, in a word or a sentence, for the people who take it: 1 to 500 characters.
            summary: The matter, and the attempts so far: 1 to 2,000 characters. None unless set.
            team: Identifier of the team that is responsible from now on.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `conversation_closed`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/handover",
            params={"id": conversation_id},
            body={"reason": reason, "summary": summary, "team": team},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    async def release(
        self,
        conversation_id: str,
        *,
        answer: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Conversation:
        """Release a conversation to its agent.

        The agent replies again from the next message on, or to the last one with `answer`. Does nothing if no person
        has taken over.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            answer: True to let the agent reply to the last message if it is of the user; otherwise it replies from the
                next message on. False unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `conversation_closed`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/release",
            params={"id": conversation_id},
            body={"answer": answer},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    async def cancel(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> Conversation:
        """Cancel the turn of a conversation.

        The reply keeps its text so far and gets the status `cancelled`. Does nothing if no turn runs.

        Scope: `conversations:write`. Visitors of channels may call it, too.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Conversation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/cancel",
            params={"id": conversation_id},
            body={},
            keyed=True,
        )
        return await self._api.call(request, Conversation, options)

    def follow(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> AsyncMessageStream:
        """Follow the turn of a conversation.

        Streams the reply from its start, or from after the event in `Last-Event-ID`. If no turn runs, the stream is the
        end of the last message.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The events of the reply, its text, or its final message. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `conversation_empty`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/conversations/{id}/stream", params={"id": conversation_id})
        return self._api.stream(request, options)

    def events(
        self,
        conversation_id: str,
        *,
        last_event_id: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> AsyncConversationEvents:
        """Follow everything that happens in a conversation.

        Stays open until you leave, and sends each message as it is created, grows, ends and is rated, from any sender,
        and each change of the conversation. Without `Last-Event-ID` it begins with the conversation as it is now and,
        if a reply is being written, with that reply from its start: open it first, then list the messages, and no
        message is missed. An event `presence` tells who is there. If the server shuts down the stream ends; resume it.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            conversation_id: Conversation identifier.
            last_event_id: Continues after the event with this ID. Without one, begins with the conversation as it is
                now.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The events, for as long as they are read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/conversations/{id}/events", params={"id": conversation_id})
        return self._api.follow(request, options, last_event_id)

    def changes(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        last_event_id: Optional[str] = None,
        options: Optional[RequestOptions] = None,
    ) -> AsyncConversationChangeEvents:
        """Follow which conversations change.

        Stays open until you leave, and names each conversation that is created, changed or deleted, or gets a message,
        in every workspace that the caller reaches. It is a hint without content: read your list again, at intervals of
        your choice. With `Last-Event-ID` it begins with what has changed since, except what was deleted. A hint may
        come twice, and if very much changes, some are left out. If the server shuts down the stream ends; resume it. An
        event `presence` tells who is in a conversation, within a second.

        Scope: `conversations:read`.

        Args:
            workspace_id: Only conversations of this workspace; absent for every one that the caller reaches.
            last_event_id: Continues after the event with this ID. Without one, begins with the conversation as it is
                now.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The events, for as long as they are read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/conversations/events", query={"workspaceId": workspace_id})
        return self._api.watch(request, options, last_event_id)

    def entries(
        self,
        conversation_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[ConversationEntriesSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[ConversationEntry]:
        """List what happened to a conversation.

        What happened beside the messages: taken over, given back, handed over, closed, reopened, tagged, each with its
        time and actor. Oldest first unless `sort` says otherwise. Entries are written with the change itself, and stay
        as long as the conversation.

        Scope: `conversations:read`. Visitors of channels may call it, too, with `limit`, `cursor`, `sort`.

        Args:
            conversation_id: Conversation identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            sort: Order of the list; `-` is descending. `created_at` by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations/{id}/entries",
            params={"id": conversation_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, ConversationEntry, options)

    async def presence(
        self,
        conversation_id: str,
        *,
        typing: bool,
        here: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Presence:
        """Tell that you look at a conversation, or type in it.

        For the person who asks, or whose key it is, and for the visitor. Repeat it every 5 s: it counts for 15 s. With
        `here: false` you leave at once. Followers of the conversation get an event `presence`; a visitor only learns
        that a person types. Nothing is recorded.

        Scope: `conversations:read`. Visitors of channels may call it, too, with `typing`, `here`.

        Args:
            conversation_id: Conversation identifier.
            typing: True if the sender is typing a message.
            here: False if the sender leaves; True unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Presence`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/presence",
            params={"id": conversation_id},
            body={"typing": typing, "here": here},
            repeats=True,
        )
        return await self._api.call(request, Presence, options)

    async def submit_satisfaction(
        self,
        conversation_id: str,
        *,
        score: int,
        comment: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Satisfaction:
        """Say how satisfied the visitor of a closed conversation is.

        One answer, from 1 to 5 with an optional comment. Another one replaces it while the conversation is closed. A
        visitor may if `satisfaction.asked` of the channel is True; a key may for an interface of your own. It is not
        the rating of a reply (`PUT /api/messages/{id}/feedback`).

        Scope: `conversations:write`. Visitors of channels may call it, too, with `score`, `comment`.

        Args:
            conversation_id: Conversation identifier.
            score: From 1, very dissatisfied, to 5, very satisfied.
            comment: Comment of the visitor: up to 1,000 characters. None if it is absent, None or blank.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Satisfaction`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`, `conversation_not_closed`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/satisfaction",
            params={"id": conversation_id},
            body={"score": score, "comment": comment},
            keyed=True,
        )
        return await self._api.call(request, Satisfaction, options)

    async def send_transcript(
        self,
        conversation_id: str,
        *,
        email: Union[str, NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        language: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Transcript:
        """Mail a transcript of a conversation.

        Mails the messages with their authors, times and sources: the last 500, without thoughts and calls of tools. The
        answer doesn’t wait for the mail server. Visitors may ask for their own conversations if `transcript` of the
        channel is True, five times a day. An address gets at most five an hour.

        Scope: `conversations:read`. Visitors of channels may call it, too, with `email`, `time_zone`, `language`.

        Args:
            conversation_id: Conversation identifier.
            email: Address that gets the transcript. Absent for the one that the visitor has entered into the form of
                the channel.
            time_zone: Time zone of the times, such as `Europe/Berlin` (IANA). UTC by default.
            language: Language of the mail, such as `de` or `pt-BR` (BCP 47): one of those of the chat, or else English,
                as by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Transcript`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `mail_not_configured` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/transcript",
            params={"id": conversation_id},
            body={"email": email, "timeZone": time_zone, "language": language},
            keyed=True,
        )
        return await self._api.call(request, Transcript, options)

    async def answer_address(self, conversation_id: str, *, options: Optional[RequestOptions] = None) -> AnswerAddress:
        """Get the address to which answers go by mail.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            conversation_id: Conversation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `AnswerAddress`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/conversations/{id}/answer-address", params={"id": conversation_id})
        return await self._api.call(request, AnswerAddress, options)

    async def set_answer_address(
        self,
        conversation_id: str,
        *,
        email: Union[str, None],
        language: Union[str, NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AnswerAddress:
        """Set the address to which answers go by mail, or remove it.

        What people write from then on, for 30 days, is mailed there once the conversation was quiet for two minutes,
        unless the user has written since. Visitors may set it if `handover.offered` of the channel is True, five times
        a day.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `email`, `language`, `time_zone`.

        Args:
            conversation_id: Conversation identifier.
            email: Address that gets the answers of people; None for none.
            language: Language of the mail, such as `de` or `pt-BR` (BCP 47): one of those of the chat, or else English,
                as by default.
            time_zone: Time zone of the times, such as `Europe/Berlin` (IANA). UTC by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `AnswerAddress`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            ConflictError: `conversation_closed`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `mail_not_configured` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/conversations/{id}/answer-address",
            params={"id": conversation_id},
            body={"email": email, "language": language, "timeZone": time_zone},
        )
        return await self._api.call(request, AnswerAddress, options)

    async def statistics(
        self,
        *,
        workspace_id: str,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        days: Union[int, NotGiven] = NOT_GIVEN,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ConversationStatistics:
        """Count conversations and messages by day, week or month.

        Days are in UTC; the last one is today unless `to` says otherwise. Many days are counted by week or month. A
        message, its feedback and its failure count on the day when it was created. Deleted messages and conversations
        are not counted.

        Scope: `conversations:read`.

        Args:
            workspace_id: Identifier of the workspace to count.
            agent_id: Only conversations with this agent; absent for all.
            days: Number of days up to and including `to`: 1 to 90, 30 if absent. Not with `from_`.
            from_: First day, in UTC, instead of `days`; with `to` at most 731 days, both included.
            to: Last day, in UTC; absent for today. It must not be in the future.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ConversationStatistics`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations/statistics",
            query={"workspaceId": workspace_id, "agentId": agent_id, "days": days, "from": from_, "to": to},
        )
        return await self._api.call(request, ConversationStatistics, options)

    def deliveries(
        self,
        conversation_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        state: Union[MessageDeliveryState, NotGiven] = NOT_GIVEN,
        sort: Union[ConversationDeliveriesSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[MessageDelivery]:
        """List the deliveries of a conversation.

        The delivery of each message to a user of a messenger; empty for any other conversation. Newest first unless
        `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            conversation_id: Conversation identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            state: Only deliveries in this state; absent for all.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations/{id}/deliveries",
            params={"id": conversation_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "state": state, "sort": sort},
        )
        return self._api.list(request, MessageDelivery, options)

    async def suggest(
        self,
        conversation_id: str,
        *,
        kind: Union[SuggestionKind, NotGiven] = NOT_GIVEN,
        instructions: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        language: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Suggestion:
        """Have the agent draft a reply, sum up or translate.

        For a person at the desk: nothing is sent or stored, and the conversation stays as it is. A reply is drafted as
        the agent answers, with its prompt and its knowledge, but without calling tools. A summary and a translation
        need a model of a provider. Returns the text, or streams it as server-sent events; a reader who leaves ends it.
        Its tokens count in the statistics.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            kind: `reply`: a draft of the answer to the last message of the user. `summary`: what a colleague needs to
                know of the conversation. `translation`: the text of one message in another language.
            instructions: Wishes for a reply or a summary; up to 1,000 characters.
            message: Identifier of the message to translate; only for a translation, which needs it.
            language: BCP 47 tag of the language to write. A translation needs it; otherwise the language of the
                conversation.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Suggestion`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`, `agent_not_found`.
            ConflictError: `conversation_empty`, `agent_inactive`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `unavailable` (503),
                `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/suggestions",
            params={"id": conversation_id},
            body={"kind": kind, "instructions": instructions, "message": message, "language": language},
            slow=True,
        )
        return await self._api.call(request, Suggestion, options)

    def suggest_stream(
        self,
        conversation_id: str,
        *,
        kind: Union[SuggestionKind, NotGiven] = NOT_GIVEN,
        instructions: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        language: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncSuggestionEvents:
        """Have the agent draft a reply, sum up or translate.

        For a person at the desk: nothing is sent or stored, and the conversation stays as it is. A reply is drafted as
        the agent answers, with its prompt and its knowledge, but without calling tools. A summary and a translation
        need a model of a provider. Returns the text, or streams it as server-sent events; a reader who leaves ends it.
        Its tokens count in the statistics.

        Scope: `conversations:write`.

        Args:
            conversation_id: Conversation identifier.
            kind: `reply`: a draft of the answer to the last message of the user. `summary`: what a colleague needs to
                know of the conversation. `translation`: the text of one message in another language.
            instructions: Wishes for a reply or a summary; up to 1,000 characters.
            message: Identifier of the message to translate; only for a translation, which needs it.
            language: BCP 47 tag of the language to write. A translation needs it; otherwise the language of the
                conversation.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            The events up to the end. Each loop over it sends a request.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`, `agent_not_found`.
            ConflictError: `conversation_empty`, `agent_inactive`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `unavailable` (503),
                `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/suggestions",
            params={"id": conversation_id},
            body={"kind": kind, "instructions": instructions, "message": message, "language": language, "stream": True},
        )
        return self._api.suggest(request, options)
