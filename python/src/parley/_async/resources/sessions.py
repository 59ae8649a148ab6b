# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.sessions`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, Session, SessionSort, SignedIn
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncSessionsResource:
    """The methods of `client.sessions`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(self, *, email: str, password: str, options: Optional[RequestOptions] = None) -> SignedIn:
        """Sign in.

        Sets the session cookie.

        The body has at most 8 KiB.

        Args:
            email: Email address of the user, in any case.
            password: Password of the user.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A `SignedIn`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `invalid_credentials`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/session", body={"email": email, "password": password})
        return await self._api.call(request, SignedIn, options)

    async def current(self, *, options: Optional[RequestOptions] = None) -> Session:
        """Get the session of the request.

        Where and when the session of the request began, and when it ends.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers` of this call.

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
            options: `timeout`, `max_retries`, `headers` of this call.

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
            include_total: Whether to add `total`, the number of all matching items; False by default.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers` of this call.

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
            options: `timeout`, `max_retries`, `headers` of this call.

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
