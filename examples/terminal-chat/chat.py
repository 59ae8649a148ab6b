"""A chat in the terminal. Replies appear while they are written; Ctrl+C cancels a reply, and without one ends the chat.

    PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 python3 chat.py agent_… [conversation]

The key needs the scope `conversations:write`.
"""

import sys
import uuid
from typing import Optional

from parley import APIError, Parley, ParleyError


class Chat:
    """One conversation with one agent."""

    def __init__(self, client: Parley, agent: str, conversation: Optional[str]) -> None:
        self._client = client
        self._agent = agent
        self.conversation = conversation

    def say(self, content: str) -> None:
        """Sends a message and prints the reply. A failure is printed, and the chat goes on."""
        try:
            self._print_reply(content)
        except KeyboardInterrupt:
            if self.conversation is None:
                raise
            self._client.conversations.cancel(self.conversation)
            print(" [cancelled]")
        except APIError as error:
            hint = f" {error.hint}" if error.hint else ""
            print(f"\n{error}{hint} ({error.request_id})", file=sys.stderr)
        except ParleyError as error:
            print(f"\n{error}", file=sys.stderr)

    def _print_reply(self, content: str) -> None:
        # A lost connection is resumed by the client. The ID makes a repeat by hand safe, too.
        message_id = str(uuid.uuid4())
        if self.conversation is None:
            stream = self._client.agents.stream(self._agent, content=content, client_message_id=message_id)
        else:
            stream = self._client.messages.stream(self.conversation, content=content, client_message_id=message_id)
        with stream:
            for event in stream:
                if event.type == "message.created":
                    self.conversation = event.message.conversation
                elif event.type == "message.delta":
                    print(event.text, end="", flush=True)
                elif event.type == "message.failed":
                    print(f"\n{event.error}", file=sys.stderr)
        print()


def main() -> int:
    """Reads messages until the input ends. Returns the exit code."""
    if len(sys.argv) < 2:
        print("Usage: python3 chat.py <agent> [conversation]", file=sys.stderr)
        return 2
    try:
        client = Parley()  # reads PARLEY_API_KEY and PARLEY_BASE_URL
    except ParleyError as error:
        print(error, file=sys.stderr)
        return 2
    agent = sys.argv[1]
    with client:
        chat = Chat(client, agent, sys.argv[2] if len(sys.argv) > 2 else None)
        try:
            while True:
                line = input("you> ")
                if line.strip():
                    chat.say(line)
        except (EOFError, KeyboardInterrupt):
            print()
    if chat.conversation is not None:
        print(f"Continue with: python3 chat.py {agent} {chat.conversation}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
