# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.models`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, ModelList, ModelProvider, ModelProviderTest, ModelProviders, ModelSort, ModelTest
from .._api import Api


class ModelProvidersResource:
    """The methods of `client.models.providers`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(self, *, options: Optional[RequestOptions] = None) -> ModelProviders:
        """List the model providers and where their keys come from.

        Only for the owner of the instance: its first person, unless the operator has named another one.

        Requires a dashboard session.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ModelProviders`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`, `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/models/providers")
        return self._api.call(request, ModelProviders, options)

    def set_key(self, provider: str, *, api_key: str, options: Optional[RequestOptions] = None) -> ModelProvider:
        """Store the API key of a model provider.

        It is used at once, and within 5 s in every process; no restart is needed. It is stored sealed and never
        returned. A key in the environment wins. Only for the owner of the instance: its first person, unless the
        operator has named another one.

        Requires a dashboard session.

        Args:
            provider: Name of the provider.
            api_key: The provider’s API key: visible ASCII characters without spaces. It is never returned.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ModelProvider`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `provider_not_found`.
            ConflictError: `set_by_environment`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/models/providers/{provider}/key",
            params={"provider": provider},
            body={"apiKey": api_key},
        )
        return self._api.call(request, ModelProvider, options)

    def delete_key(self, provider: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete the stored API key of a model provider.

        Agents whose model needs it can’t reply from then on. Only for the owner of the instance: its first person,
        unless the operator has named another one.

        Requires a dashboard session.

        Args:
            provider: Name of the provider.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`,
                `confirmation_required`, `insufficient_role`.
            NotFoundError: `provider_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/models/providers/{provider}/key", params={"provider": provider})
        return self._api.call(request, Confirmation, options)

    def test(
        self,
        provider: str,
        *,
        api_key: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ModelProviderTest:
        """Test whether a model provider accepts a key.

        Asks it for its list of models, which costs nothing. Stores nothing. Only for the owner of the instance: its
        first person, unless the operator has named another one.

        Requires a dashboard session.

        Args:
            provider: Name of the provider.
            api_key: A key to test before it is stored; absent for the one in use.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `ModelProviderTest`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `session_required`, `insufficient_role`.
            NotFoundError: `provider_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/models/providers/{provider}/test",
            params={"provider": provider},
            body={"apiKey": api_key},
            keyed=True,
            repeats=True,
        )
        return self._api.call(request, ModelProviderTest, options)


class ModelsResource:
    """The methods of `client.models`."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.providers = ModelProvidersResource(api)

    def list(
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
        return self._api.call(request, ModelList, options)

    def test(self, *, model: str, options: Optional[RequestOptions] = None) -> ModelTest:
        """Test whether a model replies.

        Sends it one short message, which its provider may charge for. Counts among the replies that the account may
        have under way at once. Stores nothing.

        Scope: `agents:write`.

        Args:
            model: The model: `provider/name`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

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
        return self._api.call(request, ModelTest, options)
