# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.citations` and `client.knowledge_sources`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Dict, List, Optional, Sequence, Union

from ..._files import FileInput, OnProgress
from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    AgentSort,
    CheckedCitations,
    CitationClaim,
    Confirmation,
    KnowledgeChunk,
    KnowledgeDocument,
    KnowledgeDocumentDraftsDocument,
    KnowledgeDocumentStatus,
    KnowledgeDocumentsAdded,
    KnowledgePair,
    KnowledgePairDraft,
    KnowledgePairExport,
    KnowledgePairImportResult,
    KnowledgeSource,
    KnowledgeSourceAgent,
    KnowledgeSourceConnectionDraft,
    KnowledgeSourceContent,
    KnowledgeSourceDependents,
    KnowledgeSourceDraftType,
    KnowledgeSourceHook,
    KnowledgeSourceHookWithSecret,
    KnowledgeSourceSort,
    KnowledgeSourceStatus,
    KnowledgeSourceType,
    KnowledgeSync,
    PairSort,
    SyncInterval,
)
from .._api import Api
from .._page_promise import Page
from .._source_waiting import SourceWaiting


class KnowledgeSourceAgentsResource:
    """The methods of `client.knowledge_sources.agents`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        knowledge_source_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[AgentSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[KnowledgeSourceAgent]:
        """List the agents that use a knowledge source.

        Newest first unless `sort` says otherwise.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
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
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/knowledge-sources/{id}/agents",
            params={"id": knowledge_source_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, KnowledgeSourceAgent, options)


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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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


class KnowledgeSourceDocumentsResource:
    """The methods of `client.knowledge_sources.documents`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        knowledge_source_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        status: Union[KnowledgeDocumentStatus, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[KnowledgeDocument]:
        """List the documents of a knowledge source.

        The documents of the version that serves, in the order in which they were read. A source of type `documents` has
        all that were added, oldest first, also those that no sync has read yet.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            status: Only documents in this state; absent for all.
            external_id: Only the document with this ID of yours; absent for all. Unknown ones match nothing.
            metadata: Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for
                all. Numbers and booleans are compared as text.
            q: Only documents whose title, URL or file name contains this text; absent for all.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
            path="/api/knowledge-sources/{id}/documents",
            params={"id": knowledge_source_id},
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "q": q,
            },
        )
        return self._api.list(request, KnowledgeDocument, options)

    def create(
        self,
        knowledge_source_id: str,
        *,
        documents: Sequence[KnowledgeDocumentDraftsDocument],
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocumentsAdded:
        """Add documents to a knowledge source.

        To a source of type `documents`, which has at most 10,000: up to 20 texts as JSON, or up to 20 files of at most
        20 MiB each and 100 MiB together. All are added, or none. The next sync reads those that are new; one that can’t
        be read doesn’t hold up the others.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            documents: The documents: 1 to 20. All are added, or none.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeDocumentsAdded`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`, `external_id_conflict`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/documents",
            params={"id": knowledge_source_id},
            body={"documents": renamed(documents, {"external_id": "externalId"})},
            keyed=True,
        )
        return self._api.call(request, KnowledgeDocumentsAdded, options)

    def upload(
        self,
        knowledge_source_id: str,
        *,
        file: Union[FileInput, List[FileInput]],
        title: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocumentsAdded:
        """Add documents to a knowledge source.

        To a source of type `documents`, which has at most 10,000: up to 20 texts as JSON, or up to 20 files of at most
        20 MiB each and 100 MiB together. All are added, or none. The next sync reads those that are new; one that can’t
        be read doesn’t hold up the others.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            file: PDF, DOCX, HTML, Markdown, plain text or CSV. A path, bytes or an open file; with another name as a
                pair of the name and the content.
            title: Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
            url: URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
            metadata: Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
            external_id: Your own ID: 1 to 200 characters, unique in the source, for a form with one file.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeDocumentsAdded`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`, `external_id_conflict`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/documents",
            params={"id": knowledge_source_id},
            form={"title": title, "url": url, "metadata": metadata, "externalId": external_id},
            file=file,
            on_progress=on_progress,
            keyed=True,
        )
        return self._api.call(request, KnowledgeDocumentsAdded, options)

    def upsert(
        self,
        knowledge_source_id: str,
        external_id: str,
        *,
        text: Union[str, NotGiven] = NOT_GIVEN,
        title: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocument:
        """Create or change a document by your own ID.

        Creates the document (201), or changes the one that has the ID (200): absent fields stay. Earlier content serves
        until a sync has read the new one. The same content again asks for no sync.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            external_id: Your own ID: 1 to 200 characters, unique in the source.
            text: The text, with Markdown headings: up to 200,000 characters. Upload more as a file.
            title: Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
            url: URL to which citations link; None for none.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeDocument`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/documents/by-external-id/{externalId}",
            params={"id": knowledge_source_id, "externalId": external_id},
            body={"text": text, "title": title, "url": url, "metadata": metadata},
        )
        return self._api.call(request, KnowledgeDocument, options)

    def upload_as(
        self,
        knowledge_source_id: str,
        external_id: str,
        *,
        file: FileInput,
        title: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[str, NotGiven] = NOT_GIVEN,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocument:
        """Create or change a document by your own ID.

        Creates the document (201), or changes the one that has the ID (200): absent fields stay. Earlier content serves
        until a sync has read the new one. The same content again asks for no sync.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            external_id: Your own ID: 1 to 200 characters, unique in the source.
            file: PDF, DOCX, HTML, Markdown, plain text or CSV. Max 20 MiB. A path, bytes or an open file; with another
                name as a pair of the name and the content.
            title: Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
            url: URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
            metadata: Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeDocument`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/documents/by-external-id/{externalId}",
            params={"id": knowledge_source_id, "externalId": external_id},
            form={"title": title, "url": url, "metadata": metadata},
            file=file,
            on_progress=on_progress,
        )
        return self._api.call(request, KnowledgeDocument, options)

    def retrieve(
        self,
        knowledge_source_id: str,
        document_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocument:
        """Get a document of a knowledge source.

        With its status. The identifier of a citation finds the document that was added.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            document_id: Document identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeDocument`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `document_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/knowledge-sources/{id}/documents/{documentId}",
            params={"id": knowledge_source_id, "documentId": document_id},
        )
        return self._api.call(request, KnowledgeDocument, options)

    def update(
        self,
        knowledge_source_id: str,
        document_id: str,
        *,
        text: Union[str, NotGiven] = NOT_GIVEN,
        title: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocument:
        """Change a document of a knowledge source.

        Of one that was added. Absent fields stay; `metadata` is replaced as a whole and counts at once. A change of the
        text, the file, the title or the URL is searched after the sync that it asks for. A form replaces its content by
        a file.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            document_id: Document identifier.
            text: The text, with Markdown headings: up to 200,000 characters. Upload more as a file.
            title: Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
            url: URL to which citations link; None for none.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            external_id: Your own ID; None for none.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeDocument`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `document_not_found`.
            ConflictError: `external_id_conflict`, `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/documents/{documentId}",
            params={"id": knowledge_source_id, "documentId": document_id},
            body={"text": text, "title": title, "url": url, "metadata": metadata, "externalId": external_id},
        )
        return self._api.call(request, KnowledgeDocument, options)

    def replace_file(
        self,
        knowledge_source_id: str,
        document_id: str,
        *,
        file: FileInput,
        title: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[str, NotGiven] = NOT_GIVEN,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeDocument:
        """Change a document of a knowledge source.

        Of one that was added. Absent fields stay; `metadata` is replaced as a whole and counts at once. A change of the
        text, the file, the title or the URL is searched after the sync that it asks for. A form replaces its content by
        a file.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            document_id: Document identifier.
            file: PDF, DOCX, HTML, Markdown, plain text or CSV. Max 20 MiB. A path, bytes or an open file; with another
                name as a pair of the name and the content.
            title: Title: 1 to 300 characters. That of the content, or the name of the file, unless set.
            url: URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.
            metadata: Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeDocument`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `document_not_found`.
            ConflictError: `external_id_conflict`, `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/documents/{documentId}",
            params={"id": knowledge_source_id, "documentId": document_id},
            form={"title": title, "url": url, "metadata": metadata},
            file=file,
            on_progress=on_progress,
        )
        return self._api.call(request, KnowledgeDocument, options)

    def delete(
        self,
        knowledge_source_id: str,
        document_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete a document of a knowledge source.

        Of one that was added. It is out of searches, and its room is free, after the sync that it asks for.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            document_id: Document identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`, `document_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/knowledge-sources/{id}/documents/{documentId}",
            params={"id": knowledge_source_id, "documentId": document_id},
        )
        return self._api.call(request, Confirmation, options)


class KnowledgeSourcePairsResource:
    """The methods of `client.knowledge_sources.pairs`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def import_csv(
        self,
        knowledge_source_id: str,
        *,
        csv: str,
        dry_run: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgePairImportResult:
        """Import pairs from CSV.

        Adds pairs, and changes those that the CSV has by `id` or, without one, by their question: all rows or none.
        With `dry_run` nothing is changed, and rows that are wrong are listed.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            csv: The CSV: columns `question`, `answer` and, if pairs are to be changed by it, `id`, divided by commas,
                semicolons or tabs. Without names in its first row, the first two columns are question and answer.
            dry_run: True to change nothing: what would happen is counted.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgePairImportResult`.

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
            path="/api/knowledge-sources/{id}/pairs/import",
            params={"id": knowledge_source_id},
            body={"csv": csv, "dryRun": dry_run},
            keyed=True,
            repeats=True,
        )
        return self._api.call(request, KnowledgePairImportResult, options)

    def export_csv(
        self,
        knowledge_source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgePairExport:
        """Export pairs as CSV.

        All pairs in the order of their creation; an import takes the CSV back. Formulas are guarded by an apostrophe.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgePairExport`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
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
            path="/api/knowledge-sources/{id}/pairs/export",
            params={"id": knowledge_source_id},
        )
        return self._api.call(request, KnowledgePairExport, options)

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
    ) -> Page[KnowledgePair]:
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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

    def create(
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

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
        return self._api.call(request, KnowledgePair, options)

    def retrieve(
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
        return self._api.call(request, KnowledgePair, options)

    def update(
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
        return self._api.call(request, KnowledgePair, options)

    def delete(
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
        return self._api.call(request, Confirmation, options)


class KnowledgeSourceChunksResource:
    """The methods of `client.knowledge_sources.chunks`."""

    def __init__(self, api: Api) -> None:
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
    ) -> Page[KnowledgeChunk]:
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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

    def update(
        self,
        knowledge_source_id: str,
        number: Union[int, str],
        *,
        enabled: Union[bool, NotGiven] = NOT_GIVEN,
        text: Union[str, None, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeChunk:
        """Switch a chunk on or off, or edit its text.

        A chunk that is off is not found. An edited text is searched and quoted in place of that of the source, after
        the sync that it asks for; that gives the chunks of the document new numbers. Both stay as long as syncs find
        the text of the source unchanged there. Chunks of type `qa` can’t be edited: change the pair.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            number: Number of the chunk.
            enabled: False to switch it off: then it is not found.
            text: The text in its place: up to 10,000 characters; None for the text of the source.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
            body={"enabled": enabled, "text": text},
        )
        return self._api.call(request, KnowledgeChunk, options)


class KnowledgeSourceHookResource:
    """The methods of `client.knowledge_sources.hook`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def retrieve(
        self,
        knowledge_source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSourceHook:
        """Read the hook of a knowledge source.

        Returns its address, and the times of its secret and of the latest signed request.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSourceHook`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/knowledge-sources/{id}/hook", params={"id": knowledge_source_id})
        return self._api.call(request, KnowledgeSourceHook, options)

    def rotate(
        self,
        knowledge_source_id: str,
        *,
        overlap_hours: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSourceHookWithSecret:
        """Create the hook of a knowledge source, or rotate its secret.

        For a source of a page, website, repository, bucket or Notion. The secret is in this answer only; an earlier one
        stays valid for `overlap_hours`. It can start syncs of the source, and nothing else.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            overlap_hours: Hours for which the old secret stays valid: 0 to 168. 24 unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeSourceHookWithSecret`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`.
            PreconditionFailedError: `version_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/hook",
            params={"id": knowledge_source_id},
            body={"overlapHours": overlap_hours},
            keyed=True,
        )
        return self._api.call(request, KnowledgeSourceHookWithSecret, options)

    def delete(self, knowledge_source_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete the hook of a knowledge source.

        Its secrets are not accepted from then on. Also succeeds if there is no hook.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/knowledge-sources/{id}/hook", params={"id": knowledge_source_id})
        return self._api.call(request, Confirmation, options)


class KnowledgeSourcesResource(SourceWaiting):
    """The methods of `client.knowledge_sources`."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self.agents = KnowledgeSourceAgentsResource(api)
        self.syncs = KnowledgeSourceSyncsResource(api)
        self.documents = KnowledgeSourceDocumentsResource(api)
        self.pairs = KnowledgeSourcePairsResource(api)
        self.chunks = KnowledgeSourceChunksResource(api)
        self.hook = KnowledgeSourceHookResource(api)

    def create(
        self,
        *,
        type: KnowledgeSourceDraftType,
        name: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        exclude: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_pages: Union[int, NotGiven] = NOT_GIVEN,
        max_depth: Union[int, NotGiven] = NOT_GIVEN,
        sync_interval: Union[SyncInterval, None, NotGiven] = NOT_GIVEN,
        connection: Union[KnowledgeSourceConnectionDraft, NotGiven] = NOT_GIVEN,
        pairs: Union[Sequence[KnowledgePairDraft], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Create a knowledge source.

        It is `queued`, and searched as soon as it is `ready`. Attach it with `knowledge_sources` of an agent. JSON
        creates a text, pairs, a page or a website; `multipart/form-data` creates a source of one file.

        Scope: `agents:write`.

        Args:
            type: `text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`. To create one of type `file`,
                send `multipart/form-data`.
            name: Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`;
                otherwise the file name or the URL.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several.
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            text: The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as
                a file.
            url: URL of the page, of the repository or of the S3 service without the bucket, or where the website
                begins: `http` or `https`, up to 2,000 characters.
            include: Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any
                folders. Max 50. Empty unless set.
            exclude: Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for
                any folders. Max 50. Empty unless set.
            max_pages: Max pages of a website: 1 to 5,000. 200 unless set.
            max_depth: Max links from the first page of a website: 0 to 20. 5 unless set.
            sync_interval: Interval at which content of another server is read again; None for on demand only, which is
                the default.
            connection: Settings of a source of type `git`, `s3` or `notion`.
            pairs: Pairs of a source of type `qa`: max 1,000. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `external_id_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources",
            body={
                "type": type,
                "name": name,
                "workspaceId": workspace_id,
                "externalId": external_id,
                "metadata": metadata,
                "text": text,
                "url": url,
                "include": include,
                "exclude": exclude,
                "maxPages": max_pages,
                "maxDepth": max_depth,
                "syncInterval": sync_interval,
                "connection": renamed(connection, {"access_key_id": "accessKeyId", "secret_access_key": "secretAccessKey"}),
                "pairs": pairs,
            },
            keyed=True,
        )
        return self._api.call(request, KnowledgeSource, options)

    def upload(
        self,
        *,
        file: FileInput,
        name: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[str, NotGiven] = NOT_GIVEN,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Create a knowledge source.

        It is `queued`, and searched as soon as it is `ready`. Attach it with `knowledge_sources` of an agent. JSON
        creates a text, pairs, a page or a website; `multipart/form-data` creates a source of one file.

        Scope: `agents:write`.

        Args:
            file: A PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, EPUB, RTF, HTML, Markdown, plain text, CSV, JSON, XML,
                EML, MSG, ICS, VTT, SRT, IPYNB, AsciiDoc, reStructuredText or Org file. Max 20 MiB. A path, bytes or an
                open file; with another name as a pair of the name and the content.
            name: Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`;
                otherwise the file name or the URL.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several.
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            metadata: Your own data as a JSON object: max 50 keys, 16,384 characters as JSON. Empty unless set.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `external_id_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources",
            form={"name": name, "workspaceId": workspace_id, "externalId": external_id, "metadata": metadata},
            file=file,
            on_progress=on_progress,
            keyed=True,
        )
        return self._api.call(request, KnowledgeSource, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[KnowledgeSourceType, NotGiven] = NOT_GIVEN,
        status: Union[KnowledgeSourceStatus, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        updated_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[KnowledgeSourceSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[KnowledgeSource]:
        """List knowledge sources.

        The sources of every workspace that the caller reaches, newest first unless `sort` says otherwise.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only sources of this workspace; absent for all. Unknown ones match nothing.
            agent_id: Only sources that this agent uses; absent for all. Unknown ones match nothing.
            type: Only sources of this type; absent for all.
            status: Only sources in this state; absent for all.
            external_id: Only sources with this ID of yours; absent for all. Unknown ones match nothing.
            metadata: Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for
                all. Numbers and booleans are compared as text.
            name: Only sources with exactly this name; absent for all.
            q: Only sources whose name contains this text; absent for all.
            updated_after: Only sources that changed for the last time at this time (ISO 8601) or later; absent for no
                limit.
            updated_before: Only sources that changed for the last time before this time (ISO 8601); absent for no
                limit.
            fields: Only these fields of each item, separated by commas, and `id`; absent for all. Long texts that
                aren’t asked for aren’t read.
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
            path="/api/knowledge-sources",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "agentId": agent_id,
                "type": type,
                "status": status,
                "externalId": external_id,
                "metadata": metadata,
                "name": name,
                "q": q,
                "updatedAfter": updated_after,
                "updatedBefore": updated_before,
                "fields": fields,
                "sort": sort,
            },
        )
        return self._api.list(request, KnowledgeSource, options)

    def replace_file(
        self,
        knowledge_source_id: str,
        *,
        file: FileInput,
        on_progress: Optional[OnProgress] = None,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Replace the file of a knowledge source.

        Asks for a sync. The content so far serves until it is complete.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            file: A PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, EPUB, RTF, HTML, Markdown, plain text, CSV, JSON, XML,
                EML, MSG, ICS, VTT, SRT, IPYNB, AsciiDoc, reStructuredText or Org file. Max 20 MiB. A path, bytes or an
                open file; with another name as a pair of the name and the content.
            on_progress: Called with the bytes that are sent and those of all as the upload goes on; a retry begins
                again.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}/file",
            params={"id": knowledge_source_id},
            file=file,
            on_progress=on_progress,
        )
        return self._api.call(request, KnowledgeSource, options)

    def retrieve(self, knowledge_source_id: str, *, options: Optional[RequestOptions] = None) -> KnowledgeSource:
        """Get a knowledge source.

        With its status, and the progress of a running sync.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/knowledge-sources/{id}", params={"id": knowledge_source_id})
        return self._api.call(request, KnowledgeSource, options)

    def update(
        self,
        knowledge_source_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        exclude: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_pages: Union[int, NotGiven] = NOT_GIVEN,
        max_depth: Union[int, NotGiven] = NOT_GIVEN,
        sync_interval: Union[SyncInterval, None, NotGiven] = NOT_GIVEN,
        connection: Union[KnowledgeSourceConnectionDraft, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Update a knowledge source.

        Merges: absent fields stay unchanged. A change of what it is made of asks for a sync; a change of the name or
        the interval does not. The content so far serves until the sync is complete.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            name: Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`;
                otherwise the file name or the URL.
            external_id: Your own ID; None for none.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            text: The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as
                a file.
            url: URL of the page, of the repository or of the S3 service without the bucket, or where the website
                begins: `http` or `https`, up to 2,000 characters.
            include: Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any
                folders. Max 50. Empty unless set.
            exclude: Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for
                any folders. Max 50. Empty unless set.
            max_pages: Max pages of a website: 1 to 5,000. 200 unless set.
            max_depth: Max links from the first page of a website: 0 to 20. 5 unless set.
            sync_interval: Interval at which content of another server is read again; None for on demand only, which is
                the default.
            connection: Settings of a source of type `git`, `s3` or `notion`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `quota_exceeded`, `external_id_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/{id}",
            params={"id": knowledge_source_id},
            body={
                "name": name,
                "externalId": external_id,
                "metadata": metadata,
                "text": text,
                "url": url,
                "include": include,
                "exclude": exclude,
                "maxPages": max_pages,
                "maxDepth": max_depth,
                "syncInterval": sync_interval,
                "connection": renamed(connection, {"access_key_id": "accessKeyId", "secret_access_key": "secretAccessKey"}),
            },
        )
        return self._api.call(request, KnowledgeSource, options)

    def delete(
        self,
        knowledge_source_id: str,
        *,
        force: bool,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Delete a knowledge source.

        It is out of every search before the answer. Refused with `source_in_use` while agents use it, unless `force` is
        True.

        Scope: `workspace:admin`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            force: Delete it although agents use it; they lose it at once. False by default.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `source_in_use`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/knowledge-sources/{id}",
            params={"id": knowledge_source_id},
            query={"force": force},
        )
        return self._api.call(request, Confirmation, options)

    def dependents(
        self,
        knowledge_source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSourceDependents:
        """Count what this would delete, and delete nothing: delete a knowledge source.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSourceDependents`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `source_in_use`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/knowledge-sources/{id}",
            params={"id": knowledge_source_id},
            query={"dryRun": True},
        )
        return self._api.call(request, KnowledgeSourceDependents, options)

    def upsert(
        self,
        external_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[KnowledgeSourceDraftType, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        include: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        exclude: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        max_pages: Union[int, NotGiven] = NOT_GIVEN,
        max_depth: Union[int, NotGiven] = NOT_GIVEN,
        sync_interval: Union[SyncInterval, None, NotGiven] = NOT_GIVEN,
        connection: Union[KnowledgeSourceConnectionDraft, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Create or change a knowledge source by your own ID.

        Creates the source (201), or changes the one of the workspace that has the ID (200).

        Scope: `agents:write`.

        Args:
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several.
            type: `text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`: required for a new source; that
                of an existing one stays.
            name: Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`;
                otherwise the file name or the URL.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            text: The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as
                a file.
            url: URL of the page, of the repository or of the S3 service without the bucket, or where the website
                begins: `http` or `https`, up to 2,000 characters.
            include: Patterns of URLs or paths that a sync reads; `*` stands for any text without a slash, `**` for any
                folders. Max 50. Empty unless set.
            exclude: Patterns of URLs or paths that a sync leaves out; `*` stands for any text without a slash, `**` for
                any folders. Max 50. Empty unless set.
            max_pages: Max pages of a website: 1 to 5,000. 200 unless set.
            max_depth: Max links from the first page of a website: 0 to 20. 5 unless set.
            sync_interval: Interval at which content of another server is read again; None for on demand only, which is
                the default.
            connection: Settings of a source of type `git`, `s3` or `notion`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `quota_exceeded`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/knowledge-sources/by-external-id/{externalId}",
            params={"externalId": external_id},
            query={"workspaceId": workspace_id},
            body={
                "type": type,
                "name": name,
                "metadata": metadata,
                "text": text,
                "url": url,
                "include": include,
                "exclude": exclude,
                "maxPages": max_pages,
                "maxDepth": max_depth,
                "syncInterval": sync_interval,
                "connection": renamed(connection, {"access_key_id": "accessKeyId", "secret_access_key": "secretAccessKey"}),
            },
        )
        return self._api.call(request, KnowledgeSource, options)

    def content(
        self,
        knowledge_source_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSourceContent:
        """Get the text of a text source.

        The text as it was sent. Sources of other types have none; read their chunks.

        Scope: `agents:read`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeSourceContent`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/knowledge-sources/{id}/content", params={"id": knowledge_source_id})
        return self._api.call(request, KnowledgeSourceContent, options)

    def sync(self, knowledge_source_id: str, *, options: Optional[RequestOptions] = None) -> KnowledgeSource:
        """Read a knowledge source again.

        Asks for a sync. Unchanged content is not indexed again, and the content so far serves meanwhile.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/sync",
            params={"id": knowledge_source_id},
            body={},
            keyed=True,
        )
        return self._api.call(request, KnowledgeSource, options)

    def review(
        self,
        knowledge_source_id: str,
        *,
        approve: bool,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeSource:
        """Approve or reject a version that waits.

        A sync that loses more than a fifth of the documents, or of the passages that replies cite, waits for this while
        the content so far serves. Another sync replaces what waits.

        Scope: `agents:write`.

        Args:
            knowledge_source_id: Knowledge source identifier.
            approve: True to serve the version that waits; False to discard it.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `KnowledgeSource`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `knowledge_source_not_found`.
            ConflictError: `idempotency_in_progress`, `review_not_waiting`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/knowledge-sources/{id}/review",
            params={"id": knowledge_source_id},
            body={"approve": approve},
            keyed=True,
        )
        return self._api.call(request, KnowledgeSource, options)


class CitationsResource:
    """The methods of `client.citations`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def verify(
        self,
        *,
        citations: Sequence[CitationClaim],
        options: Optional[RequestOptions] = None,
    ) -> CheckedCitations:
        """Check whether citations still stand.

        Compares each quote with the version of its source that serves: it is at its place, elsewhere, or gone. Changes
        nothing.

        Scope: `agents:read`.

        Args:
            citations: Citations as replies have them: 1 to 50. Fields that don’t matter are accepted.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `CheckedCitations`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/citations/verify",
            body={"citations": renamed(citations, {"quote_hash": "quoteHash"})},
            repeats=True,
        )
        return self._api.call(request, CheckedCitations, options)
