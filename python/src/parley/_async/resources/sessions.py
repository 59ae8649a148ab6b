# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.sessions`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, PasskeyChallenge, Session, SessionSort, SignedIn
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncSessionsResource:
    """The methods of `client.sessions`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(self, *, email: str, password: str, options: Optional[RequestOptions] = None) -> SignedIn:
        """Sign in.

        Sets the session cookie. A user with a second factor gets no session yet: the error `second_factor_required` has
        a token, with which `createSecondFactorSession` completes the sign-in within ten minutes.

        The body has at most 8 KiB.

        Args:
            email: Email address of the user, in any case.
            password: Password of the user.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SignedIn`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_credentials`, `second_factor_required`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/session", body={"email": email, "password": password})
        return await self._api.call(request, SignedIn, options)

    async def current(self, *, options: Optional[RequestOptions] = None) -> Session:
        """Get the session of the request.

        Returns when and from where the session of the request began, and when it ends.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Session`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            NotFoundError: `session_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/session")
        return await self._api.call(request, Session, options)

    async def sign_out(self, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Sign out.

        Ends the session of the request and clears its cookie.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

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
        request = Request(method="DELETE", path="/api/session")
        return await self._api.call(request, Confirmation, options)

    async def create_by_second_factor(
        self,
        *,
        token: str,
        code: Union[str, NotGiven] = NOT_GIVEN,
        passkey: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SignedIn:
        """Complete a sign-in with the second factor.

        With `code`, or with `passkey` for the options of `createSignInOptions`. Sets the session cookie. The token
        works once, and for at most five wrong tries.

        The body has at most 8 KiB.

        Args:
            token: The token of the sign-in, from `second_factor` of the error or from `passkey-options`.
            code: Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored.
            passkey: The JSON of the credential that `navigator.credentials.get()` returned.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SignedIn`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_credentials`, `second_factor_invalid`, `challenge_expired`.
            PermissionDeniedError: `origin_not_allowed`.
            ConflictError: `passkeys_unavailable`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/session/second-factor",
            body={"token": token, "code": code, "passkey": passkey},
        )
        return await self._api.call(request, SignedIn, options)

    async def create_by_passkey(
        self,
        *,
        token: str,
        response: Dict[str, Any],
        options: Optional[RequestOptions] = None,
    ) -> SignedIn:
        """Sign in with a passkey.

        With the answer to the options of `createSignInOptions` without a token. Counts as both factors, because the
        authenticator has verified its user. Sets the session cookie.

        The body has at most 8 KiB.

        Args:
            token: The token of `passkey-options`.
            response: The JSON of the credential that `navigator.credentials.get()` returned.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `SignedIn`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_credentials`, `second_factor_invalid`, `challenge_expired`.
            PermissionDeniedError: `origin_not_allowed`.
            ConflictError: `passkeys_unavailable`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/session/passkey", body={"token": token, "response": response})
        return await self._api.call(request, SignedIn, options)

    async def confirm(
        self,
        *,
        password: Union[str, NotGiven] = NOT_GIVEN,
        code: Union[str, NotGiven] = NOT_GIVEN,
        token: Union[str, NotGiven] = NOT_GIVEN,
        passkey: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Session:
        """Confirm that it is you.

        Operations that answer `confirmation_required` work for 15 minutes from then on. A user with a second factor
        sends `code`, or `token` and `passkey`; one without sends `password`.

        Requires a dashboard session.

        Args:
            password: The current password, of a user without a second factor.
            code: Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored.
            token: The token of `confirmation/options`, with `passkey`.
            passkey: The JSON of the credential that `navigator.credentials.get()` returned.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Session`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`,
                `invalid_credentials`, `second_factor_invalid`, `challenge_expired`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            NotFoundError: `session_not_found`.
            ConflictError: `passkeys_unavailable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/session/confirmation",
            body={"password": password, "code": code, "token": token, "passkey": passkey},
            repeats=False,
        )
        return await self._api.call(request, Session, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[SessionSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[Session]:
        """List your sessions.

        The browsers in which you are signed in, newest first unless `sort` says otherwise.

        Requires a dashboard session.

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
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/sessions",
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, Session, options)

    async def revoke(self, session_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """End one of your sessions.

        The browser is signed out with its next request.

        Requires a dashboard session.

        Args:
            session_id: Session identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            NotFoundError: `session_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/sessions/{id}", params={"id": session_id})
        return await self._api.call(request, Confirmation, options)

    async def passkey_options(
        self,
        *,
        token: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> PasskeyChallenge:
        """Get what a passkey has to sign to sign in.

        As the second factor of a sign-in, by its token; or alone, for `createPasskeySession`. Works at the host of the
        dashboard only.

        The body has at most 8 KiB.

        Args:
            token: The token of a sign-in that lacks its second factor; absent to sign in with a passkey alone.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `PasskeyChallenge`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `challenge_expired`.
            PermissionDeniedError: `origin_not_allowed`.
            NotFoundError: `second_factor_not_found`.
            ConflictError: `passkeys_unavailable`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/session/passkey-options", body={"token": token})
        return await self._api.call(request, PasskeyChallenge, options)

    async def confirmation_options(self, *, options: Optional[RequestOptions] = None) -> PasskeyChallenge:
        """Get what a passkey has to sign to confirm that it is you.

        For `confirmSession`, with one of your own passkeys.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `PasskeyChallenge`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`.
            NotFoundError: `second_factor_not_found`.
            ConflictError: `passkeys_unavailable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/session/confirmation/options", body={}, repeats=False)
        return await self._api.call(request, PasskeyChallenge, options)
