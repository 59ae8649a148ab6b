# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.password`."""

from __future__ import annotations

from typing import Optional

from ..._request import Request, RequestOptions
from ...types import Confirmation
from .._api import Api


class PasswordResource:
    """The methods of `client.password`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def change(
        self,
        *,
        current_password: str,
        new_password: str,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Change your password.

        Ends all your other sessions.

        Requires a dashboard session.

        Args:
            current_password: The current password.
            new_password: The new password: 12 to 1,024 characters.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `invalid_credentials`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/me/password",
            body={"currentPassword": current_password, "newPassword": new_password},
            repeats=False,
        )
        return self._api.call(request, Confirmation, options)
