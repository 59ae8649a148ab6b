"""Replies whose tool calls the caller's own functions answer."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from .._errors import APIError
from .._request import NOT_GIVEN, NotGiven, Request, RequestOptions, changed, given
from .._tools import MAX_RESULTS, ToolRun, ToolsRun, answered, open_approvals, open_calls, to_text, to_wire, tool_name
from ..types import ApprovalRequestedPart, Message, MessageEvent, ToolCallPart
from ._api import AsyncApi
from ._clock import call_function, check_function, tell, together

Function = Callable[..., Any]
OnEvent = Callable[[MessageEvent], object]
OnApproval = Callable[[ApprovalRequestedPart], object]


class _Run:
    """A message whose reply may call functions."""

    def __init__(
        self,
        api: AsyncApi,
        tools: Sequence[Function],
        *,
        on_event: Optional[OnEvent],
        on_approval: Optional[OnApproval],
        options: Optional[RequestOptions],
    ) -> None:
        for function in tools:
            check_function(function)
        self._api = api
        self._tools = {tool_name(function): function for function in tools}
        self._on_event = on_event
        self._on_approval = on_approval
        self._options = options
        # These belong to the first request alone.
        self._later = changed(
            given(options), idempotency_key=None, if_match=None, if_none_match=None, extra_query=None, extra_body=None
        )

    async def start(self, request: Request) -> ToolsRun:
        """Sends the message, and answers calls until the reply ends or waits for approval only."""
        calls: List[ToolRun] = []
        told: List[str] = []
        reply = await self._api.stream(request, self._options)._final(self._on_event)
        while reply is not None and reply.status == "requires_action":
            waiting = open_calls(reply, calls)
            if waiting:
                done = await together([partial(self._execute, call) for call in waiting])
                calls.extend(done)
                reply = await self._send(reply, done, MAX_RESULTS)
                continue
            if self._on_approval is None:
                break
            for approval in open_approvals(reply):
                if approval.call_id not in told:
                    told.append(approval.call_id)
                    await tell(self._on_approval, approval)
            reply = await self._decided(reply)
        return ToolsRun(reply, calls)

    async def _execute(self, call: ToolCallPart) -> ToolRun:
        """Calls a function; whatever goes wrong is a result that says so."""
        function = self._tools.get(call.name)
        if function is None:
            return answered(call, f"This client has no function {call.name}.", True)
        try:
            return answered(call, to_text(await call_function(function, call.arguments)), False)
        except Exception as error:
            return answered(call, str(error) or type(error).__name__, True)

    async def _send(self, reply: Message, done: Sequence[ToolRun], size: int) -> Message:
        """Sends results, and returns the reply when it has ended or waits again."""
        latest = reply
        for start in range(0, len(done), size):
            latest = await self._send_some(reply, done[start : start + size])
        return latest

    async def _send_some(self, reply: Message, done: Sequence[ToolRun]) -> Message:
        request = Request(
            method="POST",
            path="/api/messages/{id}/tool-results",
            params={"id": reply.id},
            body={"results": to_wire(done), "stream": True},
            keyed=True,
        )
        try:
            latest = await self._api.stream(request, self._later)._final(self._on_event)
            return await self._current(reply) if latest is None else latest
        except APIError as error:
            if error.code != "tool_call_decided":
                raise
        # An attempt whose answer was lost has sent them, or one of them came too late for all.
        return await self._current(reply) if len(done) == 1 else await self._send(reply, done, 1)

    async def _current(self, reply: Message) -> Message:
        """The reply as it is now; once it has ended or waits, if it is being written."""
        now = await self._retrieve(reply.id)
        if now.status not in ("streaming", "failed"):
            return now
        request = Request(method="GET", path="/api/conversations/{id}/stream", params={"id": reply.conversation})
        # The stream also raises the failure. If the reply ended before, it may be that of a later one.
        end = await self._api.stream(request, self._later)._final(self._on_event)
        return end if end is not None and end.id == reply.id else await self._retrieve(reply.id)

    async def _retrieve(self, message_id: str) -> Message:
        request = Request(method="GET", path="/api/messages/{id}", params={"id": message_id})
        return await self._api.call(request, Message, self._later)

    async def _decided(self, reply: Message) -> Message:
        """Waits until a decision lets a reply go on, and returns it when it has ended or waits again."""
        request = Request(method="GET", path="/api/conversations/{id}/events", params={"id": reply.conversation})
        events = self._api.follow(request, self._later, None).__aiter__()
        try:
            # The first event comes at once, so no decision before it is missed.
            async for event in events:
                message = getattr(event, "message", None)
                is_ours = isinstance(message, Message) and message.id == reply.id
                if event.type != "conversation.updated" and not is_ours:
                    continue
                now = await self._current(reply)
                if now.status != "requires_action" or len(now.parts) > len(reply.parts):
                    return now
        finally:
            await events.aclose()
        return await self._current(reply)


class AsyncAgentToolRuns:
    """Additions to the operations of `client.agents`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def run_tools(
        self,
        agent_id: str,
        *,
        content: str,
        tools: Sequence[Function],
        conversation_id: Union[str, NotGiven] = NOT_GIVEN,
        user_id: Union[str, NotGiven] = NOT_GIVEN,
        metadata: Union[Dict[str, Any], NotGiven] = NOT_GIVEN,
        on_event: Optional[OnEvent] = None,
        on_approval: Optional[OnApproval] = None,
        options: Optional[RequestOptions] = None,
    ) -> ToolsRun:
        """
        Sends a message, and calls your functions for the client tools that the reply calls, until the reply has ended
        or waits for approval. Each call runs once, those of one step at the same time.

            run = await client.agents.run_tools(agent.id, content="Where is order 7?", tools=[find_order])

        Args:
            agent_id: Agent identifier.
            content: Text of the message.
            tools: Your functions, by whose names the model calls them. They return a text, or what can be JSON: up to
                32,000 characters. If one raises, the model reads the message of the error.
            conversation_id: Identifier of the conversation to continue; absent to create a conversation.
            user_id: Your ID for the end user. Only for a new conversation; none unless set.
            metadata: Your own data. Empty unless set.
            on_event: Called with each event of the reply, over all requests.
            on_approval: Called once for each call that waits for approval; then the run waits for the decision, which
                this function can make by `client.tool_calls.approve(request.tool_call)`. Without it, the run returns
                the waiting reply.
            options: Options of each request.

        Returns:
            The reply, and the calls that your functions answered.

        Raises:
            MessageFailedError: The reply failed.
        """
        body = {
            "content": content,
            "conversationId": conversation_id,
            "userId": user_id,
            "metadata": metadata,
            "stream": True,
        }
        request = Request("POST", "/api/agents/{id}/chat", params={"id": agent_id}, body=body, keyed=True)
        run = _Run(self._api, tools, on_event=on_event, on_approval=on_approval, options=options)
        return await run.start(request)


class AsyncMessageToolRuns:
    """Additions to the operations of `client.messages`."""

    def __init__(self, api: AsyncApi) -> None:
        self._api = api

    async def run_tools(
        self,
        conversation_id: str,
        *,
        content: str,
        tools: Sequence[Function],
        on_event: Optional[OnEvent] = None,
        on_approval: Optional[OnApproval] = None,
        options: Optional[RequestOptions] = None,
    ) -> ToolsRun:
        """
        Sends a message to a conversation, and calls your functions as `client.agents.run_tools` does.

        Args:
            conversation_id: Conversation identifier.
            content: Text of the message.
            tools: Your functions, by whose names the model calls them.
            on_event: Called with each event of the reply, over all requests.
            on_approval: Called once for each call that waits for approval; then the run waits for the decision.
            options: Options of each request.

        Returns:
            The reply, and the calls that your functions answered.

        Raises:
            MessageFailedError: The reply failed.
        """
        body = {"content": content, "stream": True}
        path = "/api/conversations/{id}/messages"
        request = Request("POST", path, params={"id": conversation_id}, body=body, keyed=True)
        run = _Run(self._api, tools, on_event=on_event, on_approval=on_approval, options=options)
        return await run.start(request)
