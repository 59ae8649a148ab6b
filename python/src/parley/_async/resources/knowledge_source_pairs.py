# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.knowledge_sources.pairs`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, KnowledgePair, PairSort
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncKnowledgeSourcePairsResource:
    """The methods of `client.knowledge_sources.pairs`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    def list(
        self,
        knowledge_source_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[PairSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[KnowledgePair]:
        """List the pairs of a knowledge source.

        Newest first unless `sort` says otherwise; none for a source of another type than `qa`.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            q: Only pairs whose question or answer contains this text; absent for all.
            sort: Order of the list; `-` is descending. Newest first by default.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/knowledge-sources/{id}/pairs",
            params={"id": knowledge_source_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "q": q, "sort": sort},
        )
        return self._api.list(request, KnowledgePair, options)

    async def create(
        self,
        knowledge_source_id: str,
        *,
        question: str,
        answer: str,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgePair:
        """Add a pair of question and answer.

        A source has at most 1,000 pairs. The change is searched after the sync that it asks for.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            question: The question: up to 1,000 characters.
            answer: The answer: up to 10,000 characters.
            options: `timeout`, `max_retries`, `headers`, `idempotency_key` of this call.

        Returns:
            A `KnowledgePair`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/pairs",
            params={"id": knowledge_source_id},
            body={"question": question, "answer": answer},
            keyed=True,
        )
        return await self._api.call(request, KnowledgePair, options)

    async def retrieve(
        self,
        knowledge_source_id: str,
        pair_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgePair:
        """Get a pair of question and answer.

        As it was last changed; a sync may still have to index it.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            pair_id: Pair identifier.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A `KnowledgePair`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `pair_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/knowledge-sources/{id}/pairs/{pairId}",
            params={"id": knowledge_source_id, "pairId": pair_id},
        )
        return await self._api.call(request, KnowledgePair, options)

    async def update(
        self,
        knowledge_source_id: str,
        pair_id: str,
        *,
        question: Union[str, NotGiven] = NOT_GIVEN,
        answer: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgePair:
        """Change a pair of question and answer.

        Absent fields stay. The change is searched after the sync that it asks for.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            pair_id: Pair identifier.
            question: The question: up to 1,000 characters.
            answer: The answer: up to 10,000 characters.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A `KnowledgePair`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `pair_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/pairs/{pairId}",
            params={"id": knowledge_source_id, "pairId": pair_id},
            body={"question": question, "answer": answer},
        )
        return await self._api.call(request, KnowledgePair, options)

    async def delete(
        self,
        knowledge_source_id: str,
        pair_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete a pair of question and answer.

        The change is searched after the sync that it asks for.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            pair_id: Pair identifier.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `pair_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/knowledge-sources/{id}/pairs/{pairId}",
            params={"id": knowledge_source_id, "pairId": pair_id},
        )
        return await self._api.call(request, Confirmation, options)
