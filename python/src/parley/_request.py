"""Requests: what a method describes, and what is sent."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass, field, replace
from datetime import date
from inspect import iscoroutine
from typing import Any, Dict, List, Mapping, Optional, Tuple, TypedDict, Union, cast
from urllib.parse import quote, urlencode

import httpx

from ._errors import ParleyError
from ._files import FileInput, OnProgress, encode_form
from ._settings import KeySource, Secret, Settings, Timeout, read_key, read_timeout
from ._times import format_time
from ._version import VERSION


class NotGiven:
    """The type of `NOT_GIVEN`."""

    _only: Optional[NotGiven] = None

    def __new__(cls) -> NotGiven:
        # One instance, also after copying or unpickling, so that `is` works.
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()
"""The default of optional parameters: left out of the request, where None is sent as null."""


class RequestOptions(TypedDict, total=False):
    """Options of one call, the last argument of every method."""

    timeout: Timeout
    """
    Timeout of each attempt in seconds; for a stream, until the response starts. An `httpx.Timeout` has one of its own
    for connecting.
    """
    max_retries: int
    """Maximum retries of a failed request; max 10."""
    idempotency_key: str
    """Replaces the generated key of a POST: the same key and body within 24 hours have one effect and one response."""
    if_match: Optional[str]
    """Only if the resource still has this `etag`; else `PreconditionFailedError`."""
    if_none_match: Optional[str]
    """Only if the resource no longer has this `etag`; else `NotModifiedError`."""
    headers: Mapping[str, str]
    """Added to the request; these override those of the client."""
    extra_headers: Mapping[str, str]
    """The same; these override all others."""
    extra_query: Mapping[str, object]
    """
    Query parameters that the method doesn't have, or other values, under the API's own names. A list repeats its
    parameter, and None leaves one out.
    """
    extra_body: Mapping[str, object]
    """Fields of the body that the method doesn't have, or other values, under the API's own names."""


@dataclass(frozen=True)
class Request:
    """A request before it is addressed: its path has a `{name}` for each of `params`."""

    method: str
    path: str
    # Not printed: links' tokens and passwords are among these.
    params: Mapping[str, Union[int, str]] = field(default_factory=dict, repr=False)
    query: Mapping[str, object] = field(default_factory=dict, repr=False)
    body: Optional[Mapping[str, object]] = field(default=None, repr=False)
    form: Mapping[str, object] = field(default_factory=dict, repr=False)
    """The fields beside the file."""
    file: Optional[Union[FileInput, List[FileInput]]] = field(default=None, repr=False)
    """A file to upload, or several, in a form."""
    on_progress: Optional[OnProgress] = field(default=None, repr=False)
    keyed: bool = False
    """True if an idempotency key is sent, which makes a POST repeatable."""
    repeats: Optional[bool] = None
    """True if a repeat is safe, unless the method tells it."""
    slow: bool = False
    """True if the response waits for a model: the default timeout is then longer."""


@dataclass(frozen=True)
class PreparedRequest:
    """A request as httpx takes it."""

    label: str
    """Method and unfilled path: safe to log, since a filled path can hold a secret."""
    method: str
    url: str = field(repr=False)
    # Prints its Authorization as [secure].
    headers: httpx.Headers = field(repr=False)
    body: Optional[bytes] = field(repr=False)
    repeatable: bool
    """True if sending it twice has the same effect and response as sending it once."""
    timeout: Timeout
    """Timeout of each attempt."""
    on_progress: Optional[OnProgress] = field(default=None, repr=False)
    key: Optional[KeySource] = None
    """Returns the key of each attempt; None if the headers have one, or need none."""

    @property
    def changes(self) -> bool:
        """True if the request is there to change something."""
        return self.method not in ("GET", "HEAD", "OPTIONS")


def prepare(settings: Settings, request: Request, options: RequestOptions) -> PreparedRequest:
    """Builds the URL and headers of a request; raises a `ParleyError` if it can't be sent."""
    request = _extended(request, options)
    form = None if request.file is None else encode_form(_form_fields(request.form), request.file)
    body = form.body if form is not None else None if request.body is None else _encode(request.body)
    headers = _headers(settings, request, options)
    asked = settings.api_key if not isinstance(settings.api_key, Secret) else None
    if form is not None:
        headers["Content-Type"] = form.content_type
        # Of a body in steps, httpx doesn't know the length.
        headers["Content-Length"] = str(len(form.body))
    default = settings.slow_timeout if request.slow else settings.timeout
    return PreparedRequest(
        label=f"{request.method} {request.path}",
        method=request.method,
        url=settings.base_url + _fill_path(request.path, request.params) + _query_string(request.query),
        headers=headers,
        body=body,
        repeatable=_is_repeatable(request, headers),
        timeout=read_timeout(options.get("timeout", default)),
        on_progress=request.on_progress,
        key=None if "Authorization" in headers else asked,
    )


def with_key(headers: httpx.Headers, key: object) -> httpx.Headers:
    """Returns headers with a key that a function returned; raises a `ParleyError` if that is not a key."""
    secret = Secret(key) if isinstance(key, str) else None
    if iscoroutine(key):
        # Else Python warns that it was never awaited.
        key.close()
    # From here on, no traceback shows the key.
    key = None
    if secret is None:
        raise ParleyError(
            "The function of api_key must return a string; only AsyncParley accepts an asynchronous one.",
            code="invalid_api_key",
        )
    complete = httpx.Headers(headers)
    complete["Authorization"] = f"Bearer {read_key(secret).reveal()}"
    return complete


def new_idempotency_key() -> str:
    """A key of 128 random bits."""
    return secrets.token_hex(16)


def invalid_argument(message: str) -> ParleyError:
    """The error of an argument that can't be sent."""
    return ParleyError(message, code="invalid_argument")


def _is_repeatable(request: Request, headers: httpx.Headers) -> bool:
    """
    GET, PUT and DELETE are idempotent (RFC 9110, section 9.2.2), and an idempotency key makes POST so. Not PATCH; and
    not with `If-Match`: repeated after a lost response, it would conflict with itself.
    """
    if request.repeats is not None:
        return request.repeats
    if request.method == "POST":
        return request.keyed and "Idempotency-Key" in headers
    return request.method != "PATCH" and "If-Match" not in headers


def _headers(settings: Settings, request: Request, options: RequestOptions) -> httpx.Headers:
    headers = httpx.Headers()
    _set(headers, "Accept", "application/json")
    _set(headers, "User-Agent", f"parley-sdk-python/{VERSION}")
    if isinstance(settings.api_key, Secret):
        headers["Authorization"] = f"Bearer {settings.api_key.reveal()}"
    for name, value in settings.headers.items():
        _set(headers, name, value)
    if request.body is not None:
        _set(headers, "Content-Type", "application/json")
    key = options.get("idempotency_key")
    _set(headers, "Idempotency-Key", new_idempotency_key() if key is None and request.keyed else key)
    _set(headers, "If-Match", options.get("if_match"))
    _set(headers, "If-None-Match", options.get("if_none_match"))
    for name, value in added_headers(options).items():
        _set(headers, name, value)
    return headers


def added_headers(options: RequestOptions) -> Mapping[str, str]:
    """The headers that a call adds."""
    return {**options.get("headers", {}), **options.get("extra_headers", {})}


def _extended(request: Request, options: RequestOptions) -> Request:
    """Adds the parameters and fields that the method doesn't have."""
    query, body = options.get("extra_query"), options.get("extra_body")
    for name, value in (("extra_query", query), ("extra_body", body)):
        if value is not None and not isinstance(value, Mapping):
            raise invalid_argument(f"{name} must be a mapping.")
    if query:
        request = replace(request, query={**request.query, **query})
    if not body:
        return request
    if request.file is not None:
        return replace(request, form={**request.form, **body})
    if request.method in ("GET", "HEAD"):
        raise invalid_argument(f"{request.method} has no body: extra_body can't be sent.")
    return replace(request, body={**(request.body or {}), **body})


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")


def _set(headers: httpx.Headers, name: object, value: object) -> None:
    """Adds a header, or replaces the one of that name in any case; None leaves it out."""
    if value is None:
        return
    given = value.strip(" \t\r\n") if isinstance(value, str) else None
    if given is None or not isinstance(name, str) or not _NAME.fullmatch(name) or not _VALUE.fullmatch(given):
        # The message of httpx prints the value, which may be a secret.
        raise invalid_argument(
            f"The header {json.dumps(str(name))} or its value has a character that headers can't carry."
        )
    headers.update(httpx.Headers([(name.encode("ascii"), given.encode("latin-1"))]))


def _fill_path(template: str, params: Mapping[str, Union[int, str]]) -> str:
    def fill(found: "re.Match[str]") -> str:
        name = found.group(1)
        given: object = params.get(name)
        # Numbers of objects are taken as they come; a number is no ID.
        value = str(given) if name == "number" and type(given) is int else given
        # An empty or dotted segment would address another route: deleting '' would call the list.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise invalid_argument(f"{name} must be a non-empty string.")
        try:
            return quote(value, safe="!~*'()")
        except UnicodeEncodeError:
            raise invalid_argument(f"{name} contains a lone surrogate.") from None

    return re.sub(r"\{(\w+)\}", fill, template)


def _query_string(query: Mapping[str, object]) -> str:
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, Mapping):
            pairs += [(f"{name}[{key}]", _query_value(name, each)) for key, each in value.items()]
        elif isinstance(value, (list, tuple)):
            pairs += [(name, _query_value(name, each)) for each in value]
        elif not _is_absent(value):
            pairs.append((name, _query_value(name, value)))
    return "?" + urlencode(pairs, errors="replace") if pairs else ""


def _form_fields(fields: Mapping[str, object]) -> Dict[str, str]:
    return {name: _query_value(name, value) for name, value in fields.items() if not _is_absent(value)}


def _is_absent(value: object) -> bool:
    return value is None or isinstance(value, NotGiven)


def _query_value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return _iso(name, value)
    return str(value)


def _iso(name: str, value: date) -> str:
    try:
        return format_time(value)
    except ValueError as error:
        raise invalid_argument(f"{name} {error}.") from None


def _encode(body: Mapping[str, object]) -> bytes:
    plain = _plain("body", body)
    try:
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        try:
            return text.encode("utf-8")
        except UnicodeEncodeError:
            # A lone surrogate, which only an escape can carry.
            return json.dumps(plain, separators=(",", ":"), allow_nan=False).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid_argument(f"The body can't be sent as JSON: {error}.") from None


def _plain(name: str, value: object) -> object:
    """A value with times as text, and without what is not given."""
    # A datetime is a date, too.
    if isinstance(value, date):
        return _iso(name, value)
    if isinstance(value, Mapping):
        fields: Dict[str, object] = {}
        for key, item in value.items():
            if not isinstance(item, NotGiven):
                fields[key] = _plain(str(key), item)
        return fields
    if isinstance(value, (list, tuple)):
        return [_plain(name, item) for item in value]
    return value


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return an object or a list of objects with the names that the API has; other values come back as is."""
    if isinstance(value, (list, tuple)):
        return [renamed(item, names) for item in value]
    if isinstance(value, NotGiven) or not isinstance(value, Mapping):
        return value
    return {names.get(name, name): item for name, item in value.items()}


def given(options: Optional[RequestOptions]) -> RequestOptions:
    """The options of a call; refuses unknown ones, which would have no effect."""
    if options is None:
        return {}
    unknown = sorted(set(options) - _OPTIONS)
    if unknown:
        raise invalid_argument(f"Unknown option {unknown[0]}. Options are {', '.join(sorted(_OPTIONS))}.")
    return options


def changed(options: RequestOptions, **changes: object) -> RequestOptions:
    """Returns the given options with changes; None removes an option."""
    merged: Dict[str, object] = {**options, **changes}
    return cast(RequestOptions, {name: value for name, value in merged.items() if value is not None})


_OPTIONS = frozenset(RequestOptions.__annotations__)
