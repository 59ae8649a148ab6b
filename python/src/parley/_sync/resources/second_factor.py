# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.second_factor`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import (
    AddedPasskey,
    Confirmation,
    NewPasskeyChallenge,
    NewTotp,
    Passkey,
    RecoveryCodes,
    SecondFactor,
    TotpConfirmed,
)
from .._api import Api


class SecondFactorResource:
    """The methods of `client.second_factor`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(self, *, options: Optional[RequestOptions] = None) -> SecondFactor:
        """Get your second factors.

        Your authenticator app, your passkeys, and how many recovery codes are left.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SecondFactor`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/me/second-factor")
        return self._api.call(request, SecondFactor, options)

    def start_totp(
        self,
        *,
        password: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> NewTotp:
        """Create the secret of an authenticator app.

        It counts once `confirmTotp` got a code of it, within an hour; until then an earlier app stays. A second call
        replaces the secret.

        Requires a dashboard session.

        Args:
            password: The current password. Required for the first second factor unless the sign-in, or a confirmation,
                is at most 15 minutes old.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `NewTotp`.

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
        request = Request(method="POST", path="/api/me/second-factor/totp", body={"password": password}, repeats=False)
        return self._api.call(request, NewTotp, options)

    def remove_totp(self, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Remove your authenticator app.

        Without any second factor left, the recovery codes end, too.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            NotFoundError: `second_factor_not_found`.
            ConflictError: `second_factor_demanded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/me/second-factor/totp")
        return self._api.call(request, Confirmation, options)

    def confirm_totp(self, *, code: str, options: Optional[RequestOptions] = None) -> TotpConfirmed:
        """Confirm an authenticator app with a code.

        From then on, signing in needs it. The first second factor ends all your other sessions, and comes with recovery
        codes.

        Requires a dashboard session.

        Args:
            code: A code of the authenticator app: six digits; spaces are ignored.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `TotpConfirmed`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `second_factor_invalid`, `challenge_expired`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/me/second-factor/totp/confirm", body={"code": code}, repeats=False)
        return self._api.call(request, TotpConfirmed, options)

    def passkey_options(
        self,
        *,
        password: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> NewPasskeyChallenge:
        """Get what a browser needs to create a passkey.

        The passkey will work at the host of this dashboard only. The token works once, within ten minutes.

        Requires a dashboard session.

        Args:
            password: The current password. Required for the first second factor unless the sign-in, or a confirmation,
                is at most 15 minutes old.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `NewPasskeyChallenge`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `invalid_credentials`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            ConflictError: `passkey_limit_reached`, `passkeys_unavailable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/me/second-factor/passkeys/options",
            body={"password": password},
            repeats=False,
        )
        return self._api.call(request, NewPasskeyChallenge, options)

    def add_passkey(
        self,
        *,
        token: str,
        name: str,
        response: Dict[str, Any],
        options: Optional[RequestOptions] = None,
    ) -> AddedPasskey:
        """Add a passkey.

        From then on, signing in needs a second factor. The first one ends all your other sessions, and comes with
        recovery codes.

        Requires a dashboard session.

        Args:
            token: The token of `options`.
            name: Name of the passkey: 1 to 100 characters after trimming.
            response: The JSON of the credential that `navigator.credentials.create()` returned.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `AddedPasskey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `second_factor_invalid`, `challenge_expired`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            ConflictError: `passkey_exists`, `passkey_limit_reached`, `passkeys_unavailable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/me/second-factor/passkeys",
            body={"token": token, "name": name, "response": response},
            repeats=False,
        )
        return self._api.call(request, AddedPasskey, options)

    def rename_passkey(self, passkey_id: str, *, name: str, options: Optional[RequestOptions] = None) -> Passkey:
        """Rename a passkey.

        The name is for you: it says which device or key it is.

        Requires a dashboard session.

        Args:
            passkey_id: Passkey identifier.
            name: Name of the passkey: 1 to 100 characters after trimming.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Passkey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            NotFoundError: `second_factor_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/me/second-factor/passkeys/{id}",
            params={"id": passkey_id},
            body={"name": name},
        )
        return self._api.call(request, Passkey, options)

    def remove_passkey(self, passkey_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Remove a passkey.

        Without any second factor left, the recovery codes end, too.

        Requires a dashboard session.

        Args:
            passkey_id: Passkey identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            NotFoundError: `second_factor_not_found`.
            ConflictError: `second_factor_demanded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/me/second-factor/passkeys/{id}", params={"id": passkey_id})
        return self._api.call(request, Confirmation, options)

    def renew_recovery_codes(self, *, options: Optional[RequestOptions] = None) -> RecoveryCodes:
        """Create new recovery codes.

        Returns ten codes. Each works once in place of another second factor. Earlier ones stop working.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `RecoveryCodes`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`.
            ConflictError: `second_factor_missing`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/me/second-factor/recovery-codes", body={}, repeats=False)
        return self._api.call(request, RecoveryCodes, options)
