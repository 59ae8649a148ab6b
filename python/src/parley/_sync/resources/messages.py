# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.messages`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    Exchange,
    Message,
    MessageDelivery,
    MessageDraftRole,
    MessageSort,
    PageContext,
    Rating,
    ToolResultDraft,
    TrialSettings,
)
from .._api import Api
from .._message_stream import MessageStream
from .._page_promise import Page
from .._tool_runs import MessageToolRuns


class MessagesResource(MessageToolRuns):
    """The methods of `client.messages`."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)

    def send(
        self,
        conversation_id: str,
        *,
        content: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        role: Union[MessageDraftRole, NotGiven] = NOT_GIVEN,
        context: Union[PageContext, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        client_message_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Exchange:
        """Send a message to a conversation.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. So does a `client_message_id`, which is unique in its conversation. While
        a person has taken over, no turn starts and `reply` is None.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `content`, `message`, `context`,
        `client_message_id`, `stream`.

        Args:
            conversation_id: Conversation identifier.
            content: Text of the message: 1 to 100,000 characters, not all of them white space. Required unless
                `message` is given.
            message: The same as `content`, under another name. If both are given, they must be equal.
            role: `user` (the default), or `human`: the message of a person who has taken over.
            context: The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out
                keep their values. Only from a visitor.
            response_schema: A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid
                against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an
                agent whose `answer_mode` is `grounded`. Any text unless set.
            client_message_id: Your ID for the message: 1 to 200 characters, unique in its conversation. A repeat in the
                same conversation returns the message that was stored first. None unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `Exchange`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `conversation_not_taken_over`,
                `conversation_taken_over`, `agent_inactive`, `conversation_closed`, `conversation_busy`,
                `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/messages",
            params={"id": conversation_id},
            body={
                "content": content,
                "message": message,
                "role": role,
                "context": context,
                "responseSchema": response_schema,
                "clientMessageId": client_message_id,
            },
            keyed=True,
            slow=True,
        )
        return self._api.call(request, Exchange, options)

    def stream(
        self,
        conversation_id: str,
        *,
        content: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        role: Union[MessageDraftRole, NotGiven] = NOT_GIVEN,
        context: Union[PageContext, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        client_message_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> MessageStream:
        """Send a message to a conversation.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. So does a `client_message_id`, which is unique in its conversation. While
        a person has taken over, no turn starts and `reply` is None.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `content`, `message`, `context`,
        `client_message_id`, `stream`.

        Args:
            conversation_id: Conversation identifier.
            content: Text of the message: 1 to 100,000 characters, not all of them white space. Required unless
                `message` is given.
            message: The same as `content`, under another name. If both are given, they must be equal.
            role: `user` (the default), or `human`: the message of a person who has taken over.
            context: The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out
                keep their values. Only from a visitor.
            response_schema: A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid
                against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an
                agent whose `answer_mode` is `grounded`. Any text unless set.
            client_message_id: Your ID for the message: 1 to 200 characters, unique in its conversation. A repeat in the
                same conversation returns the message that was stored first. None unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            The events of the reply, its text, or its final message. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `conversation_not_taken_over`,
                `conversation_taken_over`, `agent_inactive`, `conversation_closed`, `conversation_busy`,
                `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/conversations/{id}/messages",
            params={"id": conversation_id},
            body={
                "content": content,
                "message": message,
                "role": role,
                "context": context,
                "responseSchema": response_schema,
                "clientMessageId": client_message_id,
                "stream": True,
            },
            keyed=True,
        )
        return self._api.stream(request, options)

    def list(
        self,
        conversation_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        sort: Union[MessageSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[Message]:
        """List the messages of a conversation.

        Newest first unless `sort` says otherwise, replies included.

        Scope: `conversations:read`. Visitors of channels may call it, too, with `limit`, `cursor`, `sort`.

        Args:
            conversation_id: Conversation identifier.
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
            NotFoundError: `conversation_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/conversations/{id}/messages",
            params={"id": conversation_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "sort": sort},
        )
        return self._api.list(request, Message, options)

    def retry(
        self,
        message_id: str,
        *,
        settings: Union[TrialSettings, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Exchange:
        """Retry a failed or cancelled reply.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. The failed reply stays in the conversation; the model does not see it.
        The retry uses the agent’s saved settings, or its own `settings`; those of the failed reply are not stored.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `stream`.

        Args:
            message_id: Message identifier.
            settings: Unsaved settings to try: they replace the agent’s own for this reply only and are not stored.
                Requires `agents:write` in the agent’s workspace.
            response_schema: A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid
                against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an
                agent whose `answer_mode` is `grounded`. Any text unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `Exchange`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `conversation_taken_over`,
                `message_not_retryable`, `agent_inactive`, `conversation_closed`, `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/messages/{id}/retry",
            params={"id": message_id},
            body={
                "settings": renamed(settings, {"system_prompt": "systemPrompt", "answer_mode": "answerMode"}),
                "responseSchema": response_schema,
            },
            keyed=True,
            slow=True,
        )
        return self._api.call(request, Exchange, options)

    def retry_stream(
        self,
        message_id: str,
        *,
        settings: Union[TrialSettings, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> MessageStream:
        """Retry a failed or cancelled reply.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. The failed reply stays in the conversation; the model does not see it.
        The retry uses the agent’s saved settings, or its own `settings`; those of the failed reply are not stored.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `stream`.

        Args:
            message_id: Message identifier.
            settings: Unsaved settings to try: they replace the agent’s own for this reply only and are not stored.
                Requires `agents:write` in the agent’s workspace.
            response_schema: A JSON Schema with `type: object`: the `content` of the reply is then JSON that is valid
                against it. Draft 7 or 2020-12, at most 32 KiB and 32 levels deep, `$ref` only within it. Not for an
                agent whose `answer_mode` is `grounded`. Any text unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            The events of the reply, its text, or its final message. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `conversation_taken_over`,
                `message_not_retryable`, `agent_inactive`, `conversation_closed`, `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/messages/{id}/retry",
            params={"id": message_id},
            body={
                "settings": renamed(settings, {"system_prompt": "systemPrompt", "answer_mode": "answerMode"}),
                "responseSchema": response_schema,
                "stream": True,
            },
            keyed=True,
        )
        return self._api.stream(request, options)

    def send_tool_results(
        self,
        message_id: str,
        *,
        results: Sequence[ToolResultDraft],
        options: Optional[RequestOptions] = None,
    ) -> Exchange:
        """Answer tool calls with your own code.

        For calls with `answeredBy: "client"` in a reply that is `requires_action`. The reply goes on when no call waits
        any more. Returns it at its end, or streams it. Refused with 409 for a call that has a result, or whose time is
        over.

        Scope: `conversations:write`.

        Args:
            message_id: Message identifier.
            results: Results of some calls of the reply, each once: at most 16.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `Exchange`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_call_decided`, `agent_inactive`, `conversation_closed`,
                `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/messages/{id}/tool-results",
            params={"id": message_id},
            body={"results": renamed(results, {"call_id": "callId", "is_error": "isError"})},
            keyed=True,
            slow=True,
        )
        return self._api.call(request, Exchange, options)

    def stream_tool_results(
        self,
        message_id: str,
        *,
        results: Sequence[ToolResultDraft],
        options: Optional[RequestOptions] = None,
    ) -> MessageStream:
        """Answer tool calls with your own code.

        For calls with `answeredBy: "client"` in a reply that is `requires_action`. The reply goes on when no call waits
        any more. Returns it at its end, or streams it. Refused with 409 for a call that has a result, or whose time is
        over.

        Scope: `conversations:write`.

        Args:
            message_id: Message identifier.
            results: Results of some calls of the reply, each once: at most 16.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            The events of the reply, its text, or its final message. The request is sent when it is read.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `conversation_not_found`, `message_not_found`.
            ConflictError: `idempotency_in_progress`, `tool_call_decided`, `agent_inactive`, `conversation_closed`,
                `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/messages/{id}/tool-results",
            params={"id": message_id},
            body={"results": renamed(results, {"call_id": "callId", "is_error": "isError"}), "stream": True},
            keyed=True,
        )
        return self._api.stream(request, options)

    def retrieve(self, message_id: str, *, options: Optional[RequestOptions] = None) -> Message:
        """Get a message.

        A reply that is being written has its text so far.

        Scope: `conversations:read`. Visitors of channels may call it, too.

        Args:
            message_id: Message identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Message`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `message_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/messages/{id}", params={"id": message_id})
        return self._api.call(request, Message, options)

    def rate(
        self,
        message_id: str,
        *,
        rating: Union[Rating, None],
        comment: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Message:
        """Rate a reply, or remove its rating.

        A new rating replaces the earlier one.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `rating`, `comment`.

        Args:
            message_id: Message identifier.
            rating: Rating of the reply; None removes the rating and its comment.
            comment: Comment on the rating: up to 2,000 characters. None unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `Message`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `message_not_found`.
            ConflictError: `message_not_rateable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/messages/{id}/feedback",
            params={"id": message_id},
            body={"rating": rating, "comment": comment},
        )
        return self._api.call(request, Message, options)

    def redeliver(self, message_id: str, *, options: Optional[RequestOptions] = None) -> MessageDelivery:
        """Send a message to its messenger again.

        For a message whose delivery failed, or is `unknown`: then its user may get it twice.

        Scope: `conversations:write`.

        Args:
            message_id: Message identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `MessageDelivery`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `message_not_found`.
            ConflictError: `message_not_redeliverable`, `undeliverable`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="POST", path="/api/messages/{id}/redeliver", params={"id": message_id}, body={})
        return self._api.call(request, MessageDelivery, options)
