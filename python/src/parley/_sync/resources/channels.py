# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.channels`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Dict, Optional, Union

from ..._files import FileInput, OnProgress
from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    AgentStatus,
    Channel,
    ChannelDependents,
    ChannelHandover,
    ChannelLimitChanges,
    ChannelSort,
    ChannelStatus,
    ChannelTest,
    ChannelType,
    ChannelTypeList,
    Confirmation,
    EchoedChannelPicture,
    EchoedChannelProblem,
    EchoedChannelUrls,
    NewChannel,
    RotatedChannel,
    UpsertedChannel,
    VisitorSession,
)
from .._api import Api
from .._page_promise import Page


class ChannelsResource:
    """The methods of `client.channels`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def handover(self, channel_id: str, *, options: Optional[RequestOptions] = None) -> ChannelHandover:
        """Get what a visitor who asks for a person can expect.

        Says if it is open, when it opens next, if a person is here, and how fast people usually answer. A visitor reads
        that of the own channel.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            channel_id: Channel identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ChannelHandover`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `channel_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/channels/{id}/handover", params={"id": channel_id})
        return self._api.call(request, ChannelHandover, options)

    def types(self, *, options: Optional[RequestOptions] = None) -> ChannelTypeList:
        """List the kinds of channels.

        With the JSON Schema of their settings, and the steps that connect one.

        Scope: `agents:read`.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ChannelTypeList`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/channel-types")
        return self._api.call(request, ChannelTypeList, options)

    def create(
        self,
        agent_id: str,
        *,
        type: ChannelType,
        name: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[AgentStatus, NotGiven] = NOT_GIVEN,
        settings: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        offline_message: Union[str, None, NotGiven] = NOT_GIVEN,
        limits: Union[ChannelLimitChanges, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> NewChannel:
        """Create a channel of an agent.

        Everything but `type` has a default. The secret is in this answer only.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            type: Kind of channel; `GET /api/channel-types` describes each.
            name: Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
            status: `active` (the default) or `inactive`.
            settings: Settings of its kind; what is absent has the kind’s default.
            offline_message: Text for visitors while the agent is inactive: up to 2,000 characters; None for no text.
            limits: Limits for visitors, and the text beyond them; absent fields stay unchanged.
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `NewChannel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `agent_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `external_id_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/channels",
            params={"id": agent_id},
            body={
                "type": type,
                "name": name,
                "status": status,
                "settings": settings,
                "offlineMessage": offline_message,
                "limits": renamed(limits, {"visitor_messages_per_day": "visitorMessagesPerDay", "messages_per_day": "messagesPerDay", "address_percent": "addressPercent", "message_length": "messageLength", "history_tokens": "historyTokens"}),
                "externalId": external_id,
                "metadata": metadata,
            },
            keyed=True,
        )
        return self._api.call(request, NewChannel, options)

    def list(
        self,
        agent_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        type: Union[ChannelType, NotGiven] = NOT_GIVEN,
        status: Union[ChannelStatus, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[ChannelSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Channel]:
        """List the channels of an agent.

        Newest first unless `sort` says otherwise.

        Scope: `agents:read`.

        Args:
            agent_id: Agent identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            type: Only channels of this kind; absent for all.
            status: Only channels in this state; absent for all.
            external_id: Only channels with this ID of yours; absent for all. Unknown ones match nothing.
            metadata: Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for
                all. Numbers and booleans are compared as text.
            name: Only channels with exactly this name; absent for all.
            fields: Only these fields of each item, separated by commas, and `id`; absent for all. Long texts that
                aren’t asked for aren’t read.
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
            path="/api/agents/{id}/channels",
            params={"id": agent_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "type": type,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "name": name,
                "fields": fields,
                "sort": sort,
            },
        )
        return self._api.list(request, Channel, options)

    def list_all(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[ChannelType, NotGiven] = NOT_GIVEN,
        status: Union[ChannelStatus, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[ChannelSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Channel]:
        """List the channels of all agents.

        Newest first unless `sort` says otherwise. `status=error` finds the channels that need a person.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only channels of this workspace; absent for all. Unknown ones match nothing.
            agent_id: Only channels of this agent; absent for all. Unknown ones match nothing.
            type: Only channels of this kind; absent for all.
            status: Only channels in this state; absent for all.
            external_id: Only channels with this ID of yours; absent for all. Unknown ones match nothing.
            metadata: Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for
                all. Numbers and booleans are compared as text.
            name: Only channels with exactly this name; absent for all.
            fields: Only these fields of each item, separated by commas, and `id`; absent for all. Long texts that
                aren’t asked for aren’t read.
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
            path="/api/channels",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "agentId": agent_id,
                "type": type,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "name": name,
                "fields": fields,
                "sort": sort,
            },
        )
        return self._api.list(request, Channel, options)

    def retrieve(self, channel_id: str, *, options: Optional[RequestOptions] = None) -> Channel:
        """Get a channel.

        Without its secrets.

        Scope: `agents:read`.

        Args:
            channel_id: Channel identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Channel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `channel_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/channels/{id}", params={"id": channel_id})
        return self._api.call(request, Channel, options)

    def update(
        self,
        channel_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[ChannelStatus, NotGiven] = NOT_GIVEN,
        settings: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        offline_message: Union[str, None, NotGiven] = NOT_GIVEN,
        limits: Union[ChannelLimitChanges, NotGiven] = NOT_GIVEN,
        external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        agent: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[ChannelType, NotGiven] = NOT_GIVEN,
        urls: Union[EchoedChannelUrls, NotGiven] = NOT_GIVEN,
        picture: Union[EchoedChannelPicture, None, NotGiven] = NOT_GIVEN,
        last_event_at: Union[datetime, date, str, None, NotGiven] = NOT_GIVEN,
        last_error: Union[EchoedChannelProblem, None, NotGiven] = NOT_GIVEN,
        last_checked_at: Union[datetime, date, str, None, NotGiven] = NOT_GIVEN,
        created_at: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_at: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Channel:
        """Update a channel.

        Merges: absent fields stay unchanged; `settings` and `limits` merge by their fields. A read-only field is
        accepted if it equals the stored value.

        Scope: `agents:write`.

        Args:
            channel_id: Channel identifier.
            name: Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
            status: `active` or `inactive`; `error` only as the service has set it.
            settings: Settings to replace; absent ones stay unchanged. A secret must be given again if it would go to
                another server.
            offline_message: Text for visitors while the agent is inactive: up to 2,000 characters; None for no text.
            limits: Limits for visitors, and the text beyond them; absent fields stay unchanged.
            external_id: Your own ID; None for none.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            id: Channel identifier. Read-only.
            agent: Identifier of its agent. Read-only.
            workspace: Identifier of its workspace. Read-only.
            type: Kind of channel; `GET /api/channel-types` describes each. Read-only.
            urls: The addresses of the channel. Read-only.
            picture: Picture of a widget or page; None if it has none. Read-only.
            last_event_at: Time of the last message that came in: ISO 8601 UTC with milliseconds; None before the first.
                Read-only.
            last_error: Why messages can’t be delivered; None if they can. Read-only.
            last_checked_at: Time at which its platform was asked last whether all is well: ISO 8601 UTC with
                milliseconds; None if it has none, or before the first time. Read-only.
            created_at: Time of creation: ISO 8601 UTC with milliseconds. Read-only.
            updated_at: Time of the last change: ISO 8601 UTC with milliseconds. Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Channel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `channel_not_found`.
            ConflictError: `external_id_conflict`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/channels/{id}",
            params={"id": channel_id},
            body={
                "name": name,
                "status": status,
                "settings": settings,
                "offlineMessage": offline_message,
                "limits": renamed(limits, {"visitor_messages_per_day": "visitorMessagesPerDay", "messages_per_day": "messagesPerDay", "address_percent": "addressPercent", "message_length": "messageLength", "history_tokens": "historyTokens"}),
                "externalId": external_id,
                "metadata": metadata,
                "_id": id,
                "agent": agent,
                "workspace": workspace,
                "type": type,
                "urls": urls,
                "picture": picture,
                "lastEventAt": last_event_at,
                "lastError": last_error,
                "lastCheckedAt": last_checked_at,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, Channel, options)

    def delete(self, channel_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a channel with its conversations.

        Its conversations and messages go with it, and its visitors’ tokens end at once. Very many conversations are
        deleted in the minutes after. Its registration with a platform is ended; the message says if something is left.

        Scope: `workspace:admin`.

        Args:
            channel_id: Channel identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `channel_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/channels/{id}", params={"id": channel_id})
        return self._api.call(request, Confirmation, options)

    def preview_delete(self, channel_id: str, *, options: Optional[RequestOptions] = None) -> ChannelDependents:
        """Count what this would delete, and delete nothing: delete a channel with its conversations.

        Args:
            channel_id: Channel identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `ChannelDependents`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `channel_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/channels/{id}", params={"id": channel_id}, query={"dryRun": True})
        return self._api.call(request, ChannelDependents, options)

    def upsert(
        self,
        external_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        agent: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[ChannelType, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[AgentStatus, NotGiven] = NOT_GIVEN,
        settings: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        offline_message: Union[str, None, NotGiven] = NOT_GIVEN,
        limits: Union[ChannelLimitChanges, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> UpsertedChannel:
        """Create or update a channel by your own ID.

        Creates the channel (201), or updates the one of the workspace that has the ID (200): absent fields stay
        unchanged. The secret of a new channel is in this answer only; if it is lost, rotate it.

        Scope: `agents:write`.

        Args:
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several; absent for all. Unknown ones match nothing.
            agent: Identifier of its agent: required for a new channel; that of an existing one stays.
            type: Kind of channel: required for a new one; that of an existing one stays.
            name: Name of the channel: 1 to 80 characters after trimming. That of its kind unless set.
            status: `active` (the default) or `inactive`.
            settings: Settings of its kind; what is absent has the kind’s default.
            offline_message: Text for visitors while the agent is inactive: up to 2,000 characters; None for no text.
            limits: Limits for visitors, and the text beyond them; absent fields stay unchanged.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            An `UpsertedChannel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `workspace_not_found`, `agent_not_found`.
            ConflictError: `quota_exceeded`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/channels/by-external-id/{externalId}",
            params={"externalId": external_id},
            query={"workspaceId": workspace_id},
            body={
                "agent": agent,
                "type": type,
                "name": name,
                "status": status,
                "settings": settings,
                "offlineMessage": offline_message,
                "limits": renamed(limits, {"visitor_messages_per_day": "visitorMessagesPerDay", "messages_per_day": "messagesPerDay", "address_percent": "addressPercent", "message_length": "messageLength", "history_tokens": "historyTokens"}),
                "metadata": metadata,
            },
        )
        return self._api.call(request, UpsertedChannel, options)

    def rotate_secret(
        self,
        channel_id: str,
        *,
        overlap_hours: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> RotatedChannel:
        """Rotate the secret of a channel.

        The old secret stays valid for `overlap_hours`. The new one is in this answer only. Who has it can speak for any
        customer of the channel, and read their conversations.

        Scope: `workspace:admin`.

        Args:
            channel_id: Channel identifier.
            overlap_hours: Hours for which the old secret stays valid: 0 to 168. 24 unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `RotatedChannel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `channel_not_found`.
            ConflictError: `idempotency_in_progress`.
            PreconditionFailedError: `version_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/channels/{id}/rotate-secret",
            params={"id": channel_id},
            body={"overlapHours": overlap_hours},
            keyed=True,
        )
        return self._api.call(request, RotatedChannel, options)

    def test(
        self,
        channel_id: str,
        *,
        to: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ChannelTest:
        """Test a channel.

        Checks what can be told without a visitor; a webhook gets a signed request of the type `test`. With `to`, a test
        message is sent if all is well.

        Scope: `agents:write`.

        Args:
            channel_id: Channel identifier.
            to: Recipient of a test message, as `recipient` of the kind of channel says; absent for no message. Only for
                kinds with a `recipient`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ChannelTest`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `channel_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/channels/{id}/test", params={"id": channel_id}, body={"to": to})
        return self._api.call(request, ChannelTest, options)

    def check(
        self,
        agent_id: str,
        *,
        type: ChannelType,
        settings: Dict[str, Any],
        channel: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ChannelTest:
        """Check the settings of a channel before they are saved.

        Asks the platform, for example whether it accepts a token. Nothing is stored.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            type: Kind of channel.
            settings: Settings of its kind; what is absent has the kind’s default, or that of `channel`.
            channel: Identifier of a channel of the same type whose settings these would replace. Its secrets are taken,
                unless they would go to another server: then they must be given.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ChannelTest`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`, `channel_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/channels/check",
            params={"id": agent_id},
            body={"type": type, "settings": settings, "channel": channel},
        )
        return self._api.call(request, ChannelTest, options)

    def set_picture(
        self,
        channel_id: str,
        *,
        file: FileInput,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> Channel:
        """Set the picture of a chat.

        Of a widget or page: the head of the chat shows it, and the launcher if its icon is `picture`. A file has at
        most 256 KiB. It is public.

        Scope: `agents:write`.

        Args:
            channel_id: Channel identifier.
            file: PNG, JPEG or WebP, not animated, 32 to 1,024 pixels wide and high. Its metadata becomes public, too.
                Max 256 KiB. A path, bytes or an open file; with another name as a pair of the name and the content.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Channel`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `channel_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/channels/{id}/picture",
            params={"id": channel_id},
            file=file,
            on_progress=on_progress,
        )
        return self._api.call(request, Channel, options)

    def delete_picture(self, channel_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete the picture of a chat.

        The seal of the agent is back. A channel without a picture stays as it is.

        Scope: `agents:write`.

        Args:
            channel_id: Channel identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `channel_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/channels/{id}/picture", params={"id": channel_id})
        return self._api.call(request, Confirmation, options)

    def create_visitor(
        self,
        channel_id: str,
        *,
        token: Union[str, NotGiven] = NOT_GIVEN,
        identity: Union[str, NotGiven] = NOT_GIVEN,
        origin: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> VisitorSession:
        """Let a visitor in.

        Returns a token that reaches the visitor’s own conversations on this channel and nothing else. The widget and
        the hosted page call it by themselves; call it for a chat of your own. With the token a visitor sends messages,
        reads and follows conversations, and rates, retries and cancels replies. What is the team’s (tags, metadata,
        model, usage, tool calls) is empty there.

        The body has at most 8 KiB.

        Args:
            channel_id: Channel identifier.
            token: The token that the visitor has from before. It is renewed if it is still good and of the same person;
                otherwise it is ignored, and the visitor is a new one.
            identity: Proof of who the visitor is: a JWT that your server signs with HS256 and the secret of the
                channel, with your ID for the person as `sub` and `exp` at most 24 hours ahead. None for an anonymous
                visitor.
            origin: Origin of the page that embeds the chat; absent if none does.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `VisitorSession`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_identity`, `expired_identity`, `identity_required`.
            PermissionDeniedError: `origin_not_allowed`.
            NotFoundError: `channel_not_found`.
            ConflictError: `channel_inactive`.
            RateLimitError: `too_many_concurrent`, `rate_limited`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/channels/{id}/visitors",
            params={"id": channel_id},
            body={"token": token, "identity": identity, "origin": origin},
            repeats=True,
        )
        return self._api.call(request, VisitorSession, options)
