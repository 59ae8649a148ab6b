"""The snippets of README.md: each runs against a stub of the service, and has the types it should."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict

import pytest

from conftest import Serve
from event_plays import ANSWER, EVENTS, QUESTION, Sent, sends
from kits import KEY
from parley import AuthenticationError, Parley
from plays import Exchange, Play, fail, ok, raw

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
AGENT = {"_id": "agent_1", "name": "Support", "createdAt": "2026-01-01T00:00:00.000Z"}
SOURCE = {"_id": "src_1", "name": "Handbook", "status": "ready"}
CONVERSATION = {"_id": "conv_1", "status": "open", "title": "Hello"}

FOLLOWED = sends(
    Sent("1.0.0", "conversation.updated", {"conversation": CONVERSATION}),
    Sent("1.1.0", "message.created", {"message": QUESTION}),
    Sent("1.1.1", "message.delta", {"message": "msg_a", "text": "Fine."}),
    Sent("1.2.0", "conversation.deleted", {"conversation": "conv_1"}),
)


def happened(url: str) -> Play:
    """Returns the log of the workspaces: nothing yet, then two events; then the key is revoked, which ends following."""
    if "cursor=" in url:
        return fail(401, {"code": "invalid_api_key"})
    actor = {"kind": "user", "id": "user_1", "name": "Ada"}
    common = {"createdAt": AGENT["createdAt"], "actor": actor, "changes": []}
    failed = {"conversation": "conv_1", "message": "msg_a", "agent": "agent_1", "reason": "timeout"}
    updated = {"_id": "evt_1", "type": "agent.updated", "data": {"agent": "agent_1", "fields": ["name"]}}
    items = [{**updated, **common}, {"_id": "evt_2", "type": "message.failed", "data": failed, **common}]
    return ok({"items": [] if "sort=" in url else items, "cursor": "c1", "hasMore": False})


def answer_to(exchange: Exchange) -> Play:
    """Returns the stub's answer."""
    request = exchange.received
    if request.url.startswith("/api/events"):
        return happened(request.url)
    if request.url.endswith("/events"):
        return FOLLOWED
    if request.headers["accept"] == "text/event-stream":
        return sends(*EVENTS)
    if re.search("/(chat|messages|retry)$", request.url):
        return ok({"message": QUESTION, "reply": {**ANSWER, "citations": []}, "conversation": CONVERSATION})
    if request.url.startswith("/api/conversations/export"):
        return raw(200, "_id\n", {"Content-Type": "text/csv"})
    if request.method == "GET" and re.search(r"/api/agents(\?|$)", request.url):
        first = "cursor" not in request.url
        return ok({"items": [AGENT], "nextCursor": "more" if first else None})
    if request.url.startswith("/api/knowledge-sources"):
        return ok(SOURCE)
    if request.url.endswith(("/search", "/verify", "/unanswered-questions")):
        return ok({"items": [], "mode": "lexical", "notes": [], "nextCursor": None})
    if request.url.startswith("/api/conversations"):
        return ok(CONVERSATION)
    return ok(AGENT, {"ETag": '"1"'})


@pytest.mark.parametrize("snippet", SNIPPETS, ids=[str(number) for number in range(len(SNIPPETS))])
def test_every_snippet_runs(serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: Any, snippet: str) -> None:
    server = serve(lambda exchange: answer_to(exchange)(exchange))
    monkeypatch.setenv("PARLEY_API_KEY", KEY)
    monkeypatch.setenv("PARLEY_BASE_URL", server.base_url)
    names: Dict[str, Any] = {"agent_id": "agent_1", "conversation_id": "conv_1"}
    with Parley() as client:
        names["client"] = client
        code = compile(snippet, "README.md", "exec")
        if "client.events.follow" in snippet:
            with pytest.raises(AuthenticationError):
                exec(code, names)
            assert capsys.readouterr().out.splitlines() == ["Ada agent_1 ['name']", "conv_1 timeout"]
        else:
            exec(code, names)
        functions = [one for one in names.values() if inspect.iscoroutinefunction(one)]
        for function in functions:
            asyncio.run(function("agent_1"))
        if names["client"] is not client:
            names["client"].close()
    assert server.received or re.search("with_options|webhooks", snippet)


def test_the_failures_of_the_readme_are_handled(serve: Serve, capsys: Any) -> None:
    (snippet,) = [snippet for snippet in SNIPPETS if "retry_stream" in snippet]
    failed = {"conversation": "conv_1", "message": "msg_q", "reply": "msg_a"}
    error = {"code": "provider_error", "message": "No.", "reason": "context_too_long"}
    end = Sent("msg_a:4", "message.failed", {"message": {**ANSWER, "error": error}, "error": "No.", "code": "x"})
    refused = fail(502, {"code": "provider_error", "failed": failed})
    server = serve(refused, ok({"message": QUESTION, "reply": ANSWER}), sends(end), sends(*EVENTS))
    with Parley(KEY, server.base_url) as client:
        exec(snippet, {"client": client, "agent_id": "agent_1"})
    assert [request.url.rpartition("/")[2] for request in server.received] == ["chat", "retry", "chat", "retry"]
    assert "context_too_long" in capsys.readouterr().out


def test_every_snippet_has_the_types_it_should(tmp_path: Path) -> None:
    assert len(SNIPPETS) > 8
    head = "from parley import Parley\nagent_id = conversation_id = ''\n"
    for number, snippet in enumerate(SNIPPETS):
        own = "" if re.search("^client = |^from parley import AsyncParley", snippet, re.MULTILINE) else "client = Parley()\n"
        (tmp_path / f"snippet_{number}.py").write_text(f"{head}{own}{snippet}", encoding="utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\n")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--cache-dir", os.devnull, "."]
    environment = {**os.environ, "MYPYPATH": str(Path(__file__).parents[1] / "src")}
    found = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert found.stdout.strip().startswith("Success"), found.stdout + found.stderr
