# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.room_accounts`."""

from __future__ import annotations

from typing import Optional

from ..._request import Request, RequestOptions
from ...types import Confirmation, RoomAccounts, RoomCode
from .._api import AsyncApi


class AsyncRoomAccountsResource:
    """The methods of `client.room_accounts`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create_code(self, *, workspace_id: str, options: Optional[RequestOptions] = None) -> RoomCode:
        """Create a code that connects your Slack or Telegram account.

        Send `command` to the bot of the team’s room, in a direct message. From then on, presses of this account are
        yours. The code works once, for ten minutes, and ends an earlier one.

        Requires a dashboard session.

        Args:
            workspace_id: Identifier of the workspace in whose room you want to decide.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `RoomCode`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/me/room-codes", body={"workspaceId": workspace_id})
        return await self._api.call(request, RoomCode, options)

    async def list(self, *, options: Optional[RequestOptions] = None) -> RoomAccounts:
        """List your Slack and Telegram accounts.

        The accounts by which you decide in rooms of your workspaces.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `RoomAccounts`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/me/room-accounts")
        return await self._api.call(request, RoomAccounts, options)

    async def delete(self, room_account_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Disconnect one of your accounts.

        Its presses no longer count.

        Requires a dashboard session.

        Args:
            room_account_id: Identifier of the connection.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            NotFoundError: `room_account_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/me/room-accounts/{id}", params={"id": room_account_id})
        return await self._api.call(request, Confirmation, options)
