"""A real HTTP server for tests, which answers well or badly."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Callable, Dict, List, Mapping, Optional, Type


@dataclass(frozen=True)
class Received:
    """A request as it arrived; the names of headers are in lower case."""

    method: str
    url: str
    headers: Dict[str, str]
    body: str


class Exchange(BaseHTTPRequestHandler):
    """One request and what a play makes of it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: PlayServer

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (ConnectionError, ValueError):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def _play(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.received = Received(self.command, self.path, headers, body)
        self.server.take(self.received)(self)
        # In case a client's connection pool is faster than the next test.
        if self.close_connection:
            self.wfile.flush()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _play

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        """Sends the status line and headers."""
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def write(self, data: bytes) -> None:
        """Sends bytes at once."""
        self.wfile.write(data)
        self.wfile.flush()

    def hang_up(self, *, reset: bool = False) -> None:
        """Closes the connection; with `reset`, the other side gets an error rather than an end."""
        self.close_connection = True
        if reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.rfile.close()
            self.wfile.close()
            self.connection.close()
        else:
            self.connection.shutdown(socket.SHUT_RDWR)

    def wait_until_left(self) -> None:
        """Returns once the client has closed the connection."""
        try:
            while self.connection.recv(1024):
                pass
        except OSError:
            pass
        self.close_connection = True


Play = Callable[[Exchange], None]


class PlayServer(ThreadingHTTPServer):
    """Plays its answers in order, and repeats the last one. A context manager."""

    daemon_threads = True
    # Threads of hanging answers end with their clients' connections.
    block_on_close = False

    def __init__(self, *answers: Play) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.answers = answers
        self.received: List[Received] = []
        self._connections = 0
        self._changed = threading.Condition()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        self._open = True

    def is_left(self, seconds: float = 10) -> bool:
        """Waits until every client has closed its connections. False if one hasn't within that time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._connections == 0, seconds)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Counts the connection."""
        with self._changed:
            self._connections += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Counts the connection as closed: its answer has ended."""
        super().shutdown_request(request)
        with self._changed:
            self._connections -= 1
            self._changed.notify_all()

    @property
    def base_url(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def take(self, received: Received) -> Play:
        """Notes a request and returns its answer."""
        with self._lock:
            answer = self.answers[min(len(self.received), len(self.answers) - 1)]
            self.received.append(received)
            return answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves is no error."""

    def stop(self) -> None:
        """Accepts no more connections."""
        if self._open:
            self._open = False
            self.shutdown()
            self.server_close()
            self._thread.join()

    def __enter__(self) -> PlayServer:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.stop()


Headers = Mapping[str, str]


def raw(status: int, body: str, headers: Optional[Headers] = None) -> Play:
    """Any body with any status."""
    data = body.encode()

    def play(exchange: Exchange) -> None:
        length = {} if status == 304 else {"Content-Length": str(len(data))}
        exchange.head(status, {**length, **(headers or {})})
        exchange.write(data)

    return play


def as_json(status: int, body: object, headers: Optional[Headers] = None) -> Play:
    """JSON with any status."""
    return raw(status, json.dumps(body), {"Content-Type": "application/json; charset=utf-8", **(headers or {})})


def ok(data: object, headers: Optional[Headers] = None) -> Play:
    """A success with data."""
    return as_json(200, {"success": True, "data": data}, headers)


def done(message: str) -> Play:
    """A success with a message."""
    return as_json(200, {"success": True, "message": message})


def fail(status: int, body: Mapping[str, object], headers: Optional[Headers] = None) -> Play:
    """A failure in the service's envelope."""
    return as_json(status, {"success": False, "error": "It failed.", "requestId": "req_body", **body}, headers)


def hang(exchange: Exchange) -> None:
    """Never responds."""
    exchange.wait_until_left()


def stall(exchange: Exchange) -> None:
    """Sends the headers and a part of the body, and nothing more."""
    exchange.head(200, {"Content-Type": "application/json", "Content-Length": "100"})
    exchange.write(b'{"success":true')
    exchange.wait_until_left()


def drip(exchange: Exchange) -> None:
    """Sends a body of spaces without an end, often enough that no single read takes long."""
    exchange.head(200, {"Content-Type": "application/json", "Content-Length": "1000000"})
    while not exchange.close_connection:
        time.sleep(0.01)
        try:
            exchange.write(b" ")
        except OSError:
            exchange.close_connection = True


def reset(exchange: Exchange) -> None:
    """Resets the connection."""
    exchange.hang_up(reset=True)


def cut(exchange: Exchange) -> None:
    """Breaks the connection in the middle of the body."""
    exchange.head(200, {"Content-Type": "application/json", "Content-Length": "100"})
    exchange.write(b'{"success":true')
    exchange.hang_up()
