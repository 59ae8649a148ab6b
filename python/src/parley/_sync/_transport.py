# Generated from _async/_transport.py by `npm run clients`. Do not edit.
"""Sends requests, each as often as it helps."""

from __future__ import annotations

import time
from typing import Optional, Union

import httpx

from .._attempts import Attempts, Notices
from .._deadline import Deadline
from .._envelope import Answer, Head, to_failure
from .._errors import APIConnectionError, ParleyError
from .._faults import closed_error, interrupted_error, quiet, silent_error
from .._files import OnProgress, steps
from .._request import PreparedRequest, Request, RequestOptions, given, prepare, with_key
from .._retry import Retries
from .._settings import KeySource, Settings, read_max_retries, whole_timeout
from .._streams._sse import TextDecoder
from ._clock import Runtime, shielded


class OpenAnswer:
    """A response whose body is still to come, as pieces of text. The caller that opened it must close it."""

    def __init__(self, head: Head, response: httpx.Response, *, label: str, idle: float) -> None:
        self.head = head
        self._response = response
        self._chunks = response.iter_bytes()
        self._decoder = TextDecoder()
        self._label = label
        self._idle = idle
        self._begun = False

    def __iter__(self) -> OpenAnswer:
        return self

    def __next__(self) -> str:
        """The next piece; raises an `APIConnectionError` if the connection breaks or brings nothing for too long."""
        return self._decoder.decode(self._next_chunk())

    def whole(self) -> bytes:
        """The bytes of the whole body; raises like the iteration."""
        body = bytearray()
        while True:
            try:
                body += self._next_chunk()
            except StopIteration:
                return bytes(body)

    def _next_chunk(self) -> bytes:
        failure: APIConnectionError
        try:
            chunk = self._chunks.__next__()
            self._begun = True
            return chunk
        except httpx.TimeoutException as error:
            cause, failure = quiet(error), silent_error(self._label, self._idle, self._begun)
        except (httpx.RequestError, httpx.StreamError, OSError) as error:
            cause, failure = quiet(error), interrupted_error(self._label, error)
        failure.attempts = self.head.attempts
        raise failure from cause

    def close(self) -> None:
        """Closes the connection, unless the body was read to its end."""
        with shielded():
            self._response.close()


class Transport:
    """Sends every request of a client; safe to share."""

    def __init__(self, settings: Settings, http: httpx.Client, runtime: Optional[Runtime] = None) -> None:
        self.settings = settings
        self.http = http
        self.runtime = Runtime() if runtime is None else runtime
        self._notices = Notices(settings.log)

    @property
    def max_retries(self) -> int:
        """Maximum retries of a failed request."""
        return self.settings.max_retries

    def send(self, request: Request, options: Optional[RequestOptions] = None) -> Answer:
        """
        Sends a request and retries if that helps; returns a success or a 304, and raises everything else as a
        `ParleyError`.
        """
        attempts = self._attempts(request, given(options), waits=True)
        while True:
            try:
                return self._send_once(attempts)
            except ParleyError as error:
                delay = attempts.delay_after(error)
                if delay is None:
                    raise
            self.runtime.wait(delay)

    def open(self, request: Request, options: Optional[RequestOptions] = None) -> OpenAnswer:
        """The same for a streamed response; retries only until the response starts."""
        # A stream that is already running is resumed instead of waited for.
        attempts = self._attempts(request, given(options), waits=False)
        while True:
            try:
                return self._open_once(attempts)
            except ParleyError as error:
                delay = attempts.delay_after(error)
                if delay is None:
                    raise
            self.runtime.wait(delay)

    def _attempts(self, request: Request, options: RequestOptions, *, waits: bool) -> Attempts:
        max_retries = read_max_retries(options.get("max_retries", self.max_retries))
        prepared = prepare(self.settings, request, options)
        retries = Retries(max_retries, whole_timeout(prepared.timeout) if waits else 0)
        return Attempts(prepared, retries, notices=self._notices, random=self.runtime.random)

    def _send_once(self, attempts: Attempts) -> Answer:
        prepared, number = attempts.prepared, attempts.next()
        headers = self._headers(prepared)
        started = time.monotonic()
        deadline = Deadline(prepared.timeout)
        try:
            response = self._begin(prepared, headers, deadline)
            answer = _read(response, deadline, number)
        except (httpx.RequestError, OSError) as error:
            raise attempts.fault(error, deadline) from quiet(error)
        self._notices.response(prepared.label, answer, started)
        if answer.is_success or answer.status == 304:
            return answer
        raise to_failure(answer)

    def _open_once(self, attempts: Attempts) -> OpenAnswer:
        prepared, number = attempts.prepared, attempts.next()
        headers = self._headers(prepared)
        started = time.monotonic()
        deadline = Deadline(prepared.timeout)
        try:
            response = self._begin(prepared, headers, deadline)
            head = Head(response.status_code, response.headers, number)
            self._notices.response(prepared.label, head, started)
            if head.is_success:
                deadline.only_idle(self.runtime.idle)
                return OpenAnswer(head, response, label=prepared.label, idle=self.runtime.idle)
            answer = _read(response, deadline, number)
        except (httpx.RequestError, OSError) as error:
            raise attempts.fault(error, deadline) from quiet(error)
        raise to_failure(answer)

    def _headers(self, prepared: PreparedRequest) -> httpx.Headers:
        """The headers of one attempt. A function of the caller returns the key of each, so that keys can be rotated."""
        if self.http.is_closed:
            raise closed_error()
        # Outside of what is caught: an error of httpx in that function is not one of this request.
        return prepared.headers if prepared.key is None else with_key(prepared.headers, _ask(prepared.key))

    def _begin(self, prepared: PreparedRequest, headers: httpx.Headers, deadline: Deadline) -> httpx.Response:
        request = self.http.build_request(
            prepared.method,
            prepared.url,
            headers=headers,
            content=_content(prepared),
            extensions={"timeout": deadline},
        )
        # Without auth, httpx would look for a password in ~/.netrc.
        return self.http.send(request, stream=True, auth=None, follow_redirects=False)


def _ask(source: KeySource) -> object:
    key: object = source()
    return key


def _content(prepared: PreparedRequest) -> Union[bytes, Upload, None]:
    if prepared.body is None or prepared.on_progress is None:
        return prepared.body
    return Upload(prepared.body, prepared.on_progress)


class Upload:
    """A body in steps that are told as they are sent."""

    def __init__(self, body: bytes, on_progress: OnProgress) -> None:
        self._steps = steps(body, on_progress)

    def __iter__(self) -> Upload:
        return self

    def __next__(self) -> bytes:
        for part in self._steps:
            return part
        raise StopIteration


def _read(response: httpx.Response, deadline: Deadline, number: int) -> Answer:
    """Reads the whole body within the time limit. A truncated one is a failure of the attempt."""
    body = bytearray()
    try:
        for chunk in response.iter_bytes():
            body += chunk
            deadline.check()
    finally:
        with shielded():
            response.close()
    text = TextDecoder().decode(bytes(body), True)
    return Answer(response.status_code, response.headers, number, text)
