"""A support chat for a site, behind Python's own http.server. The key stays on this server.

    PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 PARLEY_AGENT=agent_… PORT=3001 python3 server.py

The key needs the scope `conversations:write`. Each request has a thread of its own, which suits some dozens of visitors
at a time.
"""

import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Iterator, Optional, Tuple

from parley import APIError, MessageStream, Parley, ParleyError
from parley.types import MessageEvent

PAGE = (Path(__file__).parent.parent / "page.html").read_bytes()
# A message has at most 4,000 characters, so the limit of a body can be small.
MOST_BYTES = 32_768


class Refused(Exception):
    """A request that is answered with a status and one sentence for the visitor."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    """Serves the page, and sends messages to the agent."""

    protocol_version = "HTTP/1.1"
    timeout = 60
    client: Parley
    agent: str

    def do_GET(self) -> None:
        if self.path != "/":
            return self._answer(404, b"{}", "application/json")
        self._answer(200, PAGE, "text/html; charset=utf-8")

    def do_POST(self) -> None:
        try:
            message = self._read_message()
            events = iter(self._send(*message))
            # The first event arrives once the message is stored. An earlier failure has a status of its own.
            first = next(events, None)
        except Refused as refusal:
            return self._refuse(refusal.status, str(refusal))
        except APIError as error:
            # A visitor is not told about keys and scopes; the log is.
            self.log_error("Parley refused a message: %s (%s)", error, error.request_id)
            if error.code == "conversation_busy" or error.status == 429:
                return self._refuse(429, "One moment, please: the last reply is still being written.")
            return self._refuse(502, "The chat is not available now.")
        except ParleyError as error:
            self.log_error("%s", error)
            return self._refuse(502, "The chat is not available now.")
        self._stream(first, events)

    def _read_message(self) -> Tuple[str, str]:
        if self.path != "/messages":
            raise Refused(404, "There is nothing here.")
        try:
            length = int(self.headers.get("Content-Length") or 0)
            if not 0 < length <= MOST_BYTES:
                raise ValueError
            body = json.loads(self.rfile.read(length))
            content, message_id = body["content"], body["id"]
            if not (isinstance(content, str) and content.strip() and len(content) <= 4000):
                raise ValueError
            if not (isinstance(message_id, str) and 0 < len(message_id) <= 100):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            self.close_connection = True
            raise Refused(400, "This message is not valid.") from None
        return content, message_id

    def _send(self, content: str, message_id: str) -> MessageStream:
        conversation = self._conversation()
        if conversation is None:
            return self.client.agents.stream(self.agent, content=content, client_message_id=message_id)
        return self.client.messages.stream(conversation, content=content, client_message_id=message_id)

    def _conversation(self) -> Optional[str]:
        found = re.search(r"(?:^|; )conversation=(conv_[a-z0-9]+)(?:;|$)", self.headers.get("Cookie", ""))
        return found.group(1) if found else None

    def _stream(self, first: Optional[MessageEvent], events: Iterator[MessageEvent]) -> None:
        """Writes the text of a reply. A visitor who leaves stops the reading, not the reply: it is stored."""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("X-Accel-Buffering", "no")
        if first is not None and first.type == "message.created":
            # The ID is long and random, so only its own visitor knows it; no script of the page can read it.
            cookie = f"conversation={first.message.conversation}; HttpOnly; SameSite=Strict; Path=/"
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        try:
            for event in events:
                if event.type == "message.delta":
                    self._write(event.text)
                elif event.type == "message.failed":
                    self._apologise(event.error)
        except ParleyError as error:
            self._apologise(str(error))
        self.wfile.write(b"0\r\n\r\n")

    def _apologise(self, reason: str) -> None:
        self.log_error("A reply failed: %s", reason)
        self._write("\nSorry, this reply could not be completed. Please try again.")

    def _write(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def _refuse(self, status: int, sentence: str) -> None:
        self._answer(status, json.dumps({"error": sentence}).encode(), "application/json")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> int:
    """Serves until SIGTERM or Ctrl+C. Returns the exit code."""
    agent = os.environ.get("PARLEY_AGENT")
    if not agent:
        print("Set PARLEY_AGENT to the ID of the agent that replies.", file=sys.stderr)
        return 2
    try:
        Handler.client = Parley()  # reads PARLEY_API_KEY and PARLEY_BASE_URL; threads share it
    except ParleyError as error:
        print(error, file=sys.stderr)
        return 2
    Handler.agent = agent
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3001"))), Handler)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not in the handler itself: shutdown waits for the loop that the handler interrupts.
        signal.signal(number, lambda *_: threading.Thread(target=server.shutdown).start())
    with Handler.client, server:
        server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
