"""Turns the failures of httpx into errors of this package."""

from __future__ import annotations

import errno
import socket
import ssl
from typing import Dict, Iterator, Optional, Set

import httpx

from ._errors import APIConnectionError, APIConnectionTimeoutError, ParleyError

IDLE_TIMEOUT = 45.0
"""Time without a byte after which a stream counts as lost, in seconds; the service sends a heartbeat every 15."""


_BEFORE_SENDING = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
    socket.gaierror,
)


def was_sent(cause: Exception) -> bool:
    """True unless a request failed before any of it was sent."""
    return not isinstance(cause, _BEFORE_SENDING)


def connection_error(label: str, cause: Exception, *, doubtful: bool) -> APIConnectionError:
    """
    The error of a request that got no response, or only a part of one. It is `doubtful` if this attempt or an earlier
    one may have changed something.
    """
    if was_sent(cause):
        end = "; the change may have happened" if doubtful else ""
        message = f"The connection was cut before the answer to {label} ({_reason(cause)}){end}."
        return APIConnectionError(message, code="connection_lost")
    end = "; an earlier attempt was sent, so the change may have happened" if doubtful else ""
    message = f"Can't reach the service for {label} ({_reason(cause)}){end}."
    return APIConnectionError(message, code="connection_lost" if doubtful else "connection_failed")


def late_error(label: str, cause: Exception, *, limit: float, doubtful: bool) -> APIConnectionTimeoutError:
    """The error of a request that got no complete response in time; `limit` is in seconds."""
    missing: Dict[type, str] = {httpx.ConnectTimeout: "No connection for", httpx.PoolTimeout: "No free connection for"}
    end = "; the change may have happened" if doubtful else ""
    start = missing.get(type(cause), "No response to")
    return APIConnectionTimeoutError(f"{start} {label} within {_seconds(limit)}{end}.", code="connection_timeout")


def interrupted_error(label: str, cause: Exception) -> APIConnectionError:
    """The error of a stream whose connection broke."""
    return APIConnectionError(f"The stream of {label} was interrupted ({_reason(cause)}).", code="stream_interrupted")


def silent_error(label: str, idle: float, begun: bool) -> APIConnectionTimeoutError:
    """The error of a stream that brought nothing for too long, not even a heartbeat."""
    if begun:
        return APIConnectionTimeoutError(
            f"No further data for {label} within {_seconds(idle)}.", code="stream_interrupted"
        )
    return APIConnectionTimeoutError(
        f"The response to {label} has begun, but brought no data within {_seconds(idle)}. A proxy that buffers "
        "responses holds streams back: turn its buffering off (nginx: proxy_buffering off).",
        code="stream_stalled",
    )


def closed_error() -> ParleyError:
    """The error of a call after `close()`."""
    return ParleyError("The client has been closed. Create another one.", code="client_closed")


def quiet(error: Exception) -> Exception:
    """Removes the frames of httpx from an error, whose variables hold the headers, with the key among them."""
    for one in _chain(error):
        one.__traceback__ = None
    return error


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: Set[int] = set()
    waiting = [error]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting.extend(next for next in (one.__cause__, one.__context__) if next is not None)
        waiting.extend(getattr(one, "exceptions", ()))


def _seconds(value: float) -> str:
    return f"{value:g} s"


def _reason(error: Exception) -> str:
    """A short reason: httpx hides it (ECONNREFUSED, for example) in the error's causes."""
    for one in _chain(error):
        reason = _code(one)
        if reason is not None:
            return reason
    if isinstance(error, httpx.LocalProtocolError):
        return type(error).__name__
    return str(error).rstrip(".") or type(error).__name__


_LOOKUPS: Dict[int, str] = {
    value: name for name, value in vars(socket).items() if name.startswith("EAI_") and isinstance(value, int)
}


def _code(error: BaseException) -> Optional[str]:
    if isinstance(error, ssl.SSLError):
        return error.reason or type(error).__name__
    if isinstance(error, socket.gaierror):
        return _LOOKUPS.get(error.errno or 0)
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno)
    return None
