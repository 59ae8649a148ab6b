# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.workspaces.members`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, Member, MemberPasswordReset, MemberSort, Role
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncWorkspaceMembersResource:
    """The methods of `client.workspaces.members`."""

    def __init__(self, api: AsyncApi) -> None:
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
    ) -> AsyncPagePromise[Member]:
        """List the members of a workspace.

        The people in the workspace, newest first unless `sort` says otherwise.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers` of this call.

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

    async def retrieve(self, workspace_id: str, user_id: str, *, options: Optional[RequestOptions] = None) -> Member:
        """Get a member of a workspace.

        The person with the role in this workspace.

        Scope: `workspace:admin`.

        Args:
            workspace_id: Workspace identifier.
            user_id: User identifier of the member.
            options: `timeout`, `max_retries`, `headers` of this call.

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
        return await self._api.call(request, Member, options)

    async def update(
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
            options: `timeout`, `max_retries`, `headers` of this call.

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
        return await self._api.call(request, Member, options)

    async def remove(
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
            options: `timeout`, `max_retries`, `headers` of this call.

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
        return await self._api.call(request, Confirmation, options)

    async def reset_password(
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
            options: `timeout`, `max_retries`, `headers`, `idempotency_key` of this call.

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
        return await self._api.call(request, MemberPasswordReset, options)
