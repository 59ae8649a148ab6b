"""Lists, page by page and as a whole."""

from __future__ import annotations

from typing import Any, List

import httpx
import pytest

from conftest import Serve
from kits import Kit
from parley import InvalidResponseError, NotFoundError, ParleyError
from plays import Exchange, Play, fail, ok


def numbers(count: int) -> Play:
    """Two items per page, numbered from 1; the cursor is the number of the page's first item."""

    def play(exchange: Exchange) -> None:
        query = httpx.URL(exchange.received.url).params
        first = int(query.get("cursor", "1"))
        page: Any = {"items": [{"_id": f"agent_{n}"} for n in (first, first + 1) if n <= count]}
        page["nextCursor"] = str(first + 2) if first + 2 <= count else None
        if query.get("includeTotal") == "true":
            page["total"] = count
        ok(page)(exchange)

    return play


def ids(items: List[Any]) -> List[str]:
    return [item.id for item in items]


def test_a_list_returns_one_page(kit: Kit, serve: Serve) -> None:
    server = serve(numbers(5))
    page = kit.run(kit.client(server.base_url).agents.list(limit=2, q="a&b"))
    assert ids(page.items) == ["agent_1", "agent_2"]
    assert (page.next_cursor, page.total, page.has_next_page()) == ("3", None, True)
    assert [request.url for request in server.received] == ["/api/agents?limit=2&q=a%26b"]
    assert (page.response.status, page.response.attempts) == (200, 1)
    assert "2 items" in repr(page)


def test_the_query_is_kept_from_page_to_page(kit: Kit, serve: Serve) -> None:
    server = serve(numbers(3))
    page = kit.run(kit.client(server.base_url).agents.list(limit=2, include_total=True))
    assert page.total == 3
    last = kit.run(page.get_next_page())
    assert ids(last.items) == ["agent_3"]
    assert not last.has_next_page()
    assert isinstance(kit.failure(last.get_next_page), ParleyError)
    query = httpx.URL(server.received[1].url).params
    assert dict(query) == {"limit": "2", "includeTotal": "true", "cursor": "3"}


def test_iteration_goes_over_all_pages_from_the_list_or_from_a_page(kit: Kit, serve: Serve) -> None:
    server = serve(numbers(5))
    client = kit.client(server.base_url)
    assert ids(kit.items(client.agents.list())) == [f"agent_{n}" for n in range(1, 6)]
    second = kit.run(kit.run(client.agents.list()).get_next_page())
    assert ids(kit.items(second)) == ["agent_3", "agent_4", "agent_5"]


def test_no_page_is_fetched_that_was_not_requested(kit: Kit, serve: Serve) -> None:
    server = serve(numbers(100))
    client = kit.client(server.base_url)
    assert ids(kit.items(client.agents.list(), 2)) == ["agent_1", "agent_2"]
    assert len(server.received) == 1
    assert len(kit.items(client.agents.list(), 3)) == 3
    assert len(server.received) == 3


def test_an_asynchronous_list_sends_one_request_however_often_it_is_used(serve: Serve) -> None:
    from kits import AsyncKit

    kit = AsyncKit()
    server = serve(numbers(2))
    promise = kit.client(server.base_url).agents.list()
    assert server.received == []
    assert kit.run(promise) is kit.run(promise)
    assert len(kit.items(promise)) == 2
    assert len(server.received) == 1
    kit.close()


def test_an_empty_page_can_be_followed_by_another(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [], "nextCursor": "more"}), ok({"items": [{"_id": "agent_1"}], "nextCursor": None}))
    assert ids(kit.items(kit.client(server.base_url).agents.list())) == ["agent_1"]


def test_an_iteration_ends_with_the_failure_of_a_page(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [{"_id": "agent_1"}], "nextCursor": "gone"}), fail(404, {}))
    seen: List[Any] = []
    error = kit.failure(lambda: kit.into(seen, kit.client(server.base_url).agents.list()))
    assert type(error) is NotFoundError
    assert ids(seen) == ["agent_1"]


@pytest.mark.parametrize(
    "data",
    [
        {"nextCursor": None},
        {"items": []},
        {"items": "x", "nextCursor": None},
        {"items": [1], "nextCursor": None},
        {"items": [], "nextCursor": 1},
        {"items": [], "nextCursor": ""},
    ],
)
def test_what_is_no_page_is_refused(kit: Kit, serve: Serve, data: Any) -> None:
    server = serve(ok(data))
    error = kit.failure(lambda: kit.client(server.base_url).agents.list())
    assert (type(error), error.code) == (InvalidResponseError, "invalid_response")


def test_a_cursor_that_leads_to_itself_is_refused(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"items": [{"_id": "agent_1"}], "nextCursor": "same"}))
    error = kit.failure(lambda: kit.items(kit.client(server.base_url).agents.list()))
    assert type(error) is InvalidResponseError
    assert len(server.received) == 2
