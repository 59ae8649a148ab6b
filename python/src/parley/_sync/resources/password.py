# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.password_resets` and `client.password`."""

from __future__ import annotations

from typing import Optional

from ..._request import Request, RequestOptions
from ...types import Confirmation, PasswordResetDone, PasswordResetWays
from .._api import Api


class PasswordResetsResource:
    """The methods of `client.password_resets`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(self, *, options: Optional[RequestOptions] = None) -> PasswordResetWays:
        """Check whether the server mails links to reset a password.

        Says whether `requestPasswordReset` can be used on this server.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `PasswordResetWays`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            RateLimitError: `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/password-resets")
        return self._api.call(request, PasswordResetWays, options)

    def request(self, *, email: str, options: Optional[RequestOptions] = None) -> Confirmation:
        """Have a link to reset your password mailed.

        Answers alike whether or not a user has the address. The link works once, within an hour, and replaces an
        earlier mailed one. At most one is sent to an address a minute, and five an hour.

        The body has at most 8 KiB.

        Args:
            email: Email address of the user, in any case: up to 254 characters.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            RateLimitError: `too_many_concurrent`, `too_many_mails`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `mail_not_configured` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/password-resets", body={"email": email})
        return self._api.call(request, Confirmation, options)

    def confirm(
        self,
        *,
        token: str,
        password: str,
        options: Optional[RequestOptions] = None,
    ) -> PasswordResetDone:
        """Set a new password with the token of a link.

        Ends all sessions of the user and signs in: sets the session cookie. API keys stay valid. A mailed link verifies
        the address; a link that an admin has seen leaves it unverified. A user with a second factor isn’t signed in:
        the password is set, and `second_factor_required` has the token that completes the sign-in.

        The body has at most 8 KiB.

        Args:
            token: The token in the link: what follows `#token=`.
            password: The new password: 12 to 1,024 characters.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `PasswordResetDone`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `second_factor_required`.
            NotFoundError: `reset_token_invalid`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/password-resets/confirm",
            body={"token": token, "password": password},
        )
        return self._api.call(request, PasswordResetDone, options)


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
