# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.models`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import ModelList, ModelSort, ModelTest
from .._api import AsyncApi
from .model_providers import AsyncModelProvidersResource


class AsyncModelsResource:
    """The methods of `client.models`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api
        self.providers = AsyncModelProvidersResource(api)

    async def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[ModelSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ModelList:
        """List the models that an agent can use.

        Lists the models of the configured providers and the built-in ones; `reason` says why one can’t be used.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            sort: Order of the list; `-` is descending. `name` by default.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A `ModelList`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/models",
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return await self._api.call(request, ModelList, options)

    async def test(self, *, model: str, options: Optional[RequestOptions] = None) -> ModelTest:
        """Test whether a model replies.

        Sends it one short message, which its provider may charge for. Counts among the replies that the account may
        have under way at once. Stores nothing.

        Scope: `agents:write`.

        Args:
            model: The model: `provider/name`.
            options: `timeout`, `max_retries`, `headers`, `idempotency_key` of this call.

        Returns:
            A `ModelTest`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/models/test", body={"model": model}, keyed=True, repeats=False)
        return await self._api.call(request, ModelTest, options)
