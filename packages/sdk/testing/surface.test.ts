// @module-tag pure

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clientErrorCodes } from '../src/client-error-codes.ts';
import type { RequestOptions } from '../src/core/request.ts';
import type { ParleyOptions } from '../src/core/settings.ts';
import * as exported from '../src/index.ts';
import { client, failureOf, key } from './clients.ts';
import { sends } from './event-server.ts';
import { fail, ok, playServer } from './fault-server.ts';

interface Row {
  readonly typescript: string | null;
  readonly python: string | null;
  readonly why?: string;
}

type Group = 'exports' | 'errorFields' | 'apiErrorFields' | 'client' | 'clientOptions' | 'derivedOptions';
type OtherGroup = 'requestOptions' | 'result' | 'page' | 'messageStream' | 'text' | 'webhooks' | 'times';

/** The table that the test of the Python client reads too. */
const surface: Readonly<Record<Group | OtherGroup, readonly Row[]>> & {
  readonly errors: readonly string[];
  readonly clientErrorCodes: Readonly<Record<'both' | 'typescript' | 'python', readonly string[]>>;
} = JSON.parse(readFileSync(new URL('../surface.json', import.meta.url), 'utf8'));

const named = (group: Group | OtherGroup) => surface[group].flatMap(({ typescript }) => typescript ?? []);

/** Every option of a client, and of a call: a new one doesn't compile until it is here, and fails until the table has it. */
const clientOptions: Readonly<Record<keyof ParleyOptions, true>> = {
  ...{ apiKey: true, baseURL: true, session: true, timeout: true, maxRetries: true, fetch: true, headers: true },
  ...{ logger: true, logLevel: true, dangerouslyAllowBrowser: true },
};
const requestOptions: Readonly<Record<keyof RequestOptions, true>> = {
  ...{ idempotencyKey: true, ifMatch: true, ifNoneMatch: true, signal: true, timeout: true, maxRetries: true },
  ...{ headers: true, extraHeaders: true, extraQuery: true, extraBody: true },
};

describe('the surface that both clients share', () => {
  it('says of each name why only one language has it', () => {
    const rows = Object.values(surface).flatMap((group) => (Array.isArray(group) ? (group as Row[]) : []));
    const single = rows.filter((row) => row.typescript === null || row.python === null);
    expect(single.filter(({ why }) => why === undefined)).toEqual([]);
  });

  it('is what the package exports, and the errors are statics of the client too', () => {
    for (const name of named('exports')) expect(exported).toHaveProperty(name);
    for (const name of surface.errors) {
      const error = Reflect.get(exported, name);
      expect(error).toBeTypeOf('function');
      expect(Reflect.get(exported.Parley, name)).toBe(error);
    }
    expect(exported.default).toBe(exported.Parley);
    const classes = Object.keys(exported).filter((name) => name.endsWith('Error'));
    expect(classes.toSorted()).toEqual([...surface.errors, 'APIUserAbortError'].toSorted());
    const { both, typescript } = surface.clientErrorCodes;
    expect([...both, ...typescript].toSorted()).toEqual([...clientErrorCodes].toSorted());
  });

  it('is what a client and its options have', () => {
    const own = client('http://localhost');
    for (const name of named('client')) expect(Reflect.get(own, name)).toBeDefined();
    expect(Object.keys(clientOptions).toSorted()).toEqual(named('clientOptions').toSorted());
    expect(Object.keys(clientOptions)).toEqual(expect.arrayContaining(named('derivedOptions')));
    expect(Object.keys(requestOptions).toSorted()).toEqual(named('requestOptions').toSorted());
    for (const name of named('webhooks')) expect(Reflect.get(own.webhooks, name)).toBeTypeOf('function');
    expect(exported.Parley.webhooks).toBe(exported.webhooks);
  });

  it('is what results, pages, texts, streams and errors have', async () => {
    const page = ok({ items: [], nextCursor: null, total: 0 }, { 'X-Request-Id': 'req_1' });
    const server = await playServer(page, fail(404, {}), sends());
    const own = client(server.baseURL);
    const first = await own.agents.list();
    for (const name of [...named('page'), ...named('result')]) expect(name in first).toBe(true);
    const error = await failureOf(own.agents.retrieve('agent_1'));
    for (const name of [...named('errorFields'), ...named('apiErrorFields')])
      expect(name in (error as object)).toBe(true);
    const stream = own.agents.stream('agent_1', { content: 'Hello' });
    for (const name of named('messageStream')) expect(name in stream).toBe(true);
    for (const name of named('text')) expect(name in own.conversations.export()).toBe(true);
  });
});

describe('the ID of a request', () => {
  it('is on every result, and in no JSON', async () => {
    const server = await playServer(ok({ _id: 'agent_1' }, { 'X-Request-Id': 'req_7' }));
    const agent = await client(server.baseURL).agents.retrieve('agent_1');
    expect(agent._request_id).toBe('req_7');
    expect(JSON.stringify({ ...agent })).toBe('{"_id":"agent_1"}');
  });
});

describe('withOptions', () => {
  it('changes what is given, adds headers, and keeps the rest', async () => {
    const server = await playServer(fail(503, {}), ok({}));
    const first = client(server.baseURL, { maxRetries: 0, headers: { 'X-Team': 'a', 'X-Site': 'b' } });
    const other = first.withOptions({
      apiKey: `${key}2`,
      timeout: 5_000,
      headers: { 'X-Site': 'c' },
      logger: undefined,
    });
    expect(await failureOf(other.agents.retrieve('agent_1'))).toMatchObject({ status: 503, attempts: 1 });
    await first.agents.retrieve('agent_1');
    expect(server.received.map(({ headers }) => [headers.authorization, headers['x-team'], headers['x-site']])).toEqual(
      [
        [`Bearer ${key}2`, 'a', 'c'],
        [`Bearer ${key}`, 'a', 'b'],
      ],
    );
  });

  it('exchanges a key for a session, and refuses what the constructor refuses', async () => {
    const server = await playServer(ok({}));
    const own = client(server.baseURL);
    await own.withOptions({ session: true }).agents.retrieve('agent_1');
    await own.withOptions({ session: true }).withOptions({ apiKey: key }).agents.retrieve('agent_1');
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${key}`]);
    expect(() => own.withOptions({ timeout: 0 })).toThrow('timeout');
    expect(() => own.withOptions({ session: true, apiKey: key })).toThrow('not both');
  });
});

describe('a key from a function', () => {
  it('is asked for before each attempt', async () => {
    const server = await playServer(fail(503, {}, { 'Retry-After-Ms': '1' }), ok({}));
    const keys = ['first', 'second'];
    const apiKey = async () => keys.shift() ?? '';
    await client(server.baseURL, { apiKey }).agents.retrieve('agent_1');
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  it('is not asked again after a 401', async () => {
    const server = await playServer(fail(401, { code: 'unauthorized' }));
    let asked = 0;
    const apiKey = () => {
      asked += 1;
      return key;
    };
    expect(await failureOf(client(server.baseURL, { apiKey }).agents.retrieve('agent_1'))).toMatchObject({
      status: 401,
    });
    expect([asked, server.received.length]).toEqual([1, 1]);
  });

  it('fails with one error, without its value, and sends nothing', async () => {
    const server = await playServer(ok({}));
    const cause = new Error('The vault is sealed.');
    const failing = client(server.baseURL, { apiKey: () => Promise.reject(cause) });
    expect(await failureOf(failing.agents.retrieve('agent_1'))).toMatchObject({ code: 'invalid_api_key', cause });
    const wrong = await failureOf(client(server.baseURL, { apiKey: () => 'a secret' }).agents.retrieve('agent_1'));
    expect(wrong).toMatchObject({ code: 'invalid_api_key' });
    expect(String(wrong)).not.toContain('a secret');
    const none = client(server.baseURL, { apiKey: () => undefined as never });
    expect(await failureOf(none.agents.retrieve('agent_1'))).toMatchObject({ code: 'missing_api_key' });
    expect(server.received).toHaveLength(0);
  });

  it('is waited for no longer than the timeout and the signal of the call', async () => {
    const own = client('http://localhost', { apiKey: () => new Promise<string>(() => {}), maxRetries: 0 });
    expect(await failureOf(own.agents.retrieve('agent_1', { timeout: 10 }))).toMatchObject({
      code: 'connection_timeout',
    });
    const signal = AbortSignal.timeout(10);
    expect(await failureOf(own.agents.retrieve('agent_1', { signal }))).toMatchObject({ code: 'aborted', attempts: 1 });
  });
});

describe('what is sent', () => {
  it('has times as ISO 8601, in the query and in the body', async () => {
    const server = await playServer(ok({ items: [], nextCursor: null }));
    const own = client(server.baseURL);
    const time = new Date('2026-11-25T10:00:00+01:00');
    await own.conversations.list({ createdAfter: time });
    await own.conversations.markRead('conv_1', { readUntil: time });
    expect(server.received[0]?.url).toBe('/api/conversations?createdAfter=2026-11-25T09%3A00%3A00.000Z');
    expect(server.received[1]?.body).toBe('{"readUntil":"2026-11-25T09:00:00.000Z"}');
    const never = new Date('never');
    const refused = { code: 'invalid_argument', attempts: 0 };
    expect(await failureOf(own.conversations.list({ createdAfter: never }))).toMatchObject(refused);
    expect(await failureOf(own.conversations.markRead('conv_1', { readUntil: never }))).toMatchObject(refused);
    expect(server.received).toHaveLength(2);
  });

  it('has what the caller adds to the query, the body, a form and the headers', async () => {
    const server = await playServer(ok({}));
    const { agents, knowledgeSources } = client(server.baseURL, { headers: { 'X-Trial': 'no' } });
    const extraQuery = { mode: 'fast', filter: { tag: 'a b' }, none: undefined };
    await agents.create(
      { name: 'Ada' },
      { extraQuery, extraBody: { name: 'Eve', beta: [1] }, extraHeaders: { 'X-Trial': 'yes' } },
    );
    const [{ url, body, headers } = {}] = server.received;
    expect(url).toBe('/api/agents?mode=fast&filter%5Btag%5D=a+b');
    expect(JSON.parse(body ?? '')).toEqual({ name: 'Eve', beta: [1] });
    expect(headers?.['x-trial']).toBe('yes');
    const file = { name: 'a.txt', content: 'Hello' };
    await knowledgeSources.upload({ file }, { extraBody: { shelf: 'top', depth: { least: 2 } } });
    expect(server.received[1]?.body).toContain('name="shelf"\r\n\r\ntop\r\n');
    expect(server.received[1]?.body).toContain('name="depth"\r\n\r\n{"least":2}\r\n');
    expect(await failureOf(agents.retrieve('agent_1', { extraBody: {} }))).toMatchObject({ code: 'invalid_argument' });
  });
});
