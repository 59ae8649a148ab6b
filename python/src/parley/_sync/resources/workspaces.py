# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.saved_replies` and `client.teams` and `client.views` and `client.workspaces`."""

from __future__ import annotations

from typing import Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    Assignment,
    Availability,
    AvailabilityList,
    AvailabilityState,
    Confirmation,
    HolidayDraft,
    Invitation,
    InvitationSort,
    ListedView,
    Member,
    MemberPasswordReset,
    MemberSort,
    NewInvitation,
    OpeningDaysDraft,
    RenderedReply,
    Role,
    SavedReply,
    SavedReplySort,
    Team,
    TeamMemberDraft,
    TeamRoom,
    TeamSort,
    View,
    ViewFilters,
    ViewSort,
    WorkingHours,
    Workspace,
    WorkspaceDependents,
    WorkspaceSort,
)
from .._api import Api
from .._page_promise import Page


class SavedRepliesResource:
    """The methods of `client.saved_replies`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create(
        self,
        *,
        name: str,
        text: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SavedReply:
        """Create a saved reply.

        A text that people send often. A workspace has up to 1,000.

        Scope: `conversations:write`.

        Args:
            name: Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and
                among those of one person, in whatever case.
            text: The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}`
                and other keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `name_conflict`, `saved_reply_limit_reached`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/saved-replies",
            body={"name": name, "text": text, "workspaceId": workspace_id, "isShared": is_shared},
            keyed=True,
        )
        return self._api.call(request, SavedReply, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[SavedReplySort, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[SavedReply]:
        """List saved replies.

        Shared ones, and your own. By name unless `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only saved replies of this workspace; absent for all. Unknown ones match nothing.
            q: Only saved replies whose name or text contains this text, in whatever case; absent for all.
            sort: Order of the list; `-` is descending. `name` by default.
            fields: Only these fields of each item, separated by commas, and `id`; absent for all. Long texts that
                aren’t asked for aren’t read.
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
            path="/api/saved-replies",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "q": q,
                "sort": sort,
                "fields": fields,
            },
        )
        return self._api.list(request, SavedReply, options)

    def retrieve(self, saved_reply_id: str, *, options: Optional[RequestOptions] = None) -> SavedReply:
        """Get a saved reply.

        With its variables as they were written.

        Scope: `conversations:read`.

        Args:
            saved_reply_id: Saved reply identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/saved-replies/{id}", params={"id": saved_reply_id})
        return self._api.call(request, SavedReply, options)

    def update(
        self,
        saved_reply_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        created_by: Union[str, None, NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SavedReply:
        """Update a saved reply.

        Merges: absent fields stay unchanged. Only its author can set `is_shared` to False. A read-only field is
        accepted if it equals the stored value.

        Scope: `conversations:write`.

        Args:
            saved_reply_id: Saved reply identifier.
            name: Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and
                among those of one person, in whatever case.
            text: The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}`
                and other keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            id: Read-only.
            workspace: Read-only.
            created_by: Read-only.
            created_at: Read-only.
            updated_at: Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            ConflictError: `name_conflict`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/saved-replies/{id}",
            params={"id": saved_reply_id},
            body={
                "name": name,
                "text": text,
                "isShared": is_shared,
                "_id": id,
                "workspace": workspace,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, SavedReply, options)

    def delete(self, saved_reply_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a saved reply.

        Messages that were written with it stay.

        Scope: `conversations:write`.

        Args:
            saved_reply_id: Saved reply identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/saved-replies/{id}", params={"id": saved_reply_id})
        return self._api.call(request, Confirmation, options)

    def render(
        self,
        saved_reply_id: str,
        *,
        conversation: str,
        options: Optional[RequestOptions] = None,
    ) -> RenderedReply:
        """Render a saved reply.

        Puts values of a conversation in place of the variables. Sends nothing.

        Scope: `conversations:read`.

        Args:
            saved_reply_id: Saved reply identifier.
            conversation: Identifier of the conversation that the values are from; of the same workspace.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `RenderedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`, `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/saved-replies/{id}/render",
            params={"id": saved_reply_id},
            body={"conversation": conversation},
            repeats=True,
        )
        return self._api.call(request, RenderedReply, options)


class ViewsResource:
    """The methods of `client.views`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create(
        self,
        *,
        name: str,
        filters: ViewFilters,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> View:
        """Create a view.

        Filters of conversations under a name. A workspace has up to 100.

        Scope: `conversations:write`.

        Args:
            name: Name of the view: 1 to 80 characters. Unique among the shared ones of a workspace, and among those of
                one person, in whatever case.
            filters: Filters and order of the list: parameters of `GET /api/conversations`.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `View`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `name_conflict`, `view_limit_reached`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/views",
            body={
                "name": name,
                "filters": renamed(filters, {"agent_id": "agentId", "channel_id": "channelId", "user_id": "userId", "taken_by": "takenBy", "created_after": "createdAfter", "created_before": "createdBefore", "updated_after": "updatedAfter", "updated_before": "updatedBefore", "last_message_after": "lastMessageAfter", "last_message_before": "lastMessageBefore"}),
                "workspaceId": workspace_id,
                "isShared": is_shared,
            },
            keyed=True,
        )
        return self._api.call(request, View, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        include_counts: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[ViewSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[ListedView]:
        """List views.

        Shared ones, and your own. By name unless `sort` says otherwise. `include_counts` counts their conversations.

        Scope: `conversations:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only views of this workspace; absent for all. Unknown ones match nothing.
            include_counts: True to add `count`, the number of conversations, to each view; False by default.
            sort: Order of the list; `-` is descending. `name` by default.
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
            path="/api/views",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "includeCounts": include_counts,
                "sort": sort,
            },
        )
        return self._api.list(request, ListedView, options)

    def retrieve(self, view_id: str, *, options: Optional[RequestOptions] = None) -> View:
        """Get a view.

        Pass its `filters` to `GET /api/conversations` to list its conversations.

        Scope: `conversations:read`.

        Args:
            view_id: View identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `View`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `view_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/views/{id}", params={"id": view_id})
        return self._api.call(request, View, options)

    def update(
        self,
        view_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        filters: Union[ViewFilters, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        created_by: Union[str, None, NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> View:
        """Update a view.

        Merges: absent fields stay unchanged, and `filters` are replaced. Only its author can set `is_shared` to False.
        A read-only field is accepted if it equals the stored value.

        Scope: `conversations:write`.

        Args:
            view_id: View identifier.
            name: Name of the view: 1 to 80 characters. Unique among the shared ones of a workspace, and among those of
                one person, in whatever case.
            filters: Filters and order of the list: parameters of `GET /api/conversations`.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            id: Read-only.
            workspace: Read-only.
            created_by: Read-only.
            created_at: Read-only.
            updated_at: Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `View`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `view_not_found`.
            ConflictError: `name_conflict`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/views/{id}",
            params={"id": view_id},
            body={
                "name": name,
                "filters": renamed(filters, {"agent_id": "agentId", "channel_id": "channelId", "user_id": "userId", "taken_by": "takenBy", "created_after": "createdAfter", "created_before": "createdBefore", "updated_after": "updatedAfter", "updated_before": "updatedBefore", "last_message_after": "lastMessageAfter", "last_message_before": "lastMessageBefore"}),
                "isShared": is_shared,
                "_id": id,
                "workspace": workspace,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, View, options)

    def delete(self, view_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a view.

        Its conversations stay.

        Scope: `conversations:write`.

        Args:
            view_id: View identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `view_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/views/{id}", params={"id": view_id})
        return self._api.call(request, Confirmation, options)


class TeamsResource:
    """The methods of `client.teams`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create(
        self,
        *,
        name: str,
        members: Sequence[TeamMemberDraft],
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        assignment: Union[Assignment, NotGiven] = NOT_GIVEN,
        answer_within: Union[int, None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Team:
        """Create a team.

        Its members are people of the workspace who may write in conversations. A workspace has up to 100.

        Scope: `workspace:admin`.

        Args:
            name: Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.
            members: Its members in their order, 1 to 100. They replace earlier ones as a whole.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            assignment: How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open
                conversations) or `manual` (a member takes them). `round_robin` unless set.
            answer_within: Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to
                86,400; None for never. None unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Team`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `team_name_taken`, `quota_exceeded`.
            PreconditionFailedError: `version_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/teams",
            body={
                "name": name,
                "members": members,
                "workspaceId": workspace_id,
                "assignment": assignment,
                "answerWithin": answer_within,
            },
            keyed=True,
        )
        return self._api.call(request, Team, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[TeamSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Team]:
        """List teams.

        Newest first unless `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only teams of this workspace; absent for all. Unknown ones match nothing.
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
            path="/api/teams",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "sort": sort,
            },
        )
        return self._api.list(request, Team, options)

    def retrieve(self, team_id: str, *, options: Optional[RequestOptions] = None) -> Team:
        """Get a team.

        With its members.

        Scope: `conversations:read`.

        Args:
            team_id: Team identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `Team`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `team_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/teams/{id}", params={"id": team_id})
        return self._api.call(request, Team, options)

    def update(
        self,
        team_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        members: Union[Sequence[TeamMemberDraft], NotGiven] = NOT_GIVEN,
        assignment: Union[Assignment, NotGiven] = NOT_GIVEN,
        answer_within: Union[int, None, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Team:
        """Update a team.

        Merges: absent fields stay unchanged, and `members` are replaced as a whole. A read-only field is accepted if it
        equals the stored value.

        Scope: `workspace:admin`.

        Args:
            team_id: Team identifier.
            name: Team name: 1 to 80 characters after trimming, unique in its workspace, upper and lower case alike.
            members: Its members in their order, 1 to 100. They replace earlier ones as a whole.
            assignment: How conversations get a member: `round_robin` (by turns), `least_busy` (the fewest open
                conversations) or `manual` (a member takes them). `round_robin` unless set.
            answer_within: Seconds after which a conversation that its assignee hasn’t answered is handed on: 30 to
                86,400; None for never. None unless set.
            id: Read-only.
            workspace: Read-only.
            created_at: Read-only.
            updated_at: Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Team`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `team_not_found`.
            ConflictError: `team_name_taken`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/teams/{id}",
            params={"id": team_id},
            body={
                "name": name,
                "members": members,
                "assignment": assignment,
                "answerWithin": answer_within,
                "_id": id,
                "workspace": workspace,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, Team, options)

    def delete(self, team_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a team.

        Its members stay in the workspace.

        Scope: `workspace:admin`.

        Args:
            team_id: Team identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `team_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/teams/{id}", params={"id": team_id})
        return self._api.call(request, Confirmation, options)


class WorkspaceTeamRoomResource:
    """The methods of `client.workspaces.team_room`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> TeamRoom:
        """Get the team’s room.

        The Slack channel or Telegram group in which conversations that wait for a person, and tool calls that wait for
        approval, appear. People answer visitors in the threads of conversations.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `TeamRoom`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/workspaces/{id}/team-room", params={"id": workspace_id})
        return self._api.call(request, TeamRoom, options)

    def set(
        self,
        workspace_id: str,
        *,
        channel: str,
        room: str,
        options: Optional[RequestOptions] = None,
    ) -> TeamRoom:
        """Set the team’s room.

        Posts a greeting there first, through a Slack or Telegram channel of the workspace. If that fails, nothing
        changes and the error says why. From then on the agent doesn’t answer in this room.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            channel: Identifier of a Slack or Telegram channel of the workspace that is switched on.
            room: ID of a channel in Slack, such as C0123456789, or of a group in Telegram, such as -1001234567890.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `TeamRoom`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `undeliverable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/workspaces/{id}/team-room",
            params={"id": workspace_id},
            body={"channel": channel, "room": room},
        )
        return self._api.call(request, TeamRoom, options)

    def delete(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Remove the team’s room.

        Nothing is posted there any more, and no press counts. Also succeeds without a room.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/workspaces/{id}/team-room", params={"id": workspace_id})
        return self._api.call(request, Confirmation, options)


class WorkspaceAvailabilityResource:
    """The methods of `client.workspaces.availability`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> AvailabilityList:
        """List who is here and who is away.

        The people of the workspace who may write in conversations, by name.

        Scope: `conversations:read`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `AvailabilityList`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/workspaces/{id}/availability", params={"id": workspace_id})
        return self._api.call(request, AvailabilityList, options)

    def set(
        self,
        workspace_id: str,
        *,
        state: AvailabilityState,
        options: Optional[RequestOptions] = None,
    ) -> Availability:
        """Set your own availability.

        For the person of the session or key. Conversations that the person has stay where they are.

        Scope: `conversations:write`.

        Args:
            workspace_id: Workspace identifier.
            state: `here`, or `away`: then teams give the person no conversations. `away` until first set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `Availability`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/workspaces/{id}/availability",
            params={"id": workspace_id},
            body={"state": state},
        )
        return self._api.call(request, Availability, options)


class WorkspaceHoursResource:
    """The methods of `client.workspaces.hours`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> WorkingHours:
        """Get the working hours.

        Says whether it is open now, and when it opens next. Without hours it is always open.

        Scope: `conversations:read`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `WorkingHours`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/workspaces/{id}/hours", params={"id": workspace_id})
        return self._api.call(request, WorkingHours, options)

    def set(
        self,
        workspace_id: str,
        *,
        time_zone: str,
        days: OpeningDaysDraft,
        holidays: Union[Sequence[HolidayDraft], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> WorkingHours:
        """Set the working hours.

        Replaces them as a whole. Times are those on the clock of the time zone, before and after it changes to daylight
        saving time.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            time_zone: Time zone of all times, by its name in the IANA database.
            days: The periods of each weekday; closed on a day that is left out.
            holidays: Dates with periods of their own, up to 200; closed without periods. None unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `WorkingHours`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/workspaces/{id}/hours",
            params={"id": workspace_id},
            body={"timeZone": time_zone, "days": days, "holidays": holidays},
        )
        return self._api.call(request, WorkingHours, options)

    def delete(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Remove the working hours.

        From then on it is always open. Also succeeds without hours.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/workspaces/{id}/hours", params={"id": workspace_id})
        return self._api.call(request, Confirmation, options)


class WorkspaceMembersResource:
    """The methods of `client.workspaces.members`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        workspace_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[MemberSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Member]:
        """List the members of a workspace.

        The people in the workspace, newest first unless `sort` says otherwise.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
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
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/workspaces/{id}/members",
            params={"id": workspace_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, Member, options)

    def retrieve(self, workspace_id: str, user_id: str, *, options: Optional[RequestOptions] = None) -> Member:
        """Get a member of a workspace.

        The person with the role in this workspace.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            user_id: User identifier of the member.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Member`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`, `member_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/workspaces/{id}/members/{userId}",
            params={"id": workspace_id, "userId": user_id},
        )
        return self._api.call(request, Member, options)

    def update(
        self,
        workspace_id: str,
        user_id: str,
        *,
        role: Role,
        options: Optional[RequestOptions] = None,
    ) -> Member:
        """Change the role of a member.

        Takes effect at once, for the keys of the member, too.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            user_id: User identifier of the member.
            role: Role of the member in the workspace.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Member`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`, `member_not_found`.
            ConflictError: `last_owner`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/workspaces/{id}/members/{userId}",
            params={"id": workspace_id, "userId": user_id},
            body={"role": role},
        )
        return self._api.call(request, Member, options)

    def remove(
        self,
        workspace_id: str,
        user_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Remove a member.

        Takes effect at once, for the keys of the member, too.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            user_id: User identifier of the member.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`, `member_not_found`.
            ConflictError: `last_owner`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/workspaces/{id}/members/{userId}",
            params={"id": workspace_id, "userId": user_id},
        )
        return self._api.call(request, Confirmation, options)

    def reset_password(
        self,
        workspace_id: str,
        user_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> MemberPasswordReset:
        """Create a link that sets a new password for a member.

        The member must belong to this account alone, and you must be an admin in each of their workspaces; only an
        owner can do it for an owner. If the server sends mail, the link is mailed to the member; otherwise it is
        returned once.

        Requires a dashboard session.

        Args:
            workspace_id: Workspace identifier.
            user_id: User identifier of the member.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `MemberPasswordReset`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `workspace_not_found`, `member_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/workspaces/{id}/members/{userId}/password-reset",
            params={"id": workspace_id, "userId": user_id},
            body={},
            keyed=True,
        )
        return self._api.call(request, MemberPasswordReset, options)


class WorkspaceInvitationsResource:
    """The methods of `client.workspaces.invitations`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create(
        self,
        workspace_id: str,
        *,
        email: str,
        role: Role,
        options: Optional[RequestOptions] = None,
    ) -> NewInvitation:
        """Invite a person.

        The link works for seven days and replaces an earlier one for the same email address. If the server sends mail,
        the link is mailed to the invited person; otherwise it is returned once.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            email: Email address of the person to invite: up to 254 characters, stored in lower case.
            role: Role that the person gets by accepting; only an owner can invite an owner.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `NewInvitation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `already_member`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/workspaces/{id}/invitations",
            params={"id": workspace_id},
            body={"email": email, "role": role},
            keyed=True,
        )
        return self._api.call(request, NewInvitation, options)

    def list(
        self,
        workspace_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[InvitationSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Invitation]:
        """List open invitations.

        Lists the invitations that are neither accepted nor expired, newest first unless `sort` says otherwise.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
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
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/workspaces/{id}/invitations",
            params={"id": workspace_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, Invitation, options)

    def retrieve(
        self,
        workspace_id: str,
        invitation_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Invitation:
        """Get an open invitation.

        Never its link, which is returned once, at creation.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            invitation_id: Invitation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `Invitation`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`, `invitation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/workspaces/{id}/invitations/{invitationId}",
            params={"id": workspace_id, "invitationId": invitation_id},
        )
        return self._api.call(request, Invitation, options)

    def revoke(
        self,
        workspace_id: str,
        invitation_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Revoke an invitation.

        Its link stops working at once.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            invitation_id: Invitation identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`, `invitation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/workspaces/{id}/invitations/{invitationId}",
            params={"id": workspace_id, "invitationId": invitation_id},
        )
        return self._api.call(request, Confirmation, options)


class WorkspacesResource:
    """The methods of `client.workspaces`."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.team_room = WorkspaceTeamRoomResource(api)
        self.availability = WorkspaceAvailabilityResource(api)
        self.hours = WorkspaceHoursResource(api)
        self.members = WorkspaceMembersResource(api)
        self.invitations = WorkspaceInvitationsResource(api)

    def create(self, *, name: str, options: Optional[RequestOptions] = None) -> Workspace:
        """Create a workspace.

        In the account of the caller, who becomes its owner.

        Scope: `workspace:admin`.

        Args:
            name: Workspace name: 1 to 100 characters after trimming, unique in the account.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Workspace`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `name_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/workspaces", body={"name": name}, keyed=True)
        return self._api.call(request, Workspace, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[WorkspaceSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Workspace]:
        """List workspaces.

        Lists the workspaces that the caller reaches, with its role and permissions there.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
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
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/workspaces",
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, Workspace, options)

    def retrieve(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> Workspace:
        """Get a workspace.

        With the role and the permissions of the caller there.

        Scope: `agents:read`.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Workspace`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/workspaces/{id}", params={"id": workspace_id})
        return self._api.call(request, Workspace, options)

    def update(
        self,
        workspace_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        require_second_factor: Union[bool, NotGiven] = NOT_GIVEN,
        audit_texts: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Workspace:
        """Update a workspace.

        Absent fields stay unchanged. `require_second_factor` takes the role owner, a session, and a second factor that
        was proved in the last 15 minutes.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            name: Workspace name: 1 to 100 characters after trimming, unique in the account.
            require_second_factor: True if signed-in users need a second factor to reach the workspace; absent to leave
                it. Only a signed-in owner who has one can change it.
            audit_texts: True to keep whole texts, such as prompts, before and after a change in events for 90 days;
                absent to leave it. By default, events have only the digest and the length of such texts.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Workspace`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `session_required`, `confirmation_required`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `name_conflict`, `second_factor_missing`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/workspaces/{id}",
            params={"id": workspace_id},
            body={"name": name, "requireSecondFactor": require_second_factor, "auditTexts": audit_texts},
        )
        return self._api.call(request, Workspace, options)

    def delete(
        self,
        workspace_id: str,
        *,
        confirm: str,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete a workspace with everything in it.

        Requires the role owner, and the name of the workspace as `confirm`. Nothing in it can be read or changed any
        more at once; its rows and files are deleted soon after. The only workspace of an account can’t be deleted.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            confirm: Name of the workspace.
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
            ConflictError: `last_workspace`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/workspaces/{id}",
            params={"id": workspace_id},
            query={"confirm": confirm},
        )
        return self._api.call(request, Confirmation, options)

    def dependents(self, workspace_id: str, *, options: Optional[RequestOptions] = None) -> WorkspaceDependents:
        """Count what this would delete, and delete nothing: delete a workspace with everything in it.

        Args:
            workspace_id: Workspace identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `WorkspaceDependents`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `last_workspace`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/workspaces/{id}",
            params={"id": workspace_id},
            query={"dryRun": True},
        )
        return self._api.call(request, WorkspaceDependents, options)
