"""The settings: from arguments, from the environment, and what is refused."""

from __future__ import annotations

import copy
import pickle
import socket
import traceback
from typing import Any, Dict

import httpx
import pytest

from conftest import Serve
from kits import KEY, Kit
from parley import AsyncParley, Parley, ParleyError
from parley._settings import Options, Secret, http_arguments, is_loopback, read_settings
from plays import ok

BASE_URL = "https://parley.example.com"


def read(environment: Dict[str, str], **options: Any) -> Any:
    return read_settings(Options(**options), environment)


def test_default_to_the_environment() -> None:
    environment = {"PARLEY_API_KEY": f"{KEY}\n", "PARLEY_BASE_URL": f"{BASE_URL}/", "PARLEY_LOG": "debug"}
    settings = read(environment)
    assert settings.api_key.reveal() == KEY
    assert (settings.base_url, settings.timeout, settings.slow_timeout) == (BASE_URL, 60, 630)
    assert settings.max_retries == 2
    other = read(environment, api_key=Secret("other"), base_url="http://localhost:3000")
    assert (other.api_key.reveal(), other.base_url) == ("other", "http://localhost:3000")


def test_come_from_the_real_environment(kit: Kit, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(ok({"_id": "agent_1"}))
    monkeypatch.setenv("PARLEY_API_KEY", KEY)
    monkeypatch.setenv("PARLEY_BASE_URL", server.base_url)
    kit.run(kit.client(None, api_key=None).agents.retrieve("agent_1"))
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("kind", [Parley, AsyncParley])
def test_say_what_is_missing(kind: Any) -> None:
    with pytest.raises(ParleyError, match="PARLEY_API_KEY") as no_key:
        kind(base_url=BASE_URL)
    assert no_key.value.code == "missing_api_key"
    with pytest.raises(ParleyError, match="PARLEY_BASE_URL") as no_url:
        kind(api_key=KEY)
    assert no_url.value.code == "missing_base_url"
    with pytest.raises(ParleyError) as empty:
        kind(api_key="", base_url=BASE_URL)
    assert empty.value.code == "missing_api_key"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"base_url": "parley.example.com"}, "invalid_base_url"),
        ({"base_url": ""}, "invalid_base_url"),
        ({"base_url": "https://"}, "invalid_base_url"),
        ({"base_url": "https://parley example.com"}, "invalid_base_url"),
        ({"base_url": "https://parley.example.com:99999"}, "invalid_base_url"),
        ({"base_url": "ftp://parley.example.com"}, "invalid_base_url"),
        ({"base_url": "https://me:secret@parley.example.com"}, "invalid_base_url"),
        ({"base_url": f"{BASE_URL}/?a=1"}, "invalid_base_url"),
        ({"base_url": 17}, "invalid_base_url"),
        ({"api_key": "parley_secret\nparley_secret"}, "invalid_api_key"),
        ({"api_key": "parley_secrét"}, "invalid_api_key"),
        ({"session": True}, "invalid_option"),
        ({"timeout": 0}, "invalid_option"),
        ({"timeout": float("nan")}, "invalid_option"),
        ({"timeout": 2**31}, "invalid_option"),
        ({"timeout": "60"}, "invalid_option"),
        ({"timeout": True}, "invalid_option"),
        ({"max_retries": 1.5}, "invalid_option"),
        ({"max_retries": -1}, "invalid_option"),
        ({"max_retries": 11}, "invalid_option"),
        ({"log_level": "loud"}, "invalid_option"),
        ({"http_client": object()}, "invalid_option"),
    ],
)
@pytest.mark.parametrize("kind", [Parley, AsyncParley])
def test_refuse(kind: Any, options: Dict[str, Any], code: str) -> None:
    with pytest.raises(ParleyError) as failure:
        kind(**{"api_key": KEY, "base_url": BASE_URL, **options})
    assert failure.value.code == code
    assert "secr" not in str(failure.value)


def test_refuse_an_unknown_log_level_by_name() -> None:
    with pytest.raises(ParleyError, match="^PARLEY_LOG must be one of debug, info, warn, error, off.$"):
        read({"PARLEY_LOG": "loud"}, api_key=Secret(KEY), base_url=BASE_URL)


@pytest.mark.parametrize("kind", [Parley, AsyncParley])
def test_are_not_printed(kind: Any) -> None:
    client = kind(api_key=KEY, base_url=BASE_URL)
    for one in (client, client._transport, client._transport.settings, client._api, client.agents):
        assert KEY not in repr(one)
    with pytest.raises(ParleyError) as failure:
        kind(api_key=KEY, base_url="nowhere")
    frames = [frame for frame in traceback.extract_tb(failure.value.__traceback__) if "testing" not in frame.filename]
    assert frames
    told = traceback.TracebackException.from_exception(failure.value, capture_locals=True)
    inside = [str(frame.locals) for frame in told.stack if "parley/_" in frame.filename]
    assert inside
    assert KEY not in "".join(inside)


def test_of_a_session_send_no_key(kit: Kit, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_API_KEY", KEY)
    server = serve(ok({}, {"Set-Cookie": "parley_session=abc; Path=/; HttpOnly"}), ok({}))
    client = kit.client(server.base_url, api_key=None, session=True)
    kit.run(client.sessions.create(email="ada@example.com", password="correct horse"))
    kit.run(client.sessions.current())
    first, second = server.received
    assert "authorization" not in first.headers
    assert second.headers["cookie"] == "parley_session=abc"


def test_with_a_key_keep_no_cookie(kit: Kit, serve: Serve) -> None:
    server = serve(ok({}, {"Set-Cookie": "parley_session=abc; Path=/"}))
    client = kit.client(server.base_url)
    kit.run(client.agents.retrieve("agent_1"))
    kit.run(client.agents.retrieve("agent_1"))
    assert ["cookie" in request.headers for request in server.received] == [False, False]


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"])
@pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "socks5://127.0.0.1:9"])
def test_use_no_proxy_for_this_machine(
    kit: Kit, serve: Serve, monkeypatch: pytest.MonkeyPatch, variable: str, proxy: str
) -> None:
    monkeypatch.setenv(variable, proxy)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    server = serve(ok({"_id": "agent_1"}))
    assert kit.run(kit.client(server.base_url, max_retries=0).agents.retrieve("agent_1")).id == "agent_1"


def test_use_the_proxy_of_the_environment_for_others(
    kit: Kit, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(ok({"_id": "agent_1"}))
    monkeypatch.setenv("HTTP_PROXY", server.base_url)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    client = kit.client("http://parley.example.com", max_retries=0)
    assert kit.run(client.agents.retrieve("agent_1")).id == "agent_1"
    assert server.received[0].url == "http://parley.example.com/api/agents/agent_1"


def test_say_that_a_proxy_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "gopher://me:secret@proxy.example.com")
    with pytest.raises(ParleyError, match="HTTPS_PROXY") as failure:
        Parley(KEY, BASE_URL)
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:3000", True),
        ("http://LOCALHOST", True),
        ("http://api.localhost/base", True),
        ("https://127.8.8.8", True),
        ("http://[::1]:3000", True),
        ("https://parley.example.com", False),
        ("https://localhost.example.com", False),
        ("https://10.0.0.1", False),
    ],
)
def test_know_this_machine(url: str, expected: bool) -> None:
    assert is_loopback(url) is expected
    settings = read({}, api_key=Secret(KEY), base_url=url)
    # Both clients can be opened with them, at every version of httpx.
    httpx.Client(**http_arguments(settings)).close()
    assert httpx.AsyncClient(**http_arguments(settings)).trust_env is not expected


def test_options_of_a_copy_share_its_connections(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"_id": "agent_1"}))
    client = kit.client(server.base_url, headers={"X-Team": "shop", "X-Stage": "test"})
    copied = client.with_options(timeout=5, max_retries=0, headers={"X-Stage": "live"})
    kit.run(copied.agents.retrieve("agent_1"))
    kit.shut(copied)
    kit.run(client.agents.retrieve("agent_1"))
    assert [request.headers["x-stage"] for request in server.received] == ["live", "test"]
    assert server.received[0].headers["x-team"] == "shop"
    settings = copied._transport.settings
    assert (settings.timeout, settings.slow_timeout, settings.max_retries) == (5, 5, 0)
    with pytest.raises(ParleyError):
        client.with_options(timeout=-1)


def test_a_closed_client_says_so(kit: Kit, serve: Serve) -> None:
    server = serve(ok({"_id": "agent_1"}))
    client = kit.client(server.base_url)
    kit.run(client.agents.retrieve("agent_1"))
    kit.shut(client)
    error = kit.failure(lambda: client.agents.retrieve("agent_1"))
    assert (type(error), error.code) == (ParleyError, "client_closed")


def test_a_given_http_client_is_used_and_not_closed(serve: Serve) -> None:
    server = serve(ok({"_id": "agent_1"}))
    with httpx.Client(headers={"X-Team": "shop"}) as http:
        with Parley(KEY, server.base_url, http_client=http) as client:
            client.agents.retrieve("agent_1")
        assert not http.is_closed
    assert server.received[0].headers["x-team"] == "shop"
    assert server.received[0].headers["authorization"] == f"Bearer {KEY}"


def test_the_password_file_is_not_read(kit: Kit, serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    server = serve(ok({}))
    kit.run(kit.client(server.base_url, api_key=None, session=True).setup.retrieve())
    assert "authorization" not in server.received[0].headers


def test_a_secret_is_printed_nowhere() -> None:
    secret = Secret(KEY)
    assert KEY not in f"{secret} {secret!r} {[secret]} {Options(api_key=secret)}"
    for again in (copy.copy(secret), pickle.loads(pickle.dumps(secret))):
        assert again.reveal() == KEY


def test_a_host_that_does_not_exist_is_named_by_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with Parley(KEY, "http://parley.invalid", max_retries=0) as client:
        with pytest.raises(ParleyError, match="EAI_NONAME"):
            client.agents.retrieve("agent_1")
