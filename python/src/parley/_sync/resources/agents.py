# Generated from openapi.json by `npm run clients`. Do not edit.
"""The methods of `client.agents`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Dict, Optional, Sequence, Union

from ..._request import NOT_GIVEN, NotGiven, Request, RequestOptions, renamed
from ...types import (
    Agent,
    AgentDependents,
    AgentHandoverDraft,
    AgentSort,
    AgentStatus,
    AgentToolDraft,
    AnswerMode,
    AnsweredQuestion,
    Confirmation,
    Exchange,
    GroundingJudge,
    KnowledgeQueryMode,
    KnowledgeResults,
    ListedAgent,
    MetadataFilter,
    PageContext,
    TrialSettings,
    UnansweredQuestion,
    UnansweredQuestionSort,
)
from .._api import Api
from .._message_stream import MessageStream
from .._page_promise import Page
from .._tool_runs import AgentToolRuns


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
        since: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

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
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

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


class AgentsResource(AgentToolRuns):
    """The methods of `client.agents`."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self.unanswered_questions = AgentUnansweredQuestionsResource(api)

    def create(
        self,
        *,
        name: str,
        description: Union[str, NotGiven] = NOT_GIVEN,
        system_prompt: Union[str, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        fallback_models: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        temperature: Union[float, NotGiven] = NOT_GIVEN,
        knowledge_sources: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        answer_mode: Union[AnswerMode, NotGiven] = NOT_GIVEN,
        grounding_judge: Union[GroundingJudge, NotGiven] = NOT_GIVEN,
        rerank: Union[bool, NotGiven] = NOT_GIVEN,
        knowledge_filter: Union[MetadataFilter, None, NotGiven] = NOT_GIVEN,
        tools: Union[Sequence[AgentToolDraft], NotGiven] = NOT_GIVEN,
        handover: Union[AgentHandoverDraft, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Agent:
        """Create an agent.

        The agent is active, and can be talked to at once. Everything but `name` has a default.

        Scope: `agents:write`.

        Args:
            name: Agent name: 1 to 200 characters after trimming.
            description: Agent description: up to 2,000 characters. Empty unless set.
            system_prompt: System prompt of the agent: up to 100,000 characters. Empty unless set.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several.
            model: Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a
                provider is stored with the only provider that has it. The default model of the instance unless set.
            fallback_models: Models that answer if `model` fails before its first token, in this order; max 3, each
                named as `model`, none twice. Empty unless set.
            temperature: Response temperature from 0 to 1; 0.7 unless set at creation.
            knowledge_sources: Identifiers of the knowledge sources attached to the agent: max 100, all of its
                workspace. Empty unless set.
            answer_mode: `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what
                passages of them support is delivered. Other sentences are removed; if none is left, the reply says that
                it doesn’t know, and the question is kept as unanswered.
            grounding_judge: Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and
                names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call;
                the reply is shown when it has been judged. If the model fails, the rules decide alone.
            rerank: True if the agent’s own model orders what its searches find, at the cost of one more call. False
                unless set.
            knowledge_filter: Its searches find only documents whose metadata, or else that of their source, matches;
                None for all, which is the default. So one source serves agents of several regions.
            tools: Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
            handover: When the agent hands a conversation over to people, by rule. Replaces all of them: those that are
                absent are off. All are off unless set.
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `Agent`.

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
            path="/api/agents",
            body={
                "name": name,
                "description": description,
                "systemPrompt": system_prompt,
                "workspaceId": workspace_id,
                "model": model,
                "fallbackModels": fallback_models,
                "temperature": temperature,
                "knowledgeSources": knowledge_sources,
                "answerMode": answer_mode,
                "groundingJudge": grounding_judge,
                "rerank": rerank,
                "knowledgeFilter": knowledge_filter,
                "tools": renamed(tools, {"requires_approval": "requiresApproval"}),
                "handover": renamed(handover, {"on_failed_reply": "onFailedReply", "on_negative_rating": "onNegativeRating", "on_unanswered": "onUnanswered"}),
                "externalId": external_id,
                "metadata": metadata,
            },
            keyed=True,
        )
        return self._api.call(request, Agent, options)

    def list(
        self,
        *,
        limit: Union[int, NotGiven] = NOT_GIVEN,
        cursor: Union[str, NotGiven] = NOT_GIVEN,
        include_total: Union[bool, NotGiven] = NOT_GIVEN,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        status: Union[AgentStatus, NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        created_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        created_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        q: Union[str, NotGiven] = NOT_GIVEN,
        updated_after: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        updated_before: Union[datetime, date, str, NotGiven] = NOT_GIVEN,
        include_activity: Union[bool, NotGiven] = NOT_GIVEN,
        fields: Union[str, NotGiven] = NOT_GIVEN,
        sort: Union[AgentSort, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Page[ListedAgent]:
        """List agents.

        Lists the agents of every workspace that the caller reaches, newest first unless `sort` says otherwise.

        Scope: `agents:read`.

        Args:
            limit: Max items per page: 1 to 100, 20 by default.
            cursor: The `next_cursor` of the previous page; absent for the first page.
            include_total: True to add `total`, the number of all matching items; False by default.
            workspace_id: Only agents of this workspace; absent for all. Unknown ones match nothing.
            status: Only agents with this status; absent for all.
            model: Only agents with this model; without a provider, with this model of any provider. Absent for all.
            external_id: Only agents with this ID of yours; absent for all. Unknown ones match nothing.
            metadata: Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for
                all. Numbers and booleans are compared as text.
            name: Only agents with exactly this name; absent for all.
            created_after: Only agents created at this time (ISO 8601) or later; absent for no limit.
            created_before: Only agents created before this time (ISO 8601); absent for no limit.
            q: Only agents whose name or description contains this text; absent for all.
            updated_after: Only agents that changed for the last time at this time (ISO 8601) or later; absent for no
                limit.
            updated_before: Only agents that changed for the last time before this time (ISO 8601); absent for no limit.
            include_activity: True to return `activity` of each agent: its conversations of the last 30 days, and its
                latest activity.
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
            path="/api/agents",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "workspaceId": workspace_id,
                "status": status,
                "model": model,
                "externalId": external_id,
                "metadata": metadata,
                "name": name,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "q": q,
                "updatedAfter": updated_after,
                "updatedBefore": updated_before,
                "includeActivity": include_activity,
                "fields": fields,
                "sort": sort,
            },
        )
        return self._api.list(request, ListedAgent, options)

    def retrieve(self, agent_id: str, *, options: Optional[RequestOptions] = None) -> Agent:
        """Get an agent.

        The response has an `ETag`: send it as `If-None-Match` to read only what has changed.

        Scope: `agents:read`.

        Args:
            agent_id: Agent identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_none_match` of this call.

        Returns:
            An `Agent`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/agents/{id}", params={"id": agent_id})
        return self._api.call(request, Agent, options)

    def update(
        self,
        agent_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        system_prompt: Union[str, NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        fallback_models: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        temperature: Union[float, NotGiven] = NOT_GIVEN,
        status: Union[AgentStatus, NotGiven] = NOT_GIVEN,
        knowledge_sources: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        answer_mode: Union[AnswerMode, NotGiven] = NOT_GIVEN,
        grounding_judge: Union[GroundingJudge, NotGiven] = NOT_GIVEN,
        rerank: Union[bool, NotGiven] = NOT_GIVEN,
        knowledge_filter: Union[MetadataFilter, None, NotGiven] = NOT_GIVEN,
        tools: Union[Sequence[AgentToolDraft], NotGiven] = NOT_GIVEN,
        handover: Union[AgentHandoverDraft, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        external_id: Union[str, None, NotGiven] = NOT_GIVEN,
        id: Union[str, NotGiven] = NOT_GIVEN,
        workspace: Union[str, NotGiven] = NOT_GIVEN,
        created_at: Union[str, NotGiven] = NOT_GIVEN,
        updated_at: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Agent:
        """Update an agent.

        Merges: absent fields stay unchanged. A read-only field is accepted if it equals the stored value.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            name: Agent name: 1 to 200 characters after trimming.
            description: Agent description: up to 2,000 characters. Empty unless set.
            system_prompt: System prompt of the agent: up to 100,000 characters. Empty unless set.
            model: Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a
                provider is stored with the only provider that has it. The default model of the instance unless set.
            fallback_models: Models that answer if `model` fails before its first token, in this order; max 3, each
                named as `model`, none twice. Empty unless set.
            temperature: Response temperature from 0 to 1; 0.7 unless set at creation.
            status: `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no
                message.
            knowledge_sources: Identifiers of the knowledge sources attached to the agent: max 100, all of its
                workspace. Empty unless set.
            answer_mode: `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what
                passages of them support is delivered. Other sentences are removed; if none is left, the reply says that
                it doesn’t know, and the question is kept as unanswered.
            grounding_judge: Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and
                names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call;
                the reply is shown when it has been judged. If the model fails, the rules decide alone.
            rerank: True if the agent’s own model orders what its searches find, at the cost of one more call. False
                unless set.
            knowledge_filter: Its searches find only documents whose metadata, or else that of their source, matches;
                None for all, which is the default. So one source serves agents of several regions.
            tools: Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
            handover: When the agent hands a conversation over to people, by rule. Replaces all of them: those that are
                absent are off. All are off unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            external_id: Your own ID; None for none.
            id: Agent identifier, assigned by the service. Read-only.
            workspace: Identifier of the workspace that owns the agent. Read-only.
            created_at: Time of creation: ISO 8601 UTC with milliseconds. Read-only.
            updated_at: Time of the last accepted update: ISO 8601 UTC with milliseconds. Every update moves it forward.
                Read-only.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            An `Agent`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`, `read_only_field`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            ConflictError: `external_id_conflict`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/agents/{id}",
            params={"id": agent_id},
            body={
                "name": name,
                "description": description,
                "systemPrompt": system_prompt,
                "model": model,
                "fallbackModels": fallback_models,
                "temperature": temperature,
                "status": status,
                "knowledgeSources": knowledge_sources,
                "answerMode": answer_mode,
                "groundingJudge": grounding_judge,
                "rerank": rerank,
                "knowledgeFilter": knowledge_filter,
                "tools": renamed(tools, {"requires_approval": "requiresApproval"}),
                "handover": renamed(handover, {"on_failed_reply": "onFailedReply", "on_negative_rating": "onNegativeRating", "on_unanswered": "onUnanswered"}),
                "metadata": metadata,
                "externalId": external_id,
                "_id": id,
                "workspace": workspace,
                "createdAt": created_at,
                "updatedAt": updated_at,
            },
        )
        return self._api.call(request, Agent, options)

    def delete(self, agent_id: str, *, options: Optional[RequestOptions] = None) -> Confirmation:
        """Delete an agent with its channels and conversations.

        Its channels, conversations and messages go with it, at once and for good. Knowledge sources stay: they belong
        to the workspace.

        Scope: `workspace:admin`.

        Args:
            agent_id: Agent identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            A sentence that says what was done.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `confirmation_required`,
                `insufficient_scope`, `insufficient_role`.
            NotFoundError: `agent_not_found`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(method="DELETE", path="/api/agents/{id}", params={"id": agent_id})
        return self._api.call(request, Confirmation, options)

    def upsert(
        self,
        external_id: str,
        *,
        workspace_id: Union[str, NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        description: Union[str, NotGiven] = NOT_GIVEN,
        system_prompt: Union[str, NotGiven] = NOT_GIVEN,
        model: Union[str, NotGiven] = NOT_GIVEN,
        fallback_models: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        temperature: Union[float, NotGiven] = NOT_GIVEN,
        status: Union[AgentStatus, NotGiven] = NOT_GIVEN,
        knowledge_sources: Union[Sequence[str], NotGiven] = NOT_GIVEN,
        answer_mode: Union[AnswerMode, NotGiven] = NOT_GIVEN,
        grounding_judge: Union[GroundingJudge, NotGiven] = NOT_GIVEN,
        rerank: Union[bool, NotGiven] = NOT_GIVEN,
        knowledge_filter: Union[MetadataFilter, None, NotGiven] = NOT_GIVEN,
        tools: Union[Sequence[AgentToolDraft], NotGiven] = NOT_GIVEN,
        handover: Union[AgentHandoverDraft, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Agent:
        """Create or update an agent by your own ID.

        Creates the agent (201), or updates the one of the workspace that has the ID (200): absent fields stay
        unchanged.

        Scope: `agents:write`.

        Args:
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            workspace_id: Identifier of the workspace. By default the only one that the caller reaches; required if
                there are several.
            name: Agent name: 1 to 200 characters after trimming.
            description: Agent description: up to 2,000 characters. Empty unless set.
            system_prompt: System prompt of the agent: up to 100,000 characters. Empty unless set.
            model: Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a
                provider is stored with the only provider that has it. The default model of the instance unless set.
            fallback_models: Models that answer if `model` fails before its first token, in this order; max 3, each
                named as `model`, none twice. Empty unless set.
            temperature: Response temperature from 0 to 1; 0.7 unless set at creation.
            status: `active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no
                message.
            knowledge_sources: Identifiers of the knowledge sources attached to the agent: max 100, all of its
                workspace. Empty unless set.
            answer_mode: `open` (the default): the agent may answer without its knowledge sources. `grounded`: only what
                passages of them support is delivered. Other sentences are removed; if none is left, the reply says that
                it doesn’t know, and the question is kept as unanswered.
            grounding_judge: Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and
                names with the passages. `model`: the agent’s own model judges as well, at the cost of one more call;
                the reply is shown when it has been judged. If the model fails, the rules decide alone.
            rerank: True if the agent’s own model orders what its searches find, at the cost of one more call. False
                unless set.
            knowledge_filter: Its searches find only documents whose metadata, or else that of their source, matches;
                None for all, which is the default. So one source serves agents of several regions.
            tools: Tools that the agent can call: max 50, each once, all of its workspace. Empty unless set.
            handover: When the agent hands a conversation over to people, by rule. Replaces all of them: those that are
                absent are off. All are off unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `if_match` of this call.

        Returns:
            An `Agent`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `validation_failed`, `invalid_json`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `workspace_not_found`.
            ConflictError: `quota_exceeded`.
            PreconditionFailedError: `version_conflict`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="PUT",
            path="/api/agents/by-external-id/{externalId}",
            params={"externalId": external_id},
            query={"workspaceId": workspace_id},
            body={
                "name": name,
                "description": description,
                "systemPrompt": system_prompt,
                "model": model,
                "fallbackModels": fallback_models,
                "temperature": temperature,
                "status": status,
                "knowledgeSources": knowledge_sources,
                "answerMode": answer_mode,
                "groundingJudge": grounding_judge,
                "rerank": rerank,
                "knowledgeFilter": knowledge_filter,
                "tools": renamed(tools, {"requires_approval": "requiresApproval"}),
                "handover": renamed(handover, {"on_failed_reply": "onFailedReply", "on_negative_rating": "onNegativeRating", "on_unanswered": "onUnanswered"}),
                "metadata": metadata,
            },
        )
        return self._api.call(request, Agent, options)

    def duplicate(
        self,
        agent_id: str,
        *,
        name: Union[str, NotGiven] = NOT_GIVEN,
        external_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Agent:
        """Duplicate an agent.

        Copies its settings, metadata and knowledge sources into a new agent of the workspace. Its external ID, channels
        and conversations aren’t copied.

        Scope: `agents:write`.

        Args:
            agent_id: Agent identifier.
            name: Agent name: 1 to 200 characters after trimming.
            external_id: Your own ID: 1 to 200 characters, unique in the workspace.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body`, `idempotency_key` of this call.

        Returns:
            An `Agent`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            ConflictError: `idempotency_in_progress`, `quota_exceeded`, `external_id_conflict`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/duplicate",
            params={"id": agent_id},
            body={"name": name, "externalId": external_id},
            keyed=True,
        )
        return self._api.call(request, Agent, options)

    def dependents(self, agent_id: str, *, options: Optional[RequestOptions] = None) -> AgentDependents:
        """Count the objects that are deleted together with an agent.

        Deletes nothing: it says what a deletion would take with it.

        Scope: `agents:read`.

        Args:
            agent_id: Agent identifier.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            An `AgentDependents`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `uri_too_long` (414), `headers_too_large` (431).
        """
        request = Request(method="GET", path="/api/agents/{id}/dependents", params={"id": agent_id})
        return self._api.call(request, AgentDependents, options)

    def chat(
        self,
        agent_id: str,
        *,
        content: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        conversation_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        form: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        context: Union[PageContext, NotGiven] = NOT_GIVEN,
        settings: Union[TrialSettings, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        client_message_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> Exchange:
        """Send a message to an agent, in a new or an existing conversation.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. A `client_message_id` does so only with a `conversation_id`, because it
        is unique in its conversation: without one, each request creates a conversation, and the status is 201.
        `settings` tries unsaved settings for this reply only.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `content`, `message`,
        `conversation_id`, `form`, `context`, `client_message_id`, `stream`.

        Args:
            agent_id: Agent identifier.
            content: Text of the message: 1 to 100,000 characters, not all of them white space. Required unless
                `message` is given.
            message: The same as `content`, under another name. If both are given, they must be equal.
            conversation_id: Identifier of the conversation to continue; absent to create a conversation.
            user_id: Your ID for the end user: 1 to 200 characters. Only for a new conversation; none unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            playground: True for a trial, as in the playground of the dashboard: the statistics count it apart. False
                unless set; a visitor can’t set it.
            form: Answers to the form of the channel, by the keys of its fields: texts, and True or False for
                checkboxes. Only from a visitor.
            context: The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out
                keep their values. Only from a visitor.
            settings: Unsaved settings to try: they replace the agent’s own for this reply only and are not stored.
                Requires `agents:write` in the agent’s workspace.
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
            NotFoundError: `agent_not_found`, `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `quota_exceeded`, `agent_inactive`,
                `conversation_closed`, `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/chat",
            params={"id": agent_id},
            body={
                "content": content,
                "message": message,
                "conversationId": conversation_id,
                "userId": user_id,
                "metadata": metadata,
                "playground": playground,
                "form": form,
                "context": context,
                "settings": renamed(settings, {"system_prompt": "systemPrompt", "answer_mode": "answerMode"}),
                "responseSchema": response_schema,
                "clientMessageId": client_message_id,
            },
            keyed=True,
            slow=True,
        )
        return self._api.call(request, Exchange, options)

    def stream(
        self,
        agent_id: str,
        *,
        content: Union[str, NotGiven] = NOT_GIVEN,
        message: Union[str, NotGiven] = NOT_GIVEN,
        conversation_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        playground: Union[bool, NotGiven] = NOT_GIVEN,
        form: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        context: Union[PageContext, NotGiven] = NOT_GIVEN,
        settings: Union[TrialSettings, NotGiven] = NOT_GIVEN,
        response_schema: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        client_message_id: Union[str, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> MessageStream:
        """Send a message to an agent, in a new or an existing conversation.

        Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the
        client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An
        `Idempotency-Key` makes a repeat safe. A `client_message_id` does so only with a `conversation_id`, because it
        is unique in its conversation: without one, each request creates a conversation, and the status is 201.
        `settings` tries unsaved settings for this reply only.

        Scope: `conversations:write`. Visitors of channels may call it, too, with `content`, `message`,
        `conversation_id`, `form`, `context`, `client_message_id`, `stream`.

        Args:
            agent_id: Agent identifier.
            content: Text of the message: 1 to 100,000 characters, not all of them white space. Required unless
                `message` is given.
            message: The same as `content`, under another name. If both are given, they must be equal.
            conversation_id: Identifier of the conversation to continue; absent to create a conversation.
            user_id: Your ID for the end user: 1 to 200 characters. Only for a new conversation; none unless set.
            metadata: Your own data: max 50 keys, 16,384 characters as JSON. Empty unless set.
            playground: True for a trial, as in the playground of the dashboard: the statistics count it apart. False
                unless set; a visitor can’t set it.
            form: Answers to the form of the channel, by the keys of its fields: texts, and True or False for
                checkboxes. Only from a visitor.
            context: The page around the chat, as the page tells it: nothing of it is verified. Fields that are left out
                keep their values. Only from a visitor.
            settings: Unsaved settings to try: they replace the agent’s own for this reply only and are not stored.
                Requires `agents:write` in the agent’s workspace.
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
            NotFoundError: `agent_not_found`, `conversation_not_found`, `message_not_found`.
            ConflictError: `channel_inactive`, `idempotency_in_progress`, `quota_exceeded`, `agent_inactive`,
                `conversation_closed`, `conversation_busy`, `undeliverable`.
            UnprocessableEntityError: `idempotency_key_reused`.
            RateLimitError: `channel_limit_reached`, `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `provider_error` (502), `response_schema_mismatch` (502),
                `unavailable` (503), `provider_not_configured` (503), `provider_timeout` (504).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/chat",
            params={"id": agent_id},
            body={
                "content": content,
                "message": message,
                "conversationId": conversation_id,
                "userId": user_id,
                "metadata": metadata,
                "playground": playground,
                "form": form,
                "context": context,
                "settings": renamed(settings, {"system_prompt": "systemPrompt", "answer_mode": "answerMode"}),
                "responseSchema": response_schema,
                "clientMessageId": client_message_id,
                "stream": True,
            },
            keyed=True,
        )
        return self._api.stream(request, options)

    def search(
        self,
        agent_id: str,
        *,
        query: str,
        top_k: Union[int, NotGiven] = NOT_GIVEN,
        mode: Union[KnowledgeQueryMode, NotGiven] = NOT_GIVEN,
        filter: Union[MetadataFilter, NotGiven] = NOT_GIVEN,
        rerank: Union[bool, NotGiven] = NOT_GIVEN,
        options: Optional[RequestOptions] = None,
    ) -> KnowledgeResults:
        """Search the knowledge sources of an agent.

        Shows the passages that the agent would be given for a question, and why: places in the rankings, scores and
        matches. Only sources that are attached to the agent are searched.

        Scope: `agents:read`.

        Args:
            agent_id: Agent identifier.
            query: The question, as a person asks it: 1 to 1,000 characters.
            top_k: Max passages: 1 to 50, 8 unless set.
            mode: `lexical` (words and n-grams of characters) or `hybrid` (vectors as well). Unless set, `hybrid` if the
                instance has an embedding model.
            filter: Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source.
            rerank: True to have the agent’s model put the best passages in order. This costs a call to the model.
            options: `timeout`, `max_retries`, `headers`, `extra_query`, `extra_body` of this call.

        Returns:
            A `KnowledgeResults`.

        Raises:
            BadRequestError: `bad_request`, `unknown_parameter`, `invalid_json`, `validation_failed`.
            AuthenticationError: `missing_api_key`, `invalid_api_key`, `expired_api_key`, `revoked_api_key`,
                `session_ended`, `inactive_api_key`, `invalid_visitor_token`, `expired_visitor_token`.
            PermissionDeniedError: `visitor_not_allowed`, `origin_not_allowed`, `insufficient_scope`,
                `insufficient_role`.
            NotFoundError: `agent_not_found`.
            RateLimitError: `rate_limited`, `too_many_failed_attempts`, `too_many_concurrent`.
            InternalServerError: `internal_error` (500), `unavailable` (503), `query_timeout` (503).
            APIError: `request_timeout` (408), `payload_too_large` (413), `uri_too_long` (414), `unsupported_media_type`
                (415), `headers_too_large` (431).
        """
        request = Request(
            method="POST",
            path="/api/agents/{id}/search",
            params={"id": agent_id},
            body={"query": query, "topK": top_k, "mode": mode, "filter": filter, "rerank": rerank},
            repeats=True,
        )
        return self._api.call(request, KnowledgeResults, options)
