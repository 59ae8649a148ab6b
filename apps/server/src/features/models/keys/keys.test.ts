// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { migratedDatabase } from '../../../../testing/databases/temp-postgres.ts';
import { ownInstance } from '../../../../testing/fixtures/people.ts';
import { password, type Service, sessionClient, startService } from '../../../../testing/harness.ts';
import * as fake from '../../../../testing/servers/fake-provider.ts';
import { tempFolder } from '../../../../testing/temp-folder.ts';
import { createSecrets } from '../../../access/secrets.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import { statement } from '../../../storage/unit.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

/** The key that is stored. Its last four characters may be shown. */
const key = 'sk-stored-98765432109876543210-wxyz';

/** OpenAI's server here is the fake one; the address is the operator's, and the key is not set. */
const environment = {
  OPENAI_BASE_URL: provider.url,
  PARLEY_PROVIDERS: 'local',
  LOCAL_BASE_URL: provider.url,
  LOCAL_MODELS: 'large',
};

const patient = { list: 30_000, listWait: 30_000, probe: 30_000 };

const lists =
  (...ids: readonly string[]): fake.ListPlay =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
  };

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The owner of the instance, who is its first person, and another one. */
async function people(parley: Service): Promise<{ owner: Parley; other: Parley }> {
  const first = await parley.person();
  await ownInstance(parley, first.user.id);
  const second = await parley.person();
  return { owner: await first.session(), other: await second.session() };
}

describe.each(engines)('keys of providers, on %s', (engine) => {
  let parley: Service;
  let owner: Parley;
  let other: Parley;
  beforeAll(async () => {
    parley = await startService(engine, { environment, modelLimits: patient });
    ({ owner, other } = await people(parley));
  });
  afterAll(() => parley.close());

  const openai = async () => (await owner.models.providers.list()).items.find(({ name }) => name === 'openai');

  test('are listed with where they come from, for the owner of the instance alone', async () => {
    expect(await owner.me.retrieve()).toMatchObject({ ownsInstance: true });
    expect(await other.me.retrieve()).toMatchObject({ ownsInstance: false });
    const { items } = await owner.models.providers.list();
    expect(items).toMatchObject([
      { name: 'openai', kind: 'openai', usable: false, source: 'none', setting: 'OPENAI_API_KEY', setAt: null },
      { name: 'anthropic', kind: 'anthropic', usable: false, source: 'none', lastFour: null },
      { name: 'local', kind: 'compatible', usable: true, reason: null, source: 'none', setting: 'LOCAL_API_KEY' },
    ]);
    const refused = { status: 403, code: 'insufficient_role' };
    const { providers } = other.models;
    const calls = [
      () => providers.list(),
      () => providers.setKey('openai', { apiKey: key }),
      () => providers.deleteKey('openai'),
      () => providers.test('openai'),
    ];
    for (const call of calls) expect(await failureOf(call())).toMatchObject(refused);
    const program = await (await parley.person()).client();
    expect(await failureOf(program.models.providers.list())).toMatchObject({ code: 'session_required' });
  });

  test('are used at once, sealed, and never returned', async () => {
    provider.list(lists('gpt-5-mini', 'gpt-9'));
    expect((await other.models.list()).default).toBe('local/large');
    const { _id: agent } = await other.agents.create({ name: 'Asks', model: 'openai/gpt-9' });
    expect(await failureOf(other.agents.chat(agent, { message: 'Hi' }))).toMatchObject({
      ...{ status: 503, code: 'provider_not_configured' },
      message: 'The model openai/gpt-9 did not complete its reply: its provider has no API key (OPENAI_API_KEY).',
    });

    const set = await owner.models.providers.setKey('openai', { apiKey: key });
    expect(set).toMatchObject({ usable: true, reason: null, source: 'stored', lastFour: 'wxyz' });
    expect(Date.parse(set.setAt ?? '')).not.toBeNaN();
    expect((await other.models.list()).default).toBe('openai/gpt-5-mini');
    expect((await other.agents.chat(agent, { message: 'Hi' })).reply?.content).toBe('Hello from gpt-9.');
    expect(provider.asked.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
    expect(await owner.models.providers.test('openai')).toEqual({ ok: true, models: 2, failure: null });

    const rows = await parley.db.read(parley.db.query.selectFrom('provider_keys').selectAll());
    for (const text of [JSON.stringify(rows), JSON.stringify(await openai()), parley.log()])
      expect(text).not.toContain(key);
    expect(parley.log()).toContain('the key of a model provider was stored');
  });

  test('are tested before they are stored, with the words of the provider', async () => {
    provider.list((response) => {
      const error = { message: `Incorrect API key provided: ${key}.`, type: 'invalid_request_error' };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    const tested = await owner.models.providers.test('anthropic', { apiKey: key });
    expect(tested).toEqual({
      ok: false,
      models: null,
      failure: expect.objectContaining({
        ...{ reason: expect.any(String), message: expect.any(String), hint: expect.any(String) },
      }),
    });
    const wrong = await owner.models.providers.test('openai', { apiKey: 'sk-wrong-98765432109876543210' });
    expect(wrong.failure).toMatchObject({
      ...{ reason: 'authentication', providerStatus: 401 },
      message: 'Its provider refused the API key (status 401).',
      providerMessage: 'Incorrect API key provided: [redacted]',
    });
    provider.list((response) => void response.writeHead(200).end('<h1>Welcome</h1>'));
    expect((await owner.models.providers.test('local')).failure).toMatchObject({ reason: 'invalid_response' });
    expect((await owner.models.providers.list()).items[1]).toMatchObject({ name: 'anthropic', source: 'none' });
  });

  test('a key must be one that a header can have, and its provider one of the settings', async () => {
    for (const bad of ['', 'two words', 'schlüssel', 'x'.repeat(501)])
      expect(await failureOf(owner.models.providers.setKey('openai', { apiKey: bad }))).toMatchObject({
        ...{ status: 400, code: 'validation_failed' },
      });
    const unknown = { status: 404, code: 'provider_not_found' };
    for (const name of ['nowhere', 'builtin']) {
      expect(await failureOf(owner.models.providers.setKey(name, { apiKey: key }))).toMatchObject(unknown);
      expect(await failureOf(owner.models.providers.test(name))).toMatchObject(unknown);
    }
    expect(await failureOf(owner.models.providers.deleteKey('anthropic'))).toMatchObject(unknown);
  });

  test('a key that was sealed under another pepper is not used, and says so', async () => {
    const sealed = createSecrets('another pepper, which is long enough').seal(key, ['provider_keys.sealed', 'openai ']);
    const change = statement(parley.db.query.updateTable('provider_keys').set({ sealed }));
    await parley.db.write([change, bumpAuthority(parley.db)]);
    const soon = { timeout: 30_000, interval: 100 };
    await vi.waitFor(async () => expect((await other.models.list()).default).toBe('local/large'), soon);
    expect(await openai()).toMatchObject({ usable: false, source: 'stored' });
    expect((await openai())?.reason).toMatch(/sealed under another pepper/);
    await owner.models.providers.setKey('openai', { apiKey: key });
    expect(await openai()).toMatchObject({ usable: true });
  });

  test('a short key shows no part of itself, and a deleted one is used no more', async () => {
    expect(await owner.models.providers.setKey('openai', { apiKey: 'sk-short' })).toMatchObject({ lastFour: null });
    expect(await owner.models.providers.deleteKey('openai')).toMatchObject({ message: 'API key deleted.' });
    expect(await openai()).toMatchObject({ usable: false, source: 'none', lastFour: null, setAt: null });
    expect((await other.models.list()).default).toBe('local/large');
  });

  test('everyone who may change agents can test a model', async () => {
    provider.list(lists('gpt-9'));
    await owner.models.providers.setKey('openai', { apiKey: key });
    expect(await other.models.test({ model: 'openai/gpt-9' })).toEqual({
      ...{ ok: true, model: 'openai/gpt-9', reply: 'Hello from gpt-9.', latencyMs: expect.any(Number), failure: null },
    });
    expect((await other.models.test({ model: 'builtin/echo' })).reply).toBe('Reply with the word OK.');
    expect(await other.models.test({ model: 'anthropic/claude-sonnet-4-5' })).toMatchObject({
      ...{ ok: false, reply: null, latencyMs: null },
      failure: {
        reason: 'not_configured',
        message:
          'The model anthropic/claude-sonnet-4-5 did not reply: its provider has no API key (ANTHROPIC_API_KEY).',
        hint: expect.stringContaining('owner of the instance'),
      },
    });
    expect(await failureOf(other.models.test({ model: 'nowhere/model' }))).toMatchObject({
      ...{ status: 400, code: 'validation_failed', details: [{ path: 'model' }] },
    });
    await owner.models.providers.deleteKey('openai');
  });

  test('one person owns the instance: the first, until the operator names another', async () => {
    const one = await startService(engine, { environment });
    onTestFinished(one.close);
    const [first, second] = [await one.person(), await one.person()];
    const [ada, bob] = [await first.session(), await second.session()];
    const owners = async () => [(await ada.me.retrieve()).ownsInstance, (await bob.me.retrieve()).ownsInstance];
    expect(await owners()).toEqual([true, false]);
    const { people: commands } = one.features.accounts;
    await commands.ownInstance(second.user.email);
    expect(await owners()).toEqual([false, true]);
    expect(await failureOf(ada.models.providers.setKey('openai', { apiKey: key }))).toMatchObject({ status: 403 });
    await bob.models.providers.setKey('openai', { apiKey: key });
    await one.features.accounts.setStatus(first.user.email, 'suspended');
    for (const email of ['nobody@example.com', first.user.email])
      expect(await failureOf(commands.ownInstance(email))).toMatchObject({ code: 'member_not_found' });
    expect((await bob.me.retrieve()).ownsInstance).toBe(true);
  });

  test('tests of models count among the replies of the account', async () => {
    const limits = { PARLEY_PLAN_CONCURRENCY: 'replies:business=1' };
    const busy = await startService(engine, {
      environment: { ...provider.environment, ...limits },
      modelLimits: patient,
    });
    onTestFinished(busy.close);
    const client = await (await busy.person({ plan: 'business' })).client();
    const held = fake.conducted();
    provider.play('held', held.play);
    const first = client.models.test({ model: 'fake/held' });
    await held.begun;
    expect(await failureOf(client.models.test({ model: 'builtin/echo' }, { maxRetries: 0 }))).toMatchObject({
      ...{ status: 429, code: 'too_many_concurrent' },
    });
    held.say('OK');
    held.end();
    expect(await first).toMatchObject({ ok: true, reply: 'OK' });
    expect((await client.models.test({ model: 'builtin/echo' })).ok).toBe(true);
  });

  test('the environment wins, and no key is stored beside it', async () => {
    const set = await startService(engine, { environment: { ...environment, OPENAI_API_KEY: fake.providerKey } });
    onTestFinished(set.close);
    const { owner: its } = await people(set);
    const row = { provider: 'openai', sealed: 'of before', last_four: null, set_by: 'user', set_at: 1 };
    await set.db.write([statement(set.db.query.insertInto('provider_keys').values(row))]);
    expect(await failureOf(its.models.providers.setKey('openai', { apiKey: key }))).toMatchObject({
      ...{ status: 409, code: 'set_by_environment' },
      message: 'The environment sets OPENAI_API_KEY, which wins over a stored key.',
    });
    expect((await its.models.providers.list()).items[0]).toMatchObject({ usable: true, source: 'environment' });
    expect(await its.models.providers.deleteKey('openai')).toMatchObject({ message: 'API key deleted.' });
  });
});

test.runIf(engines.includes('postgres'))('another process uses a stored key within some seconds', async () => {
  const database = await migratedDatabase();
  onTestFinished(database.drop);
  provider.list(lists('gpt-9'));
  const start = () =>
    startService('postgres', { environment: { ...environment, DATABASE_URL: database.url }, modelLimits: patient });
  const one = await start();
  onTestFinished(one.close);
  const two = await start();
  onTestFinished(two.close);
  const first = await one.person();
  await ownInstance(one, first.user.id);
  const owner = await first.session();
  const elsewhere = await two.person();
  const client = await elsewhere.client();
  const openaiThere = async () => (await client.models.list()).providers.find(({ name }) => name === 'openai');
  expect(await openaiThere()).toMatchObject({ usable: false });
  const soon = { timeout: 30_000, interval: 100 };
  await owner.models.providers.setKey('openai', { apiKey: key });
  await vi.waitFor(async () => expect(await openaiThere()).toMatchObject({ usable: true }), soon);
  await owner.models.providers.deleteKey('openai');
  await vi.waitFor(async () => expect(await openaiThere()).toMatchObject({ usable: false }), soon);
});

test.each(engines)('a stored key goes to no other server than it was stored for, on %s', async (engine) => {
  const database = engine === 'postgres' ? await migratedDatabase() : undefined;
  const started = async (OPENAI_BASE_URL: string) => {
    const settings = { ...environment, OPENAI_BASE_URL, ...(database && { DATABASE_URL: database.url }) };
    return startService(engine, { dataDir, environment: settings, modelLimits: patient });
  };
  const dataDir = tempFolder();
  const theirs = await fake.startFakeProvider();
  theirs.list(lists('gpt-9'));
  const first = await started(provider.url);
  const person = await first.person();
  await ownInstance(first, person.user.id);
  await (await person.session()).models.providers.setKey('openai', { apiKey: key });
  const { email } = person.user;
  await first.close();
  const seen = async (url: string) => {
    const service = await started(url);
    const owner = sessionClient(service.url);
    await owner.sessions.create({ email, password });
    const { items } = await owner.models.providers.list();
    const tested = await owner.models.providers.test('openai');
    await service.close();
    return { openai: items.find(({ name }) => name === 'openai'), tested };
  };
  const moved = await seen(theirs.url);
  expect(moved.openai).toMatchObject({
    ...{ usable: false, source: 'stored' },
    reason: 'Its key was stored for another address, or sealed under another pepper. Store it again.',
  });
  expect(moved.tested).toMatchObject({ ok: false });
  expect(JSON.stringify(theirs.listed)).not.toContain(key);
  expect((await seen(`${new URL(provider.url).origin}/v2`)).openai).toMatchObject({ usable: true });
  await theirs.close();
  await database?.drop();
});
