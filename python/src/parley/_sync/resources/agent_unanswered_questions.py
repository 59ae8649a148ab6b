# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.agents.unanswered_questions`."""

from __future__ import annotations

from datetime import datetime
from typing import Optional, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions
from ...types import AnsweredQuestion, Confirmation, UnansweredQuestion, UnansweredQuestionSort
from .._api import Api
from .._page_promise import Page


class AgentUnansweredQuestionsResource:
    """The methods of `client.agents.unanswered_questions`."""

    def __init__(self, api: Api) -> None:
        self._api = api

    def list(
        self,
        agent_id: str,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        since: Union[datetime, str, NotGiven] = NOT_GIVEN,
        sort: Union[UnansweredQuestionSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[UnansweredQuestion]:
        """List the questions that an agent could not answer.

        Questions of the last 30 days that are neither answered nor dismissed; a repeated question is one item. Those of
        grounded agents are kept whose reply cites nothing, and those for which `builtin/extract` found nothing.

        Scope: `conversations:read`.

        Args:
            agent_id: Agent identifier.
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            since: Only questions asked at this time (ISO 8601) or later; 30 days ago by default. They are kept for 90
                days.
            sort: Order of the list; `-` is descending. `-lastAskedAt` by default.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A page of the list. Iterating over it continues through all pages.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `cursor_invalid`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(
            method="GET",
            path="/api/agents/{id}/unanswered-questions",
            params={"id": agent_id},
            query={"limit": limit, "cursor": cursor, "includeTotal": include_total, "since": since, "sort": sort},
        )
        return self._api.list(request, UnansweredQuestion, options)

    def answer(
        self,
        agent_id: str,
        question_id: str,
        *,
        answer: str,
        question: Union[str, NotGiven] = NOT_GIVEN,
        source_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> AnsweredQuestion:
        """Answer a question that an agent could not answer.

        Adds a pair to a `qa` source of the agent, which is created and attached if it has none. The question and all
        that ask the same leave the list. The agent can use the answer as soon as the source is ready.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            question_id: Identifier of the question.
            answer: The answer: up to 10,000 characters.
            question: The question in better words: up to 1,000 characters. As it was asked if absent.
            source_id: Identifier of a `qa` source of the agent. By default its first one; if it has none, one is
                created and attached.
            options: `timeout`, `max_retries`, `headers`, `idempotency_key` of this call.

        Returns:
            An `AnsweredQuestion`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`, `question_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/unanswered-questions/{questionId}/answer",
            params={"id": agent_id, "questionId": question_id},
            body={"answer": answer, "question": question, "sourceId": source_id},
            keyed=True,
        )
        return self._api.call(request, AnsweredQuestion, options)

    def dismiss(
        self,
        agent_id: str,
        question_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Confirmation:
        """Dismiss a question that an agent could not answer.

        It leaves the list, with all that ask the same. If it is asked again, it is listed again.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            question_id: Identifier of the question.
            options: `timeout`, `max_retries`, `headers` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`, `question_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="DELETE",
            path="/api/agents/{id}/unanswered-questions/{questionId}",
            params={"id": agent_id, "questionId": question_id},
        )
        return self._api.call(request, Confirmation, options)
