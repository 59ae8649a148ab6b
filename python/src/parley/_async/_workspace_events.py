"""The events of workspaces."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, List, Optional

from .._envelope import invalid_response, unwrap
from .._errors import ParleyError
from .._model import decode
from .._request import NotGiven, Request, RequestOptions, changed, given
from .._retry import Failed, retry_delay
from ..types import EventPage, WorkspaceEvent
from ._clock import AsyncFlow
from ._reading import AsyncReading
from ._transport import AsyncTransport

WAIT = 30
"""The longest wait of one request for an event, in seconds: the most that the service allows."""
TIMEOUT = 60.0
"""Timeout of one request in seconds, longer than its wait."""
LIMIT = 100
"""Max events of one request."""


class AsyncWorkspaceEvents(AsyncReading):
    """
    The events of the log from now on, or after a cursor, for as long as they are read. Once the service has answered,
    retries every failure that a retry can fix, without limit and with back-off. Each loop over it starts again.
    """

    def __init__(self, transport: AsyncTransport, request: Request, options: Optional[RequestOptions]) -> None:
        super().__init__()
        self._transport = transport
        self._request = request
        self._options = given(options)

    def __aiter__(self) -> AsyncFlow[WorkspaceEvent]:
        return self._reads(self._follow())

    async def _follow(self) -> AsyncFlow[WorkspaceEvent]:
        query = {name: value for name, value in self._request.query.items() if not isinstance(value, NotGiven)}
        options = self._options if "timeout" in self._options else changed(self._options, timeout=TIMEOUT)
        if "cursor" in query or "createdAfter" in query:
            page = await self._page(_next(query), options)
        else:
            # Events after the newest one are new. If the log is empty, all that come are.
            page = await self._page({**query, "sort": "-createdAt", "limit": 1}, options)
            newest: List[Dict[str, Any]] = page["items"]
            cursor = {"cursor": newest[0]["_id"]} if newest else {}
            page = await self._insist(_next({**query, **cursor}), options)
        while True:
            for event in decode(EventPage, page).items:
                yield event
            page = await self._insist(_next({**query, "cursor": page["cursor"]}), options)

    async def _insist(self, query: Dict[str, object], options: RequestOptions) -> Dict[str, Any]:
        """Requests a page until it comes, or fails in a way that no retry can fix."""
        failures = 0
        while True:
            try:
                return await self._page(query, changed(options, max_retries=0))
            except ParleyError as error:
                failures += 1
                # Beyond ten, the delay is at its longest.
                delay = retry_delay(Failed(error, min(failures, 10), True, self._transport.runtime.random))
                if delay is None:
                    raise
            await self._transport.runtime.wait(delay)

    async def _page(self, query: Dict[str, object], options: RequestOptions) -> Dict[str, Any]:
        answer = await self._transport.send(replace(self._request, query=query), options)
        self._note(answer)
        page = unwrap(answer)
        items: object = page.get("items")
        if not isinstance(items, list) or not isinstance(page.get("cursor"), str):
            raise invalid_response(answer, "The response is not a page of events.")
        return page


def _next(query: Dict[str, object]) -> Dict[str, object]:
    return {**query, "wait": WAIT, "limit": LIMIT}
