# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.views`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import Confirmation, ListedView, View, ViewFilters, ViewSort
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncViewsResource:
    """The methods of `client.views`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(
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
            filters: 
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
        return await self._api.call(request, View, options)

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
    ) -> AsyncPagePromise[ListedView]:
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

    async def retrieve(self, view_id: str, *, options: Optional[RequestOptions] = None) -> View:
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
        return await self._api.call(request, View, options)

    async def update(
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
            filters: 
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
        return await self._api.call(request, View, options)

    async def delete(self, view_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
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
        return await self._api.call(request, Confirmation, options)
