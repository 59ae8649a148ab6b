// @module-tag sql
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, type Service, service } from '../../../testing/harness.ts';
import { runSweep } from '../../../testing/jobs/sweeps.ts';
import { expectFailure, type RawRequest, type Reply, send, signIn } from '../../../testing/request.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('Idempotency-Key, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let key: string;
  let client: Parley;
  let session: Awaited<ReturnType<typeof signIn>>;

  const post = (idempotencyKey: string, body: object, more: Partial<RawRequest> = {}): Promise<Reply> =>
    send(parley.url, {
      method: 'POST',
      path: '/api/agents',
      key,
      body,
      ...more,
      headers: { 'idempotency-key': idempotencyKey, ...more.headers },
    });
  const countOf = async (name: string) => (await client.agents.list({ q: name, includeTotal: true })).total;
  const replayed = ({ headers }: Reply) => headers['idempotent-replayed'];

  beforeAll(async () => {
    alice = await parley.person();
    // In one workspace, since a test makes another one.
    key = await alice.key(undefined, { workspace: alice.workspace });
    client = await alice.client();
    session = await signIn(parley.url, alice.user.email);
  });

  test('a retry gets the first answer byte for byte and has no effect', async () => {
    const first = await post('order-1', { name: 'Ordered' });
    const again = await post('order-1', { name: 'Ordered' });
    expect([replayed(first), replayed(again)]).toEqual([undefined, 'true']);
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
    expect(again.headers).toMatchObject({ location: first.headers.location, etag: first.headers.etag });
    expect(await countOf('Ordered')).toBe(1);
  });

  test('replays the first answer after the agent was changed or deleted', async () => {
    const first = await post('order-2', { name: 'Volatile' });
    const { _id } = first.json()['data'] as { _id: string };
    await client.agents.update(_id, { name: 'Volatile, changed' });
    expect((await post('order-2', { name: 'Volatile' })).text).toBe(first.text);
    await client.agents.delete(_id);
    expect((await post('order-2', { name: 'Volatile' })).text).toBe(first.text);
    expect(await countOf('Volatile')).toBe(0);
  });

  test('the SDK sends a new key with each request', async () => {
    const { response } = await client.agents.create({ name: 'Twice' }).withResponse();
    expect(response.headers.get('idempotent-replayed')).toBeNull();
    await client.agents.create({ name: 'Twice' });
    expect(await countOf('Twice')).toBe(2);
  });

  test('200 parallel creates with one key create one agent', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => post('rush', { name: 'Rushed' })));
    const made = replies.filter(({ status }) => status === 201);
    const waiting = replies.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(made.filter((reply) => replayed(reply) === undefined)).toHaveLength(1);
    for (const reply of waiting) expectFailure(reply, 'idempotency_in_progress');
    expect(await countOf('Rushed')).toBe(1);
  });

  test('keys are separate per principal and path', async () => {
    const other = await alice.key();
    const bob = await (await parley.person()).key();
    await post('shared', { name: 'Shared' });
    for (const more of [{ key: other }, { key: bob }]) {
      expect(await post('shared', { name: 'Shared' }, more)).toMatchObject({ status: 201, headers: {} });
    }
    const elsewhere = await post('shared', { name: 'Shared' }, { key: other, path: '/api/workspaces' });
    expect([elsewhere.status, replayed(elsewhere)]).toEqual([201, undefined]);
    expect(await countOf('Shared')).toBe(2);
  });

  test('a quoted key equals the same key without quotes', async () => {
    const first = await post('quoted', { name: 'Quoted' });
    expect((await post('"quoted"', { name: 'Quoted' })).text).toBe(first.text);
    expect((await post('"quoted"', { name: 'Quoted' })).headers['idempotent-replayed']).toBe('true');
  });

  test('an error is not stored: the retry is executed', async () => {
    expectFailure(await post('mended', { name: 7 }), 'validation_failed');
    expectFailure(await post('mended', { name: 'M', workspaceId: 'ws_unknown' }), 'workspace_not_found');
    expect((await post('mended', { name: 'Mended' })).status).toBe(201);
  });

  test('keys of 1 and of 255 characters are accepted', async () => {
    for (const idempotencyKey of ['x', 'y'.repeat(255), 'with spaces and ~ signs!']) {
      expect((await post(idempotencyKey, { name: 'Length' })).status).toBe(201);
      expect(replayed(await post(idempotencyKey, { name: 'Length' }))).toBe('true');
    }
  });

  test('an answer that shows a secret is replayed, and stays no-store', async () => {
    const body = { name: 'Shop', scopes: ['agents:read'] };
    const headers = { ...session, 'idempotency-key': 'secret' };
    const make = () => send(parley.url, { method: 'POST', path: '/api/api-keys', headers, body });
    const first = await make();
    const again = await make();
    expect(again.text).toBe(first.text);
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'cache-control': 'no-store' });
    const secret = (first.json()['data'] as { key: string }).key;
    expect(secret).toMatch(/^parley_/);
    expect((await send(parley.url, { path: '/api/agents', key: secret })).status).toBe(200);
    const contents = await contentsOf(parley);
    // Proves that the search works: it finds the key's ID, which is stored in clear in `Location`.
    expect(contents.filter((content) => content.includes(String(first.headers.location))).length).toBeGreaterThan(0);
    expectNowhere(contents, secret);
  });

  test('a key can be reused after 24 hours', async () => {
    const first = await post('daily', { name: 'Daily' });
    parley.advance(day - 60_000);
    expect((await post('daily', { name: 'Daily' })).text).toBe(first.text);
    parley.advance(60_001);
    const later = await post('daily', { name: 'Daily, later' });
    expect([later.status, replayed(later)]).toEqual([201, undefined]);
    expect((await post('daily', { name: 'Daily, later' })).text).toBe(later.text);
    expect(await countOf('Daily')).toBe(2);
  });

  test('expired answers are swept', async () => {
    const kept = async () => (await parley.db.read(parley.db.query.selectFrom('idempotency_keys').select('id'))).length;
    await post('swept', { name: 'Swept' });
    parley.advance(day + 1);
    await post('fresh', { name: 'Swept' });
    await runSweep(parley, 'idempotency_keys.expired');
    expect(await kept()).toBe(1);
  });

  test.each(['x'.repeat(256), 'caf\u00e9', ''])('400: the key %j', async (idempotencyKey) => {
    expectFailure(await post(idempotencyKey, { name: 'A' }), 'bad_request');
  });

  test('422: the same key with another body', async () => {
    await post('reused', { name: 'First' });
    for (const body of [{ name: 'Second' }, { name: 'First', description: '' }, { name: 'First ' }]) {
      expectFailure(await post('reused', body), 'idempotency_key_reused');
    }
    expect(await countOf('Second')).toBe(0);
  });
});

/** Everything stored: the rows with answers, and every file of the data folder. */
async function contentsOf({ db, dataDir }: Service): Promise<Buffer[]> {
  const rows = await db.read(db.query.selectFrom('idempotency_keys').selectAll());
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return [Buffer.from(JSON.stringify(rows)), ...(await Promise.all(paths.map((path) => readFile(path))))];
}

/** Expects a secret in none of its usual encodings. */
function expectNowhere(contents: readonly Buffer[], secret: string): void {
  const forms = [
    secret,
    secret.slice(7, 19),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
  for (const content of contents) expect(forms.filter((form) => content.includes(form))).toEqual([]);
}
