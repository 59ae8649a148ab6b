/** The languages of the Code tab. TypeScript and Python need the client of this instance, the others nothing. */
export const languages = ['curl', 'fetch', 'TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

/** The service and the agent that a snippet calls. */
interface Target {
  readonly origin: string;
  readonly id: string;
}

/** The tasks of the Code tab, in order. Except in curl, the later snippets continue the first one. */
export const tasks = [
  { id: 'chat', title: 'Send a message', scope: 'conversations:write' },
  { id: 'stream', title: 'Stream a reply', scope: 'conversations:write' },
  { id: 'read', title: 'Read the agent', scope: 'agents:read' },
  { id: 'change', title: 'Update the agent', scope: 'agents:write' },
] as const;
export type Task = (typeof tasks)[number]['id'];

const exported = 'export PARLEY_API_KEY=parley_…';

/** The paths of the current packages with their versions; one that isn’t known yet is undefined. */
export interface PackagePaths {
  readonly sdk?: string | undefined;
  readonly python?: string | undefined;
}

/** Steps before the first snippet of a language. They name the packages by their versions, as lock files need it. */
export const preparations: Record<Language, (origin: string, packages: PackagePaths) => string> = {
  curl: () => exported,
  fetch: () => `${exported}\n# Save the code as agent.mjs, then:\nnode agent.mjs`,
  TypeScript: (origin, { sdk = '/sdk/parley-sdk.tgz' }) =>
    `npm install ${origin}${sdk}\n${exported}\n# Save the code as agent.mjs, then:\nnode agent.mjs`,
  Python: (origin, { python }) => `python3 -m venv .venv && . .venv/bin/activate
pip install ${python === undefined ? `-r ${origin}/sdk/parley-python.txt` : origin + python}
${exported}
# Save the code as agent.py, then:
python3 agent.py`,
};

/** The snippet for a task in a language. The key comes from the environment, never from the code. */
export const codeFor: Record<Task, Record<Language, (target: Target) => string>> = {
  chat: {
    curl: ({ origin, id }) => `curl ${origin}/api/agents/${id}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"content": "What can you help me with?"}'`,
    fetch: ({ origin, id }) => `async function call(method, path, body) {
  const response = await fetch('${origin}' + path, {
    method,
    headers: {
      Authorization: \`Bearer \${process.env.PARLEY_API_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

const answer = await call('POST', '/api/agents/${id}/chat', {
  content: 'What can you help me with?',
});
const { conversation, reply } = (await answer.json()).data;
console.log(reply.content);

// The ID continues the same conversation.
await call('POST', '/api/agents/${id}/chat', {
  content: 'Tell me more.',
  conversationId: conversation._id,
});`,
    TypeScript: ({ origin, id }) => `import { Parley } from '@parley/sdk';

const client = new Parley({ baseURL: '${origin}' });
const { conversation, reply } = await client.agents.chat('${id}', {
  content: 'What can you help me with?',
});
console.log(reply?.content);

// The ID continues the same conversation.
await client.agents.chat('${id}', {
  content: 'Tell me more.',
  conversationId: conversation._id,
});`,
    Python: ({ origin, id }) => `from parley import Parley

client = Parley(base_url="${origin}")
exchange = client.agents.chat(
    "${id}",
    content="What can you help me with?",
)
print(exchange.reply.content)

# The ID continues the same conversation.
client.agents.chat(
    "${id}",
    content="Tell me more.",
    conversation_id=exchange.conversation.id,
)`,
  },
  stream: {
    curl: ({ origin, id }) => `curl -N ${origin}/api/agents/${id}/chat \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"content": "What can you help me with?", "stream": true}'`,
    fetch: ({ id }) => `const stream = await call('POST', '/api/agents/${id}/chat', {
  content: 'What can you help me with?',
  stream: true,
});
let rest = '';
for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice('data: '.length));
    if (event.error) throw new Error(event.error);
    process.stdout.write(event.text ?? '');
  }
}`,
    TypeScript: ({ id }) => `const stream = client.agents.stream('${id}', {
  content: 'What can you help me with?',
});
for await (const piece of stream.text()) process.stdout.write(piece);`,
    Python: ({ id }) => `stream = client.agents.stream(
    "${id}",
    content="What can you help me with?",
)
with stream:
    for piece in stream.text:
        print(piece, end="", flush=True)`,
  },
  read: {
    curl: ({ origin, id }) => `curl ${origin}/api/agents/${id} \\
  -H "Authorization: Bearer $PARLEY_API_KEY"`,
    fetch: ({ id }) => `const read = await call('GET', '/api/agents/${id}');
const agent = (await read.json()).data;
console.log(agent.name, agent.status);`,
    TypeScript: ({ id }) => `const agent = await client.agents.retrieve('${id}');
console.log(agent.name, agent.status);`,
    Python: ({ id }) => `agent = client.agents.retrieve("${id}")
print(agent.name, agent.status)`,
  },
  change: {
    curl: ({ origin, id }) => `curl -X PUT ${origin}/api/agents/${id} \\
  -H "Authorization: Bearer $PARLEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"temperature": 0.2}'`,
    fetch: ({ id }) => `await call('PUT', '/api/agents/${id}', { temperature: 0.2 });`,
    TypeScript: ({ id }) => `await client.agents.update('${id}', { temperature: 0.2 });`,
    Python: ({ id }) => `client.agents.update("${id}", temperature=0.2)`,
  },
};
