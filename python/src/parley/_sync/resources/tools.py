# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.approval_links` and `client.tool_calls` and `client.tools`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import (
    ApprovalLink,
    ApprovalLinkDecisionDecision,
    Auth,
    Confirmation,
    ConnectionSort,
    DefinitionApprovalApprove,
    ImportedTools,
    Tool,
    ToolCallRecord,
    ToolCallRecordStatus,
    ToolCallRecordWaitsFor,
    ToolCallSort,
    ToolConnection,
    ToolConnectionLink,
    ToolDefinitions,
    ToolSort,
    ToolType,
    ToolTypeList,
    TriedTool,
    UserConnection,
)
from .._api import Api
from .._page_promise import Page


class ToolDefinitionsResource:
    """The methods of `client.tools.definitions`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> ToolDefinitions:
        """List the definitions of an MCP server.

        Asks the server what it offers now, and compares that with what was approved.

        Scope: `agents:read`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ToolDefinitions`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `tool_unreachable` (502), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/tools/{id}/definitions", params={"id": tool_id})
        return self._api.call(request, ToolDefinitions, options)

    def approve(
        self,
        tool_id: str,
        *,
        approve: Union[Sequence[DefinitionApprovalApprove], NotGiven] = NOT_GIVEN,
        remove: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Tool:
        """Approve definitions of an MCP server.

        Models may call the definitions whose digests are named, and no other ones. Refused with 409 if the server says
        something else by now. The tool has them in `settings.tools` then.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            approve: Definitions that models may call from now on, up to 200.
            remove: Names of definitions that models may no longer call, up to 200.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Tool`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            ConflictError: `definition_changed`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `tool_unreachable` (502), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tools/{id}/definitions",
            params={"id": tool_id},
            body={"approve": approve, "remove": remove},
        )
        return self._api.call(request, Tool, options)


class ToolConnectionResource:
    """The methods of `client.tools.connection`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def create(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> ToolConnectionLink:
        """Connect the account of a workspace.

        Returns the address of a page from which a person signs in to the server. A tool with `auth: workspace` then
        calls it as that account; one with `auth: end_user` uses it only for definitions and trials. A connected account
        stays until the new sign-in succeeds.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ToolConnectionLink`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/tools/{id}/connect", params={"id": tool_id}, body={})
        return self._api.call(request, ToolConnectionLink, options)

    def retrieve(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> ToolConnection:
        """Get the account of a tool.

        Says if an account is connected, and works. Never returns its tokens.

        Scope: `agents:read`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ToolConnection`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/tools/{id}/connection", params={"id": tool_id})
        return self._api.call(request, ToolConnection, options)

    def delete(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Disconnect the account of a tool.

        Forgets its tokens. Also succeeds without a connection.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/tools/{id}/connection", params={"id": tool_id})
        return self._api.call(request, Confirmation, options)


class ToolConnectionsResource:
    """The methods of `client.tools.connections`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        tool_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[ConnectionSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[UserConnection]:
        """List the accounts of end users.

        Lists who has connected an account to a tool with `auth: end_user`. Newest first unless `sort` says otherwise.
        Never returns tokens.

        Scope: `agents:read`.

        Args:
            tool_id: Tool identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            user_id: Only accounts of this end user; absent for all. Unknown ones match nothing.
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
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/tools/{id}/connections",
            params={"id": tool_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "userId": user_id, "sort": sort},
        )
        return self._api.list(request, UserConnection, options)

    def delete(
        self,
        tool_id: str,
        connection_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Disconnect the account of an end user.

        Forgets its tokens. The next call of the user asks for an account again.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            connection_id: ID of the account.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`, `tool_connection_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/tools/{id}/connections/{connectionId}",
            params={"id": tool_id, "connectionId": connection_id},
        )
        return self._api.call(request, Confirmation, options)


class ToolsResource:
    """The methods of `client.tools`."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.definitions = ToolDefinitionsResource(api)
        self.connection = ToolConnectionResource(api)
        self.connections = ToolConnectionsResource(api)

    def types(self, *, options: Optional[RequestOptions] = None) -> ToolTypeList:
        """List the kinds of tools.

        With the JSON Schema of their settings, and the functions of the service itself.

        Scope: `agents:read`.

        Args:
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `ToolTypeList`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/tool-types")
        return self._api.call(request, ToolTypeList, options)

    def create(
        self,
        *,
        type: ToolType,
        name: str,
        description: str,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        input_schema: Union[Dict[str, Any], None, NotGiven] = NOT_GIVEN,
        settings: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        secrets: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        auth: Union[Auth, NotGiven] = NOT_GIVEN,
        timeout_ms: Union[int, NotGiven] = NOT_GIVEN,
        idempotent: Union[bool, NotGiven] = NOT_GIVEN,
        approvers: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        approval_seconds: Union[int, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Tool:
        """Create a tool.

        Agents call it once they have it in their `tools`. Its secrets are stored sealed and never returned.

        Scope: `agents:write`.

        Args:
            type: Kind of the tool; `GET /api/tool-types` describes each.
            name: Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.
            description: Says what it does and when to call it, for the model: 1 to 4,000 characters.
            workspace_id: Identifier of its workspace; may be absent if you reach a single one.
            input_schema: JSON Schema of its arguments: an object. None if it takes none, or if its kind has its own
                schema. 32 KiB at most.
            settings: Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.
            secrets: Its secrets by their names, which settings refer to. Names have an upper-case letter, then up to 63
                upper-case letters, digits and `_`; max 20. Values have up to 8,000 characters, and are never returned.
            auth: On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of
                the tool) or `end_user` (with the account of the end user of the conversation; for `mcp`, and `http`
                with `oauth`).
            timeout_ms: Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.
            idempotent: True if a call may run twice with the effect of one: then it is retried after a crash. False
                unless set at creation; True for an `http` tool with the method `GET`.
            approvers: Identifiers of the members who are asked for approval, up to 50; empty for all who may decide.
                Empty unless set.
            approval_seconds: Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless
                set at creation.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            A `Tool`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_name_taken`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tools",
            body={
                "type": type,
                "name": name,
                "description": description,
                "workspaceId": workspace_id,
                "inputSchema": input_schema,
                "settings": settings,
                "secrets": secrets,
                "auth": auth,
                "timeoutMs": timeout_ms,
                "idempotent": idempotent,
                "approvers": approvers,
                "approvalSeconds": approval_seconds,
            },
            keyed=True,
        )
        return self._api.call(request, Tool, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[ToolType, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[ToolSort, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Tool]:
        """List tools.

        Newest first unless `sort` says otherwise.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only tools of this workspace; absent for all. Unknown ones match nothing.
            type: Only tools of this kind; absent for all.
            name: Only the tool with exactly this name; absent for all.
            sort: Order of the list; `-` is descending. Newest first by default.
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
            path="/api/tools",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "type": type,
                "name": name,
                "sort": sort,
                "fields": fields,
            },
        )
        return self._api.list(request, Tool, options)

    def retrieve(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> Tool:
        """Get a tool.

        Without its secrets.

        Scope: `agents:read`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            A `Tool`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/tools/{id}", params={"id": tool_id})
        return self._api.call(request, Tool, options)

    def update(
        self,
        tool_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        input_schema: Union[Dict[str, Any], None, NotGiven] = NOT_GIVEN,
        settings: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        secrets: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        auth: Union[Auth, NotGiven] = NOT_GIVEN,
        timeout_ms: Union[int, NotGiven] = NOT_GIVEN,
        idempotent: Union[bool, NotGiven] = NOT_GIVEN,
        approvers: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        approval_seconds: Union[int, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        type: Union[str, NotGiven] = NOT_GIVEN,
        secret_names: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Tool:
        """Update a tool.

        Merges: absent fields stay unchanged, `settings` are replaced, and `secrets` merge by their names. If the
        secrets would go to another origin, they must be given again. A read-only field is accepted if it equals the
        stored value.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            name: Name by which models call it: 1 to 64 letters, digits, `_` and `-`. Unique in its workspace.
            description: Says what it does and when to call it, for the model: 1 to 4,000 characters.
            input_schema: JSON Schema of its arguments: an object. None if it takes none, or if its kind has its own
                schema. 32 KiB at most.
            settings: Settings of its kind; `GET /api/tool-types` describes them. No secret is among them.
            secrets: Secrets to set or, if None, to delete, by their names; others stay. Names have an upper-case
                letter, then up to 63 upper-case letters, digits and `_`; max 20.
            auth: On whose behalf it is called: `none` (the default), `workspace` (with the secrets or the account of
                the tool) or `end_user` (with the account of the end user of the conversation; for `mcp`, and `http`
                with `oauth`).
            timeout_ms: Max duration of a call in ms: 1,000 to 30,000; 10,000 unless set at creation.
            idempotent: True if a call may run twice with the effect of one: then it is retried after a crash. False
                unless set at creation; True for an `http` tool with the method `GET`.
            approvers: Identifiers of the members who are asked for approval, up to 50; empty for all who may decide.
                Empty unless set.
            approval_seconds: Time for which a call waits for approval, in seconds: 60 to 604,800; 86,400 (a day) unless
                set at creation.
            id: Read-only.
            workspace: Read-only.
            type: Read-only.
            secret_names: Read-only.
            created_at: Read-only.
            updated_at: Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A `Tool`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `tool_not_found`.
            ConflictError: `tool_name_taken`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/tools/{id}",
            params={"id": tool_id},
            body={
                "name": name,
                "description": description,
                "inputSchema": input_schema,
                "settings": settings,
                "secrets": secrets,
                "auth": auth,
                "timeoutMs": timeout_ms,
                "idempotent": idempotent,
                "approvers": approvers,
                "approvalSeconds": approval_seconds,
                "_id": id,
                "workspace": workspace,
                "type": type,
                "secretNames": secret_names,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, Tool, options)

    def delete(self, tool_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete a tool.

        Refused while an agent has it.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `tool_not_found`.
            ConflictError: `tool_in_use`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/tools/{id}", params={"id": tool_id})
        return self._api.call(request, Confirmation, options)

    def import_open_api(
        self,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        url: Union[str, NotGiven] = NOT_GIVEN,
        document: Union[Any, NotGiven] = NOT_GIVEN,
        server: Union[str, NotGiven] = NOT_GIVEN,
        operations: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        secrets: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ImportedTools:
        """Import operations of an OpenAPI document as tools.

        Without `operations`, it lists those of the document and creates nothing. With them, it creates an `http` tool
        for each, all or none.

        Scope: `agents:write`.

        Args:
            workspace_id: Identifier of the workspace; may be absent if you reach a single one.
            url: Address of the document. Either this or `document`.
            document: The document (OpenAPI 3.0 or 3.1): an object, or a text in JSON or YAML. Either this or `url`.
            server: Address of the API, in place of the servers of the document.
            operations: The `operation_id` of each operation that becomes a tool, max 50. Absent to create nothing.
            secrets: Secrets by the names that the operations have for them. Each tool gets those that it uses.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `ImportedTools`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`, `confirmation_required`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_name_taken`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tools/import",
            body={
                "workspaceId": workspace_id,
                "url": url,
                "document": document,
                "server": server,
                "operations": operations,
                "secrets": secrets,
            },
            keyed=True,
        )
        return self._api.call(request, ImportedTools, options)

    def try_out(
        self,
        tool_id: str,
        *,
        arguments: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> TriedTool:
        """Try a tool.

        Calls it with its stored secrets, as a model would, and returns what was sent and what came back. The call is a
        real one. A tool that your own program runs can’t be tried.

        Scope: `agents:write`.

        Args:
            tool_id: Tool identifier.
            arguments: Arguments of the call, valid for the schema of the tool. None unless set.
            name: Name of the definition to call, at its server or as models name it; needed only for a tool that has
                several.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `TriedTool`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `tool_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/tools/{id}/try",
            params={"id": tool_id},
            body={"arguments": arguments, "name": name},
        )
        return self._api.call(request, TriedTool, options)


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
        it expires, and approval is asked again as another call. Refused with 409 if a person has decided already, or
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


class ApprovalLinksResource:
    """The methods of `client.approval_links`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def read(self, *, token: str, options: Optional[RequestOptions] = None) -> ApprovalLink:
        """Show the tool call that a mailed link is for.

        Shows an approver what they decide about. Changes nothing: mail programs open links.

        The body has at most 8 KiB.

        Args:
            token: The token in the link: what follows `#token=`.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `ApprovalLink`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            PermissionDeniedError: `approval_needs_sign_in`.
            NotFoundError: `approval_link_invalid`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/approval-links/read", body={"token": token}, repeats=True)
        return self._api.call(request, ApprovalLink, options)

    def decide(
        self,
        *,
        token: str,
        decision: ApprovalLinkDecisionDecision,
        reason: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> ApprovalLink:
        """Approve or deny a tool call with a mailed link.

        Decides as the user of the link, with the checks of `approveToolCall`, and uses the link up. Refused if the
        workspace requires a second factor.

        The body has at most 8 KiB.

        Args:
            token: The token in the link: what follows `#token=`.
            decision: The decision, which is final.
            reason: Reason of the decision: up to 1,000 characters. The model reads that of a denial.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `ApprovalLink`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            PermissionDeniedError: `approval_needs_sign_in`, `not_an_approver`.
            NotFoundError: `approval_link_invalid`, `tool_call_not_found`.
            ConflictError: `tool_call_decided`.
            RateLimitError: `too_many_concurrent`, `too_many_failed_attempts`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/approval-links/decide",
            body={"token": token, "decision": decision, "reason": reason},
        )
        return self._api.call(request, ApprovalLink, options)
