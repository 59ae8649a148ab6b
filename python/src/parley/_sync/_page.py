# Generated from _async/_page.py by `npm run clients`. Do not edit.
"""Pages of lists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, List, Optional, Type, TypeVar

from .._envelope import invalid_response, unwrap
from .._errors import ParleyError
from .._model import Model, decode
from .._request import Request, RequestOptions, changed
from .._response import Response
from ._clock import Flow
from ._transport import Transport

M = TypeVar("M", bound=Model)


@dataclass(frozen=True)
class PageSource(Generic[M]):
    """The request that fetches the pages of one list."""

    transport: Transport
    request: Request
    item: Type[M]
    options: Optional[RequestOptions]

    def get(self, cursor: Optional[str]) -> Page[M]:
        """Requests the page at a cursor; None means the first."""
        request, options = self.request, self.options
        if cursor is not None:
            request = replace(request, query={**request.query, "cursor": cursor})
            if options is not None and "cursor" in options.get("extra_query", {}):
                # It names the first page only.
                others = {name: value for name, value in options["extra_query"].items() if name != "cursor"}
                options = changed(options, extra_query=others)
        answer = self.transport.send(request, options)
        data = unwrap(answer)
        items = data.get("items")
        following = data.get("nextCursor", "")
        # A cursor that leads to itself would loop forever.
        is_valid = following is None or (isinstance(following, str) and following not in ("", cursor))
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items) or not is_valid:
            raise invalid_response(answer, "The response is not a page of a list.")
        total = data.get("total")
        return Page(
            items=[decode(self.item, item) for item in items],
            next_cursor=following,
            total=total if isinstance(total, int) else None,
            response=answer.response,
            source=self,
        )


class Page(Generic[M]):
    """One page of a list. Iterating over it continues through all following pages."""

    items: List[M]
    next_cursor: Optional[str]
    """The cursor of the next page; None on the last one."""
    total: Optional[int]
    """The number of items on all pages; only with `include_total`."""
    response: Response
    """The HTTP response of this page."""

    def __init__(
        self,
        *,
        items: List[M],
        next_cursor: Optional[str],
        total: Optional[int],
        response: Response,
        source: PageSource[M],
    ) -> None:
        self.items = items
        self.next_cursor = next_cursor
        self.total = total
        self.response = response
        self._source = source

    @property
    def _request_id(self) -> Optional[str]:
        """The ID to quote when you ask an operator about this page."""
        return self.response.request_id

    @classmethod
    def first(cls, source: PageSource[M]) -> Page[M]:
        """Requests the first page."""
        return source.get(None)

    def has_next_page(self) -> bool:
        """True if a page follows."""
        return self.next_cursor is not None

    def get_next_page(self) -> Page[M]:
        """Requests the next page; raises a `ParleyError` after the last one."""
        if self.next_cursor is None:
            raise ParleyError("There is no next page; check has_next_page() first.", code="invalid_argument")
        return self._source.get(self.next_cursor)

    def __iter__(self) -> Flow[M]:
        page = self
        while True:
            for item in page.items:
                yield item
            if not page.has_next_page():
                return
            page = page.get_next_page()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.items)} items, next_cursor={self.next_cursor!r}>"
