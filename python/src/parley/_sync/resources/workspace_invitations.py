# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.workspaces.invitations`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, Invitation, InvitationSort, NewInvitation, Role
from .._api import Api
from .._page_promise import Page


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
            options: `timeout`, `max_retries`, `headers`, `idempotency_key` of this call.

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
            options: `timeout`, `max_retries`, `headers` of this call.

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
            options: `timeout`, `max_retries`, `headers` of this call.

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
