/** The languages of the Code tab. */
export const languages = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** The service and the agent that a snippet calls. */
interface Target {
  readonly origin: string;
  readonly id: string;
}

/** The tasks of the Code tab, in order. In TypeScript and Python the first snippet creates the client. */
export const tasks = [
  { id: 'chat', title: 'Talk to it', scope: 'conversations:write' },
  { id: 'stream', title: 'Stream the reply', scope: 'conversations:write' },
  { id: 'read', title: 'Read the agent', scope: 'agents:read' },
  { id: 'change', title: 'Change it', scope: 'agents:write' },
] as const;
export type Task = (typeof tasks)[number]['id'];

/** What to do before the first snippet of a language. */
export const preparations: Record<Language, string> = {
  curl: 'export PARLEY_API_KEY=parley_…',
  TypeScript: 'npm install @parley/sdk\nexport PARLEY_API_KEY=parley_…',
  Python: 'pip install httpx\nexport PARLEY_API_KEY=parley_…',
};

/** The snippet for a task in a language. The key comes from the environment, never from the code. */
export const codeFor: Record<Task, Record<Language, (target: Target) => string>> = {
  chat: {
    curl: ({ origin, id }) => `curl ${origin}/api/agents/${id}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "What can you help me with?"}'`,
    TypeScript: ({ origin, id }) => `import { Parley } from '@parley/sdk';

const client = new Parley({ baseURL: '${origin}' });
const { conversation, reply } = await client.agents.chat('${id}', {
  message: 'What can you help me with?',
});
console.log(reply?.content);

// The ID continues the same conversation.
await client.agents.chat('${id}', {
  message: 'Tell me more.',
  conversationId: conversation._id,
});`,
    // A reply may take minutes, longer than httpx's default timeout.
    Python: ({ origin, id }) => `import os
import httpx

client = httpx.Client(
    base_url="${origin}",
    headers={"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"},
    timeout=600,
)
answer = client.post(
    "/api/agents/${id}/chat",
    json={"message": "What can you help me with?"},
).raise_for_status()
data = answer.json()["data"]
print(data["reply"]["content"])

# The same conversation goes on by its id.
client.post(
    "/api/agents/${id}/chat",
    json={"message": "Tell me more.", "conversationId": data["conversation"]["_id"]},
).raise_for_status()`,
  },
  stream: {
    curl: ({ origin, id }) => `curl -N ${origin}/api/agents/${id}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "What can you help me with?", "stream": true}'`,
    TypeScript: ({ id }) => `const stream = client.agents.stream('${id}', {
  message: 'What can you help me with?',
});
for await (const piece of stream.text()) process.stdout.write(piece);`,
    Python: ({ id }) => `import json

with client.stream(
    "POST",
    "/api/agents/${id}/chat",
    json={"message": "What can you help me with?", "stream": True},
) as answer:
    answer.raise_for_status()
    for line in answer.iter_lines():
        if line.startswith("data: "):
            event = json.loads(line.removeprefix("data: "))
            if "error" in event:
                raise RuntimeError(event["error"])
            print(event.get("text", ""), end="", flush=True)`,
  },
  read: {
    curl: ({ origin, id }) => `curl ${origin}/api/agents/${id} \\
  -H "Authorization: Bearer $PARLEY_API_KEY"`,
    TypeScript: ({ id }) => `const agent = await client.agents.retrieve('${id}');
console.log(agent.name, agent.status);`,
    Python: ({ id }) => `answer = client.get("/api/agents/${id}").raise_for_status()
agent = answer.json()["data"]
print(agent["name"], agent["status"])`,
  },
  change: {
    curl: ({ origin, id }) => `curl -X PUT ${origin}/api/agents/${id} \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"temperature": 0.2}'`,
    TypeScript: ({ id }) => `await client.agents.update('${id}', { temperature: 0.2 });`,
    Python: ({ id }) => `client.put(
    "/api/agents/${id}",
    json={"temperature": 0.2},
).raise_for_status()`,
  },
};
