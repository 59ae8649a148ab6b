import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { backup, takeSnapshot } from '../../src/storage/sqlite/backup/backup.ts';
import { takeReplyProblems } from '../conversations/watched-replies.ts';
import { anyEngine } from '../databases/engines.ts';
import { isComplete } from '../memory/level.ts';
import { jsonOf, openWire, type Wire, type WireRequest } from '../processes/wire.ts';
import {
  babbles,
  type FakeProvider,
  hangsUp,
  providerKey,
  refuses,
  startFakeProvider,
} from '../servers/fake-provider.ts';
import { inParallel } from './answers.ts';
import { encodeBody } from './bodies.ts';
import { rowOf } from './cells.ts';
import { wholeDatabase } from './database-state.ts';
import { type Installation, install, type Program } from './program.ts';
import { endpointsOf, plainRoutes, type Route } from './routes.ts';
import { formsOf, type Secret, secretsIn } from './secret-forms.ts';
import { leaveTrail, privateText, type Trail } from './trail.ts';

const metricsToken = privateText('metrics-token-of-the-operator');

/** Columns that every endpoint's queries need: without one of them, each query fails halfway. */
const columns = [
  ['agents', 'name'],
  ['api_keys', 'digest'],
  ['api_keys', 'scopes'],
  ['sessions', 'digest'],
  ['users', 'password_hash'],
  ['workspaces', 'name'],
  ['members', 'role'],
  ['invitations', 'digest'],
  ['idempotency_keys', 'answer'],
  ['events', 'type'],
] as const;

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 180_000 });

describe.each(anyEngine)('secrets, on %s', (engine) => {
  let provider: FakeProvider;
  let installation: Installation;
  let program: Program;
  let wire: Wire;
  let endpoints: readonly Endpoint[];
  let routes: readonly Route[];
  let trail: Trail;
  let secrets: readonly Secret[];
  let workspaceId: string;
  const texts = ['prompt', 'query', 'header'].map(privateText);
  const [prompt, query, header] = texts.map(({ value }) => value) as [string, string, string];

  beforeAll(async () => {
    provider = await startFakeProvider();
    installation = await install(engine, { PARLEY_METRICS_TOKEN: metricsToken.value, ...provider.environment });
    program = await installation.serve();
    wire = openWire(program.url);
    endpoints = endpointsOf(program.runtime.features);
    routes = [...endpoints, ...plainRoutes];
    trail = await leaveTrail(program, wire);
    const me = jsonOf(await wire.send({ method: 'GET', path: '/api/me', headers: trail.key }));
    workspaceId = (me['data'] as { workspaces: { _id: string }[] }).workspaces[0]?._id ?? '';
    secrets = [
      ...trail.secrets,
      metricsToken,
      { name: 'the provider’s key', value: providerKey, from: 'sk-fake-'.length },
    ];
  });
  afterAll(async () => {
    wire.close();
    await program.close();
    await installation.remove();
    await provider.close();
  });

  /** Provider failures that repeat its key, or interrupt its reply. */
  const useModels = async () => {
    const plays = { refusing: refuses(401), babbling: babbles, hanging: hangsUp, answering: undefined };
    for (const [name, play] of Object.entries(plays)) {
      if (play !== undefined) provider.play(name, play);
      const body = { name, model: `fake/${name}`, systemPrompt: prompt, workspaceId };
      const made = await trail.send({ method: 'POST', path: '/api/agents', body, headers: trail.key });
      const { _id } = jsonOf(made)['data'] as { _id: string };
      for (const stream of [false, true]) {
        const path = `/api/agents/${_id}/chat`;
        await trail.send({ method: 'POST', path, body: { message: query, stream }, headers: trail.key });
      }
    }
    await trail.send({ method: 'GET', path: '/api/models', headers: trail.key });
    await trail.send({ method: 'GET', path: '/api/conversations/export', headers: trail.key });
  };

  /** Sends a valid request to each route with sufficient rights, so that it fails or succeeds deep inside. */
  const useEverything = async (callers = [trail.session, trail.key]) => {
    for (const headers of callers) {
      await inParallel(
        endpoints.filter(({ id }) => !ends.has(id)),
        (endpoint) => {
          const row = rowOf(endpoint);
          const given = { marker: 'x', serial: Math.floor(Math.random() * 1e9) };
          const own = row.body?.(given);
          const fields = own && { ...own, ...(endpoint.id === 'createAgent' && { systemPrompt: prompt, workspaceId }) };
          const { body, headers: kind } = encodeBody(endpoint, { row, fields, given });
          const query = new URLSearchParams(row.query);
          const path = `${endpoint.path.replaceAll(/:\w+/g, 'x')}?${query}`;
          const more = { 'idempotency-key': `${endpoint.id}${headers['cookie'] ?? ''}`, 'x-anything': header };
          return trail.send({ method: endpoint.method, path, body, headers: { ...kind, ...headers, ...more } });
        },
      );
    }
    await trail.send({ method: 'GET', path: `/api/agents?q=${query}`, headers: trail.key });
  };

  /** Each secret goes to every route, and across the routes to every place in a request. */
  const allAttempts = () =>
    secrets.flatMap(({ value }, nth) =>
      routes.flatMap((route, index) => {
        const all = misplaced(route, value, trail.key);
        return [0, 1, 2].map((more) => all[(nth + index * 3 + more) % all.length] as WireRequest);
      }),
    );

  /** Each place of a request to every route has some secret, and across the routes every secret. */
  const fewAttempts = () =>
    routes.flatMap((route, index) => {
      const bySecret = secrets.map(({ value }) => misplaced(route, value, trail.key));
      const places = bySecret[0]?.length ?? 0;
      return Array.from(
        { length: places },
        (_, place) => bySecret[(index + place) % secrets.length]?.[place] as WireRequest,
      );
    });

  it('are known in every form that they take', () => {
    for (const secret of secrets) {
      const { name, value } = secret;
      const sentence = `a sentence with ${value} in it`;
      const seen = [sentence, encodeURIComponent(sentence), JSON.stringify({ sentence }), Buffer.from(sentence)];
      seen.push(...['a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${value}after`).toString('base64')));
      seen.push(Buffer.from(sentence).toString('base64url'), Buffer.from(sentence).toString('hex'));
      for (const each of seen) expect(secretsIn(each, [secret])).toEqual([name]);
      expect(formsOf(secret).every((form) => form.length >= 12)).toBe(true);
    }
    expect(new Set(secrets.map(({ value }) => value)).size).toBe(secrets.length);
    expect(secrets.length).toBeGreaterThanOrEqual(16);
  });

  it('are in no answer except the ones that show them, wherever a request contains them', async () => {
    await useEverything();
    await useModels();
    expect(provider.asked.every(({ headers }) => headers.authorization === `Bearer ${providerKey}`)).toBe(true);
    expect(provider.asked.length).toBeGreaterThanOrEqual(8);
    await inParallel(isComplete ? allAttempts() : fewAttempts(), (attempt) => trail.send(attempt));
    const shown = trail.traces.flatMap(({ request, reply, shows }) => {
      const told = secretsIn(`${JSON.stringify(reply.headers)}${reply.text}`, secrets);
      return told.filter((name) => !shows.includes(name)).map((name) => `${request.method} ${request.path}: ${name}`);
    });
    expect(shown).toEqual([]);
    const noStore = trail.traces.filter(
      ({ shows, reply }) => shows.length > 0 && reply.headers['cache-control'] !== 'no-store',
    );
    expect(noStore.map(({ request }) => request.path)).toEqual([]);
  });

  it('are neither in answers nor in the log if a query fails halfway', async () => {
    const { db, features } = program.runtime;
    for (const [index, [name, column]] of columns.entries()) {
      // Clears the cache, so that every caller must be looked up.
      await features.accounts.setStatus('guest@example.com', 'active');
      await db.write([{ sql: `alter table ${name} rename column ${column} to gone`, parameters: [] }]);
      const callers = [trail.session, trail.key];
      await useEverything(isComplete ? callers : callers.filter((_, nth) => nth === index % 2));
      await db.write([{ sql: `alter table ${name} rename column gone to ${column}`, parameters: [] }]);
    }
    const broken = trail.traces.filter(({ reply }) => reply.status === 500);
    expect(broken.length).toBeGreaterThan(columns.length);
    expect(broken.flatMap(({ reply }) => secretsIn(reply.text, [...secrets, ...texts]))).toEqual([]);
    expect(program.log().match(/unexpected error/g)?.length).toBe(broken.length);
    // A query that doesn't fail without its column answers without the field.
    takeReplyProblems();
  });

  it('are in no metric, because the metrics token grants no rights', async () => {
    const headers = { authorization: `Bearer ${metricsToken.value}` };
    const { status, text } = await wire.send({ method: 'GET', path: '/metrics', headers });
    expect(status).toBe(200);
    expect(text).toContain('route="/api/agents/:id"');
    expect(secretsIn(text, [...secrets, ...texts])).toEqual([]);
  });

  it('are in no line of the log, even if every request is logged', () => {
    const log = program.log();
    const told = log.split('\n').filter((line) => line.includes('"requestId"')).length;
    expect(told).toBeGreaterThanOrEqual(trail.traces.length);
    expect(secretsIn(log, [...secrets, ...texts])).toEqual([]);
  });

  it('are neither in the database nor in its files or copies, except the pepper in a backup', async () => {
    const { dataDir } = installation;
    if (engine === 'sqlite') {
      const settings = { dataDir, program: '0', now: Date.now };
      await backup({ ...settings, file: join(dataDir, 'copy.backup') });
      await takeSnapshot({ ...settings, migration: '9999-none' });
    }
    const rows = await wholeDatabase(program.runtime.db);
    expect(rows.join('\n')).toContain('owner@example.com');
    expect(secretsIn(rows.join('\n'), secrets)).toEqual([]);

    const whileOpen = await filesWithSecrets(dataDir, secrets);
    await program.close();
    const closed = await filesWithSecrets(dataDir, secrets);
    const copies = engine === 'sqlite' ? ['copy.backup', 'secrets.json', 'snapshots/'] : ['secrets.json'];
    for (const files of [whileOpen, closed]) {
      expect(files.map(({ path }) => path.replace(/(?<=snapshots\/).*/, '')).sort()).toEqual(copies);
      expect(files.flatMap(({ names }) => names)).toEqual(copies.map(() => 'the pepper'));
    }
  });
});

/** Requests that end the session or the key that all others use. */
const ends = new Set(['signOut', 'changePassword']);

/** One secret in every place of a request where it doesn't belong. */
function misplaced({ method, path }: Route, secret: string, key: Readonly<Record<string, string>>): WireRequest[] {
  const encoded = encodeURIComponent(secret);
  const plain = path.replaceAll(/:\w+/g, 'x');
  const inHeader = Buffer.from(secret).toString('latin1');
  const requests: WireRequest[] = [
    { method, path: plain, headers: { authorization: `Bearer ${inHeader}` } },
    { method, path: plain, headers: { cookie: `parley_session=${encoded}` } },
    {
      method,
      path: plain,
      headers: { ...key, 'x-api-key': inHeader, 'if-match': inHeader, 'last-event-id': inHeader },
    },
    { method, path: plain, headers: { ...key, 'idempotency-key': inHeader, accept: inHeader, origin: inHeader } },
    { method, path: `${plain}?limit=${encoded}&cursor=${encoded}&q=${encoded}`, headers: key },
    { method, path: `${plain}/${encoded}`, headers: key },
  ];
  if (path !== plain) requests.push({ method, path: path.replaceAll(/:\w+/g, encoded), headers: key });
  if (method === 'GET') return requests;
  const json = { ...key, 'content-type': 'application/json' };
  return [
    ...requests,
    { method, path: plain, headers: { ...key, 'content-type': inHeader }, body: secret },
    { method, path: plain, headers: json, body: `{"name": ${secret}` },
    { method, path: plain, headers: json, body: JSON.stringify({ name: [secret], role: secret, scopes: [secret] }) },
    {
      method,
      path: plain,
      headers: json,
      body: JSON.stringify({ email: secret, token: secret, password: { secret } }),
    },
  ];
}

/** The files under a folder that contain a secret, with the secrets' names. */
async function filesWithSecrets(folder: string, secrets: readonly Secret[]) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => ({ path: relative(folder, file), names: secretsIn(await readFile(file), secrets) })),
  );
  return found.filter(({ names }) => names.length > 0);
}
