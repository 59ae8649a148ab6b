import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeFor, type Language, tasks } from '../src/features/agents/snippets.ts';
import { type Server, startServer } from './server.ts';
import { setUp } from './signed-in.ts';

const run = promisify(execFile);

/** Not every machine has the Python client. */
const python = process.env['PYTHON'] ?? 'python3';
const hasPython = spawnSync(python, ['-c', 'import httpx']).status === 0;

let server: Server;
/** Inside the workspace, so that the client resolves as in a project that has installed it. */
const folder = makeFolder();

function makeFolder(): string {
  const modules = join(import.meta.dirname, '../node_modules');
  // If every package is hoisted to the root, the workspace has no folder of its own.
  mkdirSync(modules, { recursive: true });
  return mkdtempSync(join(modules, '.snippets-'));
}

let environment: NodeJS.ProcessEnv;
let agent: Awaited<ReturnType<typeof make>>;

async function make(started: Server) {
  const client = await setUp(started);
  const { _id: id } = await client.agents.create({ name: 'Engine guide', model: 'builtin/echo', temperature: 0.7 });
  const scopes = ['agents:read', 'agents:write', 'conversations:write'] as const;
  const { key } = await client.apiKeys.create({ name: 'Snippets', scopes: [...scopes] });
  return { client, id, key };
}

beforeAll(async () => {
  server = await startServer();
  agent = await make(server);
  environment = { ...process.env, PARLEY_API_KEY: agent.key };
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

const code = (language: Language) => tasks.map(({ id }) => codeFor[id][language]({ origin: server.url, id: agent.id }));
const runFile = async (command: readonly [string, ...string[]], name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  const [program, ...options] = command;
  const { stdout } = await run(program, [...options, file], { env: environment });
  return stdout;
};
/** Checks the effect of the change and reverts it for the next language. */
const expectChange = async () => {
  expect((await agent.client.agents.retrieve(agent.id)).temperature).toBe(0.2);
  await agent.client.agents.update(agent.id, { temperature: 0.7 });
};
const question = 'What can you help me with?';

it('curl: each snippet works as it is', async () => {
  const [chat, stream, read] = await Promise.all(
    code('curl')
      .slice(0, 3)
      .map((text) => run('sh', ['-c', text.replace('curl', 'curl -sSf')], { env: environment })),
  );
  expect(JSON.parse(chat?.stdout ?? '').data.reply.content).toBe(question);
  const pieces = [...(stream?.stdout ?? '').matchAll(/^data: (\{"text".*)$/gm)].map(([, data]) =>
    JSON.parse(data ?? ''),
  );
  expect(pieces.map(({ text }) => text).join('')).toBe(question);
  expect(stream?.stdout).toContain('event: message.completed');
  expect(JSON.parse(read?.stdout ?? '').data.name).toBe('Engine guide');
  await run('sh', ['-c', (code('curl')[3] ?? '').replace('curl', 'curl -sSf')], { env: environment });
  await expectChange();
});

it('TypeScript: the snippets work one after another', async () => {
  const node = [process.execPath, '--import', 'tsx', '--conditions=parley-source'] as const;
  const printed = await runFile(node, 'snippets.mts', code('TypeScript').join('\n'));
  expect(printed).toBe(`${question}\n${question}Engine guide active\n`);
  await expectChange();
});

it.skipIf(!hasPython)('Python: the snippets work one after another', async () => {
  const printed = await runFile([python], 'snippets.py', code('Python').join('\n'));
  expect(printed).toBe(`${question}\n${question}Engine guide active\n`);
  await expectChange();
});
