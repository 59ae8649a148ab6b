"""The settings of a client: validated, and completed from the environment."""

from __future__ import annotations

import http.cookiejar
import ipaddress
import logging
import math
import os
import re
import ssl
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, Union, cast
from urllib.parse import urlsplit

import httpx

from ._errors import ParleyError
from ._log import Log, open_logger, read_log_level

DEFAULT_TIMEOUT = 60.0
"""Timeout of one attempt, from sending to the last byte of the response, in seconds."""
SLOW_TIMEOUT = 630.0
"""The same if the response waits for a model, which has 10 minutes, plus some time for the service."""
MAX_TIMEOUT = 2_147_483
"""Max timeout in seconds, as in `@parley/sdk`: a signed 32-bit number of milliseconds."""
DEFAULT_RETRIES = 2
"""Maximum retries of a failed request."""
MAX_RETRIES = 10


class Secret:
    """A text that is not printed: not by repr, and not in the variables of a traceback."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text."""
        return self._text

    def __repr__(self) -> str:
        return "[secret]"


KeySource = Callable[[], Union[str, Awaitable[str]]]
"""Returns the key of the next attempt; only an asynchronous client awaits it."""

ApiKey = Union[str, Callable[[], str]]
"""A key, or a function that returns the key of each attempt."""

AsyncApiKey = Union[str, KeySource]
"""The same for an asynchronous client: the function may be asynchronous, too."""

Timeout = Union[float, httpx.Timeout]
"""
A timeout in seconds. An `httpx.Timeout` limits connecting, sending, reading and waiting for a free connection, each on
its own, and the attempt as a whole takes at most as long as the longest of them.
"""


@dataclass(frozen=True)
class Options:
    """Options that the caller of a client's constructor set; None for all others."""

    api_key: Union[Secret, KeySource, None] = None
    base_url: Optional[str] = None
    session: bool = False
    timeout: Optional[Timeout] = None
    max_retries: Optional[int] = None
    # Not printed: it can hold credentials for a proxy.
    headers: Optional[Mapping[str, str]] = field(default=None, repr=False)
    logger: Optional[logging.Logger] = None
    log_level: Optional[str] = None


@dataclass(frozen=True)
class Settings:
    """The options, validated and completed."""

    base_url: str
    """Without a trailing slash."""
    api_key: Union[Secret, KeySource, None]
    """None if a session authenticates."""
    timeout: Timeout
    slow_timeout: Timeout
    """The timeout of requests that wait for a model."""
    max_retries: int
    headers: Mapping[str, str] = field(repr=False)
    log: Log = field(repr=False)


def read_settings(options: Options, environment: Mapping[str, str] = os.environ) -> Settings:
    """Completes the options from the environment; raises a `ParleyError` that says what to set."""
    level: Optional[int] = None
    if options.log_level is not None:
        level = read_log_level(options.log_level, "log_level")
    elif environment.get("PARLEY_LOG"):
        level = read_log_level(environment["PARLEY_LOG"], "PARLEY_LOG")
    return Settings(
        base_url=_read_base_url(options, environment),
        api_key=_read_api_key(options, environment),
        timeout=read_timeout(DEFAULT_TIMEOUT if options.timeout is None else options.timeout),
        slow_timeout=read_timeout(SLOW_TIMEOUT if options.timeout is None else options.timeout),
        max_retries=read_max_retries(DEFAULT_RETRIES if options.max_retries is None else options.max_retries),
        headers=dict(options.headers or {}),
        log=open_logger(options.logger, level),
    )


def read_timeout(timeout: Timeout) -> Timeout:
    """Returns a valid timeout; raises a `ParleyError` on anything else."""
    if isinstance(timeout, httpx.Timeout):
        if all(value is None or _is_timeout(value) for value in timeout.as_dict().values()):
            return timeout
    elif _is_timeout(timeout):
        return float(timeout)
    raise ParleyError(
        f"timeout must be a number of seconds above 0, max {MAX_TIMEOUT}, or an httpx.Timeout of such numbers.",
        code="invalid_option",
    )


def _is_timeout(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and math.isfinite(cast(float, value)) and 0 < cast(float, value) <= MAX_TIMEOUT


def whole_timeout(timeout: Timeout) -> float:
    """The timeout of a whole attempt in seconds; the maximum if one of its phases has no limit."""
    if not isinstance(timeout, httpx.Timeout):
        return timeout
    phases = timeout.as_dict().values()
    return max(float(MAX_TIMEOUT) if phase is None else phase for phase in phases)


def hide(api_key: Optional[AsyncApiKey]) -> Union[Secret, KeySource, None]:
    """Wraps a key, so that no traceback shows it; a function stays as it is."""
    return api_key if api_key is None or callable(api_key) else Secret(api_key)


def read_max_retries(retries: int) -> int:
    """Returns a number of retries within the limit; raises a `ParleyError` on any other number."""
    if isinstance(retries, int) and not isinstance(retries, bool) and 0 <= retries <= MAX_RETRIES:
        return retries
    raise ParleyError(f"max_retries must be a whole number from 0 to {MAX_RETRIES}.", code="invalid_option")


def _read_base_url(options: Options, environment: Mapping[str, str]) -> str:
    given: object = options.base_url
    if given is None:
        given = environment.get("PARLEY_BASE_URL") or None
    if given is None:
        raise ParleyError(
            "base_url is missing. Pass base_url, such as https://parley.example.com, or set PARLEY_BASE_URL.",
            code="missing_base_url",
        )
    url = given.strip() if isinstance(given, str) else ""
    if not _is_absolute(url):
        raise ParleyError(
            "base_url must be an absolute URL, such as https://parley.example.com.", code="invalid_base_url"
        )
    parts = urlsplit(url)
    if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or re.search(r"[?#]", url):
        raise ParleyError(
            "base_url must be an http or https URL without user name, password, query or fragment.",
            code="invalid_base_url",
        )
    return url.rstrip("/")


def _is_absolute(url: str) -> bool:
    if re.search(r"[\s\x00-\x1f\x7f\\]", url):
        return False
    try:
        # Also refuses a port or a host that can't be one.
        return bool(urlsplit(url).hostname) and urlsplit(url).port != 0 and httpx.URL(url).is_absolute_url
    except (ValueError, httpx.InvalidURL):
        return False


def _read_api_key(options: Options, environment: Mapping[str, str]) -> Union[Secret, KeySource, None]:
    if options.session:
        if options.api_key is None:
            return None
        raise ParleyError("Pass either api_key or session, not both.", code="invalid_option")
    if options.api_key is None:
        return read_key(Secret(environment.get("PARLEY_API_KEY", "")))
    return read_key(options.api_key) if isinstance(options.api_key, Secret) else options.api_key


def read_key(given: Secret) -> Secret:
    """Returns a key without surrounding spaces; raises a `ParleyError` if it is empty or no key at all."""
    if not isinstance(given.reveal(), str):
        raise ParleyError("api_key must be a string, or a function that returns one.", code="invalid_api_key")
    key = Secret(given.reveal().strip())
    if key.reveal() == "":
        raise ParleyError(
            "api_key is missing. Pass api_key, or set PARLEY_API_KEY. Create keys in the dashboard under Settings, "
            "API Keys.",
            code="missing_api_key",
        )
    # httpx would refuse it too, and print it in its message.
    if not re.fullmatch(r"[\x21-\x7e]+", key.reveal()):
        raise ParleyError(
            "api_key contains an invalid character: keys are printable ASCII without spaces.", code="invalid_api_key"
        )
    return key


class _NoCookies(http.cookiejar.DefaultCookiePolicy):
    """Keeps and sends no cookie: the key alone authenticates."""

    def set_ok(self, cookie: object, request: object) -> bool:
        return False

    def return_ok(self, cookie: object, request: object) -> bool:
        return False


def http_arguments(settings: Settings) -> Dict[str, Any]:
    """
    The arguments of the httpx client that a Parley client opens for itself. It uses the proxies and certificates of the
    environment, as httpx does by default, except that no proxy is used for a service on the same machine.
    """
    arguments: Dict[str, Any] = {
        # Each request has its own.
        "timeout": None,
        # A redirected POST would become a GET. The API has no redirects, so one means a wrong base_url.
        "follow_redirects": False,
        # Streams keep their connections for minutes.
        "limits": httpx.Limits(max_connections=None, max_keepalive_connections=20),
        "verify": _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")),
    }
    if settings.api_key is not None:
        arguments["cookies"] = http.cookiejar.CookieJar(_NoCookies())
    if is_loopback(settings.base_url):
        arguments["trust_env"] = False
    return arguments


@lru_cache(maxsize=1)
def _certificates(file: Optional[str], folder: Optional[str]) -> ssl.SSLContext:
    """
    The certificates that servers are trusted by. Reading them takes tens of milliseconds, so the clients of a process
    share them; a process that names others in its environment (the arguments) reads those.
    """
    return httpx.create_ssl_context()


def is_loopback(base_url: str) -> bool:
    """True if a URL names this machine: `localhost`, 127.0.0.0/8 or ::1."""
    host = (urlsplit(base_url).hostname or "").rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def change_settings(settings: Settings, options: Options) -> Settings:
    """The settings with some others."""
    if options.api_key is not None and settings.api_key is None:
        raise ParleyError(
            "The client has a session. Create another client for api_key: this one would send its cookie, too.",
            code="invalid_option",
        )
    timeout = None if options.timeout is None else read_timeout(options.timeout)
    level = None if options.log_level is None else read_log_level(options.log_level, "log_level")
    return replace(
        settings,
        api_key=settings.api_key if options.api_key is None else _read_api_key(options, {}),
        base_url=settings.base_url if options.base_url is None else _read_base_url(options, {}),
        timeout=settings.timeout if timeout is None else timeout,
        slow_timeout=settings.slow_timeout if timeout is None else timeout,
        max_retries=settings.max_retries if options.max_retries is None else read_max_retries(options.max_retries),
        headers={**settings.headers, **(options.headers or {})},
        log=settings.log.changed(options.logger, level),
    )
