# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.saved_replies`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import Confirmation, RenderedReply, SavedReply, SavedReplySort
from .._api import AsyncApi
from .._page_promise import AsyncPagePromise


class AsyncSavedRepliesResource:
    """The methods of `client.saved_replies`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def create(
        self,
        *,
        name: str,
        text: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SavedReply:
        """Create a saved reply.

        A text that people send often. A workspace has up to 1,000.

        Scope: `conversations:write`.

        Args:
            name: Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and
                among those of one person, in whatever case.
            text: The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}`
                and other keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `name_conflict`, `saved_reply_limit_reached`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/saved-replies",
            body={"name": name, "text": text, "workspaceId": workspace_id, "isShared": is_shared},
            keyed=True,
        )
        return await self._api.call(request, SavedReply, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[SavedReplySort, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPagePromise[SavedReply]:
        """List saved replies.

        Shared ones, and your own. By name unless `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only saved replies of this workspace; absent for all. Unknown ones match nothing.
            q: Only saved replies whose name or text contains this text, in whatever case; absent for all.
            sort: Order of the list; `-` is descending. `name` by default.
            fields: Only these fields of each item, separated by commas, and `id`; absent for all. Long texts that
                aren’t asked for aren’t read.
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
            path="/api/saved-replies",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "q": q,
                "sort": sort,
                "fields": fields,
            },
        )
        return self._api.list(request, SavedReply, options)

    async def retrieve(self, saved_reply_id: str, *, options: Optional[RequestOptions] = None) -> SavedReply:
        """Get a saved reply.

        With its variables as they were written.

        Scope: `conversations:read`.

        Args:
            saved_reply_id: Saved reply identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/saved-replies/{id}", params={"id": saved_reply_id})
        return await self._api.call(request, SavedReply, options)

    async def update(
        self,
        saved_reply_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        text: Union[str, NotGiven] = NOT_GIVEN,
        is_shared: Union[bool, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        created_by: Union[str, None, NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> SavedReply:
        """Update a saved reply.

        Merges: absent fields stay unchanged. Only its author can set `is_shared` to False. A read-only field is
        accepted if it equals the stored value.

        Scope: `conversations:write`.

        Args:
            saved_reply_id: Saved reply identifier.
            name: Name by which people find it: 1 to 80 characters. Unique among the shared ones of a workspace, and
                among those of one person, in whatever case.
            text: The text, 1 to 10,000 characters of Markdown. Variables are `{{visitor.name}}`, `{{visitor.email}}`
                and other keys of the form, `{{agent.name}}` and `{{me.name}}`; `{{visitor.name|there}}` has a fallback.
            is_shared: True if all members of the workspace see it; False for its author alone. True unless set.
            id: Read-only.
            workspace: Read-only.
            created_by: Read-only.
            created_at: Read-only.
            updated_at: Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `SavedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            ConflictError: `name_conflict`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PATCH",
            path="/api/saved-replies/{id}",
            params={"id": saved_reply_id},
            body={
                "name": name,
                "text": text,
                "isShared": is_shared,
                "_id": id,
                "workspace": workspace,
                "createdBy": created_by,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return await self._api.call(request, SavedReply, options)

    async def delete(self, saved_reply_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a saved reply.

        Messages that were written with it stay.

        Scope: `conversations:write`.

        Args:
            saved_reply_id: Saved reply identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/saved-replies/{id}", params={"id": saved_reply_id})
        return await self._api.call(request, Confirmation, options)

    async def render(
        self,
        saved_reply_id: str,
        *,
        conversation: str,
        options: Optional[RequestOptions] = None,
    ) -> RenderedReply:
        """Render a saved reply.

        Puts values of a conversation in place of the variables. Sends nothing.

        Scope: `conversations:read`.

        Args:
            saved_reply_id: Saved reply identifier.
            conversation: Identifier of the conversation that the values are from; of the same workspace.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `RenderedReply`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `saved_reply_not_found`, `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/saved-replies/{id}/render",
            params={"id": saved_reply_id},
            body={"conversation": conversation},
            repeats=True,
        )
        return await self._api.call(request, RenderedReply, options)
