// @module-tag nightly

import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, installModules } from '../../../../scripts/python-interpreter.mjs';
import { codeFor, type Language, preparations, tasks } from '../../src/features/agents/snippets.ts';
import { type Server, startServer } from '../setup/server.ts';
import { setUp } from '../setup/signed-in.ts';

const run = promisify(execFile);

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** A Python with httpx. */
const python = findPython(installModules);

let server: Server;
/** An empty project. */
const folder = mkdtempSync(join(tmpdir(), 'parley-snippets-'));

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
  environment = {
    ...process.env,
    PARLEY_API_KEY: agent.key,
    // Nothing listens there, so that what needs a registry fails.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(folder, '.npm'),
    npm_config_fetch_retries: '0',
  };
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

const code = (language: Language) => tasks.map(({ id }) => codeFor[id][language]({ origin: server.url, id: agent.id }));
/** Runs the snippets as the preparation says, whose last line is the command. */
const runSnippets = async (language: Language, name: string) => {
  expect(preparations[language](server.url, {}).split('\n').at(-1)?.split(' ')[1]).toBe(name);
  writeFileSync(join(folder, name), code(language).join('\n'));
  const command = name.endsWith('.py') ? join(folder, '.venv/bin/python3') : process.execPath;
  return (await run(command, [name], { cwd: folder, env: environment })).stdout;
};
/** Checks the effect of the change and reverts it for the next language. */
const expectChange = async () => {
  expect((await agent.client.agents.retrieve(agent.id)).temperature).toBe(0.2);
  await agent.client.agents.update(agent.id, { temperature: 0.7 });
};
/** The instance's description of a client that it offers. */
const described = async (client: 'sdk' | 'react' | 'python') =>
  (await (await fetch(`${server.url}/sdk/parley-${client}.json`)).json()).data;
const question = 'What can you help me with?';

it.skipIf(!has('curl'))('curl: each snippet works as it is (needs curl)', async () => {
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

it('fetch: the snippets work one after another, without any package', async () => {
  expect(await runSnippets('fetch', 'agent.mjs')).toBe(`${question}\n${question}Engine guide active\n`);
  await expectChange();
});

it('TypeScript: the client is installed from the instance, without a registry, and the snippets work', async () => {
  const { version, integrity, path } = await described('sdk');
  const [install = ''] = preparations.TypeScript(server.url, { sdk: path }).split('\n');
  expect(install).toBe(`npm install ${server.url}${path}`);
  await run('sh', ['-c', install], { cwd: folder, env: environment });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  expect(lock.packages['node_modules/@parley/sdk']).toMatchObject({
    ...{ version, integrity },
    resolved: server.url + path,
  });
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@parley/sdk']);
  expect(await runSnippets('TypeScript', 'agent.mjs')).toBe(`${question}\n${question}Engine guide active\n`);
  await expectChange();
});

it.skipIf(python === undefined)(
  'Python: the client is installed from the instance, and the snippets work',
  async () => {
    const { path } = await described('python');
    const [create = '', install = ''] = preparations.Python(server.url, { python: path }).split('\n');
    expect(create).toBe('python3 -m venv .venv && . .venv/bin/activate');
    expect(install).toBe(`pip install ${server.url}${path}`);
    // A fresh environment has no httpx, and no test downloads it: this one sees the machine's.
    await run(python ?? '', ['-m', 'venv', '--system-site-packages', '.venv'], { cwd: folder });
    await run('sh', ['-c', `. .venv/bin/activate && ${install} --no-index -q`], { cwd: folder, env: environment });
    expect(await runSnippets('Python', 'agent.py')).toBe(`${question}\n${question}Engine guide active\n`);
    await expectChange();
  },
);

describe.each([
  { which: 'sdk', name: '@parley/sdk', type: 'application/gzip', alias: '/sdk/parley-sdk.tgz' },
  { which: 'react', name: '@parley/react', type: 'application/gzip', alias: '/sdk/parley-react.tgz' },
  { which: 'python', name: 'parley', type: 'application/zip', alias: undefined },
] as const)('the client $name that the instance serves', ({ which, name, type, alias }) => {
  it('is public, has its integrity as its tag, and is immutable under the name with its version', async () => {
    const data = await described(which);
    const path = which === 'python' ? `parley-${data.version}-py3-none-any.whl` : `parley-${which}-${data.version}.tgz`;
    expect(data).toMatchObject({ name, path: `/sdk/${path}`, versions: [{ version: data.version }] });
    const place = server.url + data.path;
    const response = await fetch(place);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(`sha512-${createHash('sha512').update(bytes).digest('base64')}`).toBe(data.integrity);
    expect([bytes.length, response.headers.get('content-type')]).toEqual([data.bytes, type]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(place, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(place, { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, data.bytes]);
    const refused = await fetch(place, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    if (alias !== undefined) expect((await fetch(server.url + alias)).url).toBe(place);
    expect((await fetch(place.replace(data.version, '0.0.0'))).status).toBe(404);
  });
});
