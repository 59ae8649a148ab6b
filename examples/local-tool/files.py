"""Lets an agent look into a folder of this machine: the function runs here, and the agent calls it when it needs it.

    PARLEY_API_KEY=parley_… PARLEY_BASE_URL=http://127.0.0.1:3000 python3 files.py agent_… ./handbook "Which is the largest?"

The agent needs a model that can call tools. The key needs the scopes `agents:write` and `conversations:write`.
"""

import sys
from pathlib import Path
from typing import Any, Dict, List

from parley import Parley, ParleyError, tool_draft


def attach(client: Parley, agent_id: str, draft: Dict[str, Any]) -> None:
    """Creates the tool in the agent's workspace unless it is there, and gives it to the agent."""
    agent = client.agents.retrieve(agent_id)
    known = client.tools.list(workspace_id=agent.workspace, type="client", name=draft["name"]).items
    tool = known[0] if known else client.tools.create(workspace_id=agent.workspace, **draft)
    if tool.id not in [each.id for each in agent.tools]:
        tools = [{"id": each.id, "requiresApproval": each.requires_approval} for each in agent.tools]
        client.agents.update(agent_id, tools=[*tools, {"id": tool.id}])


def main() -> int:
    """Asks the question. Returns the exit code."""
    if len(sys.argv) != 4:
        print("Usage: python3 files.py <agent> <folder> <question>", file=sys.stderr)
        return 2
    agent, folder, question = sys.argv[1:]

    def list_files(ending: str = "") -> List[Dict[str, Any]]:
        """Lists the files of the folder with their sizes in bytes; with `ending`, only those that end with it."""
        # The model chooses the ending, not the folder.
        files = sorted(each for each in Path(folder).iterdir() if each.is_file() and each.name.endswith(ending))
        return [{"name": each.name, "bytes": each.stat().st_size} for each in files]

    try:
        with Parley() as client:  # reads PARLEY_API_KEY and PARLEY_BASE_URL
            attach(client, agent, dict(tool_draft(list_files)))
            run = client.agents.run_tools(agent, content=question, tools=[list_files])
    except ParleyError as error:
        print(error, file=sys.stderr)
        return 1
    for call in run.calls:
        print(f"{call.name}: {call.content}", file=sys.stderr)
    if run.reply is not None:
        print(run.reply.content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
