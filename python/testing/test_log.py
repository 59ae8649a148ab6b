"""Log lines, and what they don't say."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from typing import Any, Dict, List

import pytest

from conftest import Serve
from kits import KEY, Kit
from plays import fail, ok

SECRETS = {
    "prompt": "prompt-text",
    "id": "agent_id",
    "query": "query-text",
    "header": "header-text",
    "reply": "reply-text",
}


class Lines(logging.Handler):
    """Keeps every record."""

    def __init__(self) -> None:
        super().__init__()
        self.records: List[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def lines_at(kit: Kit, serve: Serve, **options: Any) -> List[logging.LogRecord]:
    """Makes a failing and some succeeding calls; returns the logged lines."""
    lines = Lines()
    logger = logging.Logger("test")
    logger.addHandler(lines)
    deprecation = {"Deprecation": "@1767225600", "Sunset": "Fri, 01 Jan 2027"}
    server = serve(
        fail(503, {"error": SECRETS["reply"], "code": "unavailable"}, {"X-Request-Id": "req_1"}),
        ok({"_id": SECRETS["reply"], "items": [], "nextCursor": None}, deprecation),
    )
    client = kit.patient(server.base_url, logger=logger, **options)
    update = {"system_prompt": SECRETS["prompt"]}
    kit.run(client.agents.update(SECRETS["id"], **update, options={"headers": {"X-Secret": SECRETS["header"]}}))
    kit.run(client.agents.update(SECRETS["id"], **update))
    kit.run(client.agents.list(q=SECRETS["query"]))
    return lines.records


def fields_of(record: logging.LogRecord) -> Dict[str, Any]:
    fields: Dict[str, Any] = vars(record)["parley"]
    return fields


def test_debug_has_attempts_retries_and_one_deprecation_notice_per_operation(kit: Kit, serve: Serve) -> None:
    records = lines_at(kit, serve, log_level="debug")
    assert [f"{record.levelname} {record.getMessage().split(' (')[0]}" for record in records] == [
        "DEBUG PUT /api/agents/{id} returned 503",
        "INFO PUT /api/agents/{id} failed and is retried",
        "DEBUG PUT /api/agents/{id} returned 200",
        "WARNING PUT /api/agents/{id} is deprecated",
        "DEBUG PUT /api/agents/{id} returned 200",
        "DEBUG GET /api/agents returned 200",
        "WARNING GET /api/agents is deprecated",
    ]
    first = fields_of(records[0])
    assert isinstance(first.pop("milliseconds"), int)
    assert first == {"attempt": 1, "request_id": "req_1"}
    assert fields_of(records[1]) == {"attempt": 1, "error": "InternalServerError", "delay": 0.438}
    assert fields_of(records[3]) == {"sunset": "Fri, 01 Jan 2027"}
    assert records[3].getMessage() == "PUT /api/agents/{id} is deprecated (sunset=Fri, 01 Jan 2027)"


@pytest.mark.parametrize(("level", "count"), [("info", 3), ("warn", 2), ("error", 0), ("off", 0)])
def test_a_level_drops_the_lines_below_it(kit: Kit, serve: Serve, level: str, count: int) -> None:
    assert len(lines_at(kit, serve, log_level=level)) == count


def test_without_a_level_the_loggers_own_decides(kit: Kit, serve: Serve) -> None:
    assert len(lines_at(kit, serve)) == 7


def test_no_line_contains_a_key_header_body_query_or_id(kit: Kit, serve: Serve, caplog: Any) -> None:
    caplog.set_level(logging.DEBUG)
    records = lines_at(kit, serve, log_level="debug")
    own = "".join(f"{record.getMessage()} {fields_of(record)}" for record in records)
    for secret in [KEY, "Bearer", *SECRETS.values()]:
        assert secret not in own
    # The lines of httpx have filled paths, but neither keys nor bodies.
    assert KEY not in caplog.text
    assert SECRETS["prompt"] not in caplog.text


def test_the_variable_is_enough_to_see_lines(serve: Serve) -> None:
    server = serve(ok({"_id": "agent_1"}))
    program = "import parley; parley.Parley().agents.retrieve('agent_1')"
    environment = {**os.environ, "PARLEY_API_KEY": KEY, "PARLEY_BASE_URL": server.base_url}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)

    def run(**more: str) -> str:
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env={**environment, **more}, check=True, capture_output=True, text=True).stderr

    assert "DEBUG parley: GET /api/agents/{id} returned 200 (attempt=1" in run(PARLEY_LOG="debug")
    assert run() == ""
