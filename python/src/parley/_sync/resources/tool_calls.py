# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.tool_calls`."""

from __future__ import annotations

from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import ToolCallRecord, ToolCallRecordStatus, ToolCallRecordWaitsFor, ToolCallSort
from .._api import Api
from .._page_promise import Page


class ToolCallsResource:
    """The methods of `client.tool_calls`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        agent_id: Union[str, NotGiven] = NOT_GIVEN,
        conversation_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[ToolCallRecordStatus, NotGiven] = NOT_GIVEN,
        waits_for: Union[ToolCallRecordWaitsFor, NotGiven] = NOT_GIVEN,
        sort: Union[ToolCallSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[ToolCallRecord]:
        """List tool calls.

        Lists the calls that agents made, in all conversations within reach. `status=waiting` and `waitsFor=approval`
        are the queue of those who approve. Newest first unless `sort` says otherwise.

        Scope: `conversations:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only calls in this workspace; absent for all. Unknown ones match nothing.
            agent_id: Only calls of this agent; absent for all. Unknown ones match nothing.
            conversation_id: Only calls in this conversation; absent for all. Unknown ones match nothing.
            status: Only calls in this state; absent for all.
            waits_for: Only calls that wait for this, or did; absent for all.
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
            path="/api/tool-calls",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "agentId": agent_id,
                "conversationId": conversation_id,
                "status": status,
                "waitsFor": waits_for,
                "sort": sort,
            },
        )
        return self._api.list(request, ToolCallRecord, options)

    def retrieve(self, tool_call_id: str, *, options: Optional[RequestOptions] = None) -> ToolCallRecord:
        """Get a tool call.

        With its arguments, its state, and its result.

        Scope: `conversations:read`.

        Args:
            tool_call_id: Identifier of the call.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ToolCallRecord`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_call_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/tool-calls/{id}", params={"id": tool_call_id})
        return self._api.call(request, ToolCallRecord, options)

    def approve(
        self,
        tool_call_id: str,
        *,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ToolCallRecord:
        """Approve a tool call.

        It then runs once, with the arguments that are stored. If the tool, the agent or the end user has changed since,
        it expires, and approval is asked again as another call. Refused with 409 if somebody has decided already, or
        its time is over.

        Scope: `conversations:write`.

        Args:
            tool_call_id: Identifier of the call.
            reason: Reason of the decision: up to 2,000 characters. The model reads that of a denial.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `ToolCallRecord`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `not_an_approver`.
            NotFoundError: `tool_call_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_call_decided`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tool-calls/{id}/approve",
            params={"id": tool_call_id},
            body={"reason": reason},
            keyed=True,
        )
        return self._api.call(request, ToolCallRecord, options)

    def deny(
        self,
        tool_call_id: str,
        *,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ToolCallRecord:
        """Deny a tool call.

        It never runs. The model reads `reason` and goes on. Refused with 409 as an approval is.

        Scope: `conversations:write`.

        Args:
            tool_call_id: Identifier of the call.
            reason: Reason of the decision: up to 2,000 characters. The model reads that of a denial.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `ToolCallRecord`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `not_an_approver`.
            NotFoundError: `tool_call_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_call_decided`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tool-calls/{id}/deny",
            params={"id": tool_call_id},
            body={"reason": reason},
            keyed=True,
        )
        return self._api.call(request, ToolCallRecord, options)
