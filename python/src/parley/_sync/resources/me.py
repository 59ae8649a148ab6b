# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.me`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, Me, MeDependents, RoomAccounts, RoomCode, Verification
from .._api import Api


class MeRoomAccountsResource:
    """The methods of `client.me.room_accounts`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create_code(self, *, workspace_id: str, options: Optional[RequestOptions] = None) -> RoomCode:
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
        return self._api.call(request, RoomCode, options)

    def list(self, *, options: Optional[RequestOptions] = None) -> RoomAccounts:
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
        return self._api.call(request, RoomAccounts, options)

    def delete(self, room_account_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
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
        return self._api.call(request, Confirmation, options)


class MeResource:
    """The methods of `client.me`."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.room_accounts = MeRoomAccountsResource(api)

    def retrieve(self, *, options: Optional[RequestOptions] = None) -> Me:
        """Get the caller, its permissions and its remaining requests.

        Shows which workspaces a key or a session reaches, with which permissions.

        Any valid API key or session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Me`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/me")
        return self._api.call(request, Me, options)

    def update(self, *, name: Union[str, NotGiven] = NOT_GIVEN, options: Optional[RequestOptions] = None) -> Me:
        """Update your display name.

        Absent fields stay unchanged.

        Requires a dashboard session.

        Args:
            name: Your display name: up to 200 characters.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Me`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="PUT", path="/api/me", body={"name": name})
        return self._api.call(request, Me, options)

    def delete(self, *, password: str, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete your account.

        Requires your password. Ends your sessions, deletes your API keys, and deletes the workspaces in which you are
        the only member. Content that you wrote in other workspaces stays there without your name. Fails with
        `last_owner` while you are the only owner of a workspace with other members, or the only person on the server.

        Requires a dashboard session.

        Args:
            password: Your password.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `invalid_credentials`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            ConflictError: `last_owner`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/me", body={"password": password})
        return self._api.call(request, Confirmation, options)

    def dependents(self, *, options: Optional[RequestOptions] = None) -> MeDependents:
        """Count what this would delete, and delete nothing: delete your account.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `MeDependents`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `invalid_credentials`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            ConflictError: `last_owner`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/me", query={"dryRun": True})
        return self._api.call(request, MeDependents, options)

    def send_verification(self, *, options: Optional[RequestOptions] = None) -> Verification:
        """Mail yourself a code.

        The code verifies your email address. It works for 15 minutes and replaces an earlier one. At most one is sent a
        minute, and ten a day.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Verification`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            ConflictError: `idempotency_in_progress`, `already_verified`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `mail_not_configured` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/me/verification", body={}, keyed=True)
        return self._api.call(request, Verification, options)

    def confirm_verification(self, *, code: str, options: Optional[RequestOptions] = None) -> Confirmation:
        """Verify your email address with the mailed code.

        A code can be tried five times. Nothing happens if the address is already verified.

        Requires a dashboard session.

        Args:
            code: The 8 digits of the last mailed code; whatever stands between them is ignored.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `code_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/me/verification/confirm", body={"code": code}, keyed=True)
        return self._api.call(request, Confirmation, options)
