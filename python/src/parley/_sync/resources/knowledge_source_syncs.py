# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.knowledge_sources.syncs`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import KnowledgeSync
from .._api import Api
from .._page_promise import Page


class KnowledgeSourceSyncsResource:
    """The methods of `client.knowledge_sources.syncs`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        knowledge_source_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[KnowledgeSync]:
        """List the syncs of a knowledge source.

        Newest first; the last 50 are kept. Each says what changed, and which past questions get another passage.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
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
            path="/api/knowledge-sources/{id}/syncs",
            params={"id": knowledge_source_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total},
        )
        return self._api.list(request, KnowledgeSync, options)
