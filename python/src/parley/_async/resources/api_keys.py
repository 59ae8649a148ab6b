# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.api_keys`."""

from __future__ import annotations

from typing import Literal, Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import ApiKey, ApiKeySort, ApiKeyStatus, Confirmation, Environment, NewApiKey, Scope
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncApiKeysResource:
    """The methods of `client.api_keys`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(
        self,
        *,
        name: str,
        scopes: Sequence[Scope],
        environment: Union[Environment, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        expires_in_days: Union[Literal[30, 90, 365], None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> NewApiKey:
        """Create an API key.

        The key is yours and is returned once. It has at most the scopes that your role allows: in its workspace, or in
        at least one workspace of your account.

        Requires a dashboard session.

        Args:
            name: Name of the key: 1 to 100 characters after trimming.
            scopes: Scopes of the key: at least one, and none that your role does not allow.
            environment: Label of the key; `production` by default.
            workspace_id: Identifier of the only workspace that the key reaches; absent for each of yours in your
                account.
            expires_in_days: Lifetime in days: 30, 90 or 365; None or absent if the key never expires.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `NewApiKey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/api-keys",
            body={
                "name": name,
                "scopes": scopes,
                "environment": environment,
                "workspaceId": workspace_id,
                "expiresInDays": expires_in_days,
            },
            keyed=True,
        )
        return await self._api.call(request, NewApiKey, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        environment: Union[Environment, NotGiven] = NOT_GIVEN,
        status: Union[ApiKeyStatus, NotGiven] = NOT_GIVEN,
        sort: Union[ApiKeySort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[ApiKey]:
        """List API keys.

        Your own keys. Owners and admins also get those of the workspaces and accounts that they administer.

        Scope: `workspace:admin`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only keys that are bound to this workspace; absent for all. Unknown ones match nothing.
            user_id: Only keys of this user; absent for all. Unknown ones match nothing.
            environment: Only keys with this environment; absent for all.
            status: Only keys with this status; absent for all.
            sort: Order of the list; `-` is descending. Newest first by default.
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
            path="/api/api-keys",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "userId": user_id,
                "environment": environment,
                "status": status,
                "sort": sort,
            },
        )
        return self._api.list(request, ApiKey, options)

    async def retrieve(self, api_key_id: str, *, options: Optional[RequestOptions] = None) -> ApiKey:
        """Get an API key.

        Never the key itself, which is returned once, at creation.

        Scope: `workspace:admin`.

        Args:
            api_key_id: API key identifier; not the key.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `ApiKey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `api_key_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/api-keys/{id}", params={"id": api_key_id})
        return await self._api.call(request, ApiKey, options)

    async def update(
        self,
        api_key_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        scopes: Union[Sequence[Scope], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ApiKey:
        """Rename an API key, or reduce its scopes.

        Scopes can only be reduced. Requests that start after the response have the new ones.

        Scope: `workspace:admin`.

        Args:
            api_key_id: API key identifier; not the key.
            name: Name of the key: 1 to 100 characters after trimming.
            scopes: The scopes that the key keeps: some of those that it has, at least one.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `ApiKey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `api_key_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/api-keys/{id}",
            params={"id": api_key_id},
            body={"name": name, "scopes": scopes},
        )
        return await self._api.call(request, ApiKey, options)

    async def revoke(self, api_key_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Revoke an API key.

        This process refuses the key from the response on, other processes within five seconds.

        Scope: `workspace:admin`.

        Args:
            api_key_id: API key identifier; not the key.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `api_key_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/api-keys/{id}", params={"id": api_key_id})
        return await self._api.call(request, Confirmation, options)

    async def rotate(
        self,
        api_key_id: str,
        *,
        overlap_hours: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> NewApiKey:
        """Rotate an API key.

        Creates a key with the same rights; the old one stays valid for `overlap_hours`. Only the user of a key can
        rotate it, and only while it has no valid successor.

        Requires a dashboard session.

        Args:
            api_key_id: API key identifier; not the key.
            overlap_hours: Hours that the old key stays valid: 0 to 168, 24 by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `NewApiKey`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `api_key_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `api_key_inactive`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/api-keys/{id}/rotate",
            params={"id": api_key_id},
            body={"overlapHours": overlap_hours},
            keyed=True,
        )
        return await self._api.call(request, NewApiKey, options)
