/** The languages of the Code tab. */
export const languages = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** Where a piece of code calls, and which agent. */
interface Target {
  readonly origin: string;
  readonly id: string;
}

/** What the pieces of code do, in the order of the tab. */
export const tasks = [
  { id: 'read', title: 'Read the agent', scope: 'agents:read' },
  { id: 'change', title: 'Change it', scope: 'agents:write' },
] as const;
export type Task = (typeof tasks)[number]['id'];

/** What comes before the first use of a language. */
export const preparations: Record<Language, string> = {
  curl: 'export PARLEY_API_KEY=parley_…',
  TypeScript: 'npm install @parley/sdk\nexport PARLEY_API_KEY=parley_…',
  Python: 'pip install httpx\nexport PARLEY_API_KEY=parley_…',
};

/** The code that does a task in a language, for this very agent. The key comes from the environment, never from the code. */
export const codeFor: Record<Task, Record<Language, (target: Target) => string>> = {
  read: {
    curl: ({ origin, id }) => `curl ${origin}/api/agents/${id} \\
  -H "Authorization: Bearer $PARLEY_API_KEY"`,
    TypeScript: ({ origin, id }) => `import { Parley } from '@parley/sdk';

const client = new Parley({ baseURL: '${origin}' });
const agent = await client.agents.retrieve('${id}');
console.log(agent.name, agent.status);`,
    Python: ({ origin, id }) => `import os
import httpx

client = httpx.Client(
    base_url="${origin}",
    headers={"Authorization": f"Bearer {os.environ['PARLEY_API_KEY']}"},
)
answer = client.get("/api/agents/${id}").raise_for_status()
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
