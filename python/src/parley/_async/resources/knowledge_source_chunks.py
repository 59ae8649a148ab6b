# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.knowledge_sources.chunks`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import KnowledgeChunk
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncKnowledgeSourceChunksResource:
    """The methods of `client.knowledge_sources.chunks`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    def list(
        self,
        knowledge_source_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        document_id: Union[str, NotGiven] = NOT_GIVEN,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        from_: Union[int, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[KnowledgeChunk]:
        """List the chunks of a knowledge source.

        The chunks of the version that serves, by number. Searches and quotes use them. `from_` opens the list at a
        citation.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            document_id: Only chunks of this document; absent for all. Unknown ones match nothing.
            enabled: Only chunks that are switched on, or off; absent for all.
            from_: Only chunks with this number or a higher one, such as that of a citation; absent for all.
            q: Only chunks whose text contains this text; absent for all.
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
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/knowledge-sources/{id}/chunks",
            params={"id": knowledge_source_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "documentId": document_id,
                "enabled": enabled,
                "from": from_,
                "q": q,
            },
        )
        return self._api.list(request, KnowledgeChunk, options)

    async def update(
        self,
        knowledge_source_id: str,
        number: str,
        *,
        enabled: bool,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeChunk:
        """Switch a chunk on or off.

        A chunk that is off is not found. It stays off as long as a sync finds its text unchanged.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            number: Number of the chunk.
            enabled: False to switch it off: then it is not found.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A `KnowledgeChunk`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `chunk_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/chunks/{number}",
            params={"id": knowledge_source_id, "number": number},
            body={"enabled": enabled},
        )
        return await self._api.call(request, KnowledgeChunk, options)
