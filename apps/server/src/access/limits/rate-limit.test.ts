import { beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { expectFailure, type RawRequest, type Reply, send, signIn } from '../../../testing/request.ts';
import { sessionCookie } from '../../http/admission/authenticate.ts';
import { newKey } from '../key-format.ts';
import { newToken } from '../secrets.ts';
import { type Allowance, createFailureLimiter, createLocalLimiter, maxSubjects } from './rate-limit.ts';

const minute = 60_000;
const hour = 60 * minute;

test('counts an overtaken request in the window of the requests that overtook it', () => {
  const { take } = createLocalLimiter();
  const remaining = [1_000_000, 999_000, 1_000_500, 996_000].map((now) => {
    const { remaining } = take('account', 60, now) as Allowance;
    return remaining;
  });
  expect(remaining).toEqual([59, 58, 57, 56]);
});

test('keeps at most 100,000 windows and removes the least recently used first', () => {
  const { take } = createLocalLimiter();
  const remaining = (subject: string) => (take(subject, 60, 1_000_000) as Allowance).remaining;
  expect([remaining('left alone'), remaining('used again')]).toEqual([59, 59]);
  for (let subject = 0; subject < maxSubjects - 2; subject += 1) remaining(`made up ${subject}`);
  expect(remaining('used again')).toBe(58);
  remaining('one more');
  expect([remaining('used again'), remaining('left alone')]).toEqual([57, 59]);
});

/** The figures of both kinds of headers, which must agree. */
function figuresOf({ headers }: Reply) {
  const [, quota, window] = /^"default";q=(\d+);w=(\d+)$/.exec(String(headers['ratelimit-policy'])) ?? [];
  const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(String(headers['ratelimit'])) ?? [];
  expect(headers).toMatchObject({ 'x-ratelimit-limit': quota, 'x-ratelimit-remaining': remaining });
  return {
    limit: Number(quota),
    window: Number(window),
    remaining: Number(remaining),
    seconds: Number(seconds),
    reset: Number(headers['x-ratelimit-reset']),
  };
}

describe.each(anyEngine)('rate limits, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_LIMITS: 'free=60,pro=300,business=1000' } });
  const ask = (key: string, path = '/api/me') => send(parley.url, { path, key });

  test.each([
    ['free', 60],
    ['pro', 300],
    ['business', 1000],
  ] as const)('the plan %s allows %i requests per minute', async (plan, limit) => {
    const person = await parley.person({ plan });
    const reply = await ask(await person.key());
    const { reset, ...figures } = figuresOf(reply);
    expect(figures).toEqual({ limit, window: 60, remaining: limit - 1, seconds: 60 });
    expect(Math.abs(reset - (Date.now() + minute) / 1000)).toBeLessThan(2);
  });

  test('lets exactly 60 of 500 parallel requests pass', async () => {
    const person = await parley.person();
    const keys = await Promise.all([person.key(), person.key(), person.key()]);
    const replies = await Promise.all(Array.from({ length: 500 }, (_, index) => ask(keys[index % 3] ?? '')));
    const passed = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(passed).toHaveLength(60);
    expect(new Set(passed.map((reply) => figuresOf(reply).remaining)).size).toBe(60);
    for (const reply of refused) {
      const { hint } = expectFailure(reply, 'rate_limited');
      expect(hint).toBe(
        'The plan allows 60 requests a minute, all keys of the account and messages from the dashboard together.',
      );
    }
  });

  test('counts all keys of an account together, apart from other accounts', async () => {
    const alice = await parley.person();
    const bob = await parley.person();
    const first = figuresOf(await ask(await alice.key()));
    const second = figuresOf(await ask(await alice.key()));
    expect([first.remaining, second.remaining]).toEqual([59, 58]);
    expect(figuresOf(await ask(await bob.key())).remaining).toBe(59);
  });

  test('doesn’t count the key of a removed member against the account', async () => {
    const [alice, bob] = [await parley.person(), await parley.person()];
    await alice.invite(bob, 'editor');
    const [theirs, mine] = [await bob.key(undefined, { account: alice.account }), await alice.key()];
    expect(figuresOf(await ask(theirs)).remaining).toBe(59);
    await (await alice.session()).workspaces.members.remove({ workspaceId: alice.workspace, userId: bob.user.id });
    for (let sent = 0; sent < 5; sent += 1) expectFailure(await ask(theirs), 'inactive_api_key');
    expect(figuresOf(await ask(mine)).remaining).toBe(58);
  });

  test('every reply carries the figures once the key is recognised, even a failure', async () => {
    const person = await parley.person();
    const key = await person.key(['agents:read']);
    const post = (body: object) => send(parley.url, { method: 'POST', path: '/api/agents', key, body });
    const replies = [await ask(key, '/api/agents/x'), await ask(key, '/api/agents?x=1'), await post({ name: 'A' })];
    expect(replies.map(({ status }) => status)).toEqual([404, 400, 403]);
    expect(replies.map((reply) => figuresOf(reply).remaining)).toEqual([59, 58, 57]);
  });

  test('doesn’t count requests without a key', async () => {
    const reply = await send(parley.url, { path: '/healthz' });
    expect(reply.headers).not.toHaveProperty('ratelimit');
    expect(await ask(await (await parley.person()).key(), '/api/nothing')).toMatchObject({ status: 404 });
  });

  test('what a session sends to models counts for the account, as a key’s request does; its reads do not', async () => {
    const alice = await parley.person();
    const key = await alice.key();
    const session = await signIn(parley.url, alice.user.email);
    const ask = (method: string, path: string, body?: object) =>
      send(parley.url, { method, path, headers: session, ...(body && { body }) });
    const idOf = (reply: Reply) => (reply.json()['data'] as { _id: string })._id;
    const agent = idOf(await ask('POST', '/api/agents', { name: 'Echo', model: 'builtin/echo' }));
    const conversation = idOf(await ask('POST', `/api/agents/${agent}/conversations`, {}));
    const sends = [
      ['POST', `/api/agents/${agent}/chat`, { message: 'Hi' }],
      ['POST', `/api/agents/${agent}/chat`, { message: 'Hi', stream: true }],
      ['POST', `/api/conversations/${conversation}/messages`, { content: 'Hi' }],
      ['POST', '/api/messages/msg_none/retry', {}],
    ] as const;
    const remaining: number[] = [];
    for (const [method, path, body] of sends) {
      const { limit, remaining: left } = figuresOf(await ask(method, path, body));
      expect(limit).toBe(60);
      remaining.push(left);
    }
    expect(remaining).toEqual([59, 58, 57, 56]);
    expect(figuresOf(await ask('GET', '/api/agents')).limit).toBe(600);
    expect(figuresOf(await send(parley.url, { path: '/api/me', key })).remaining).toBe(55);
    for (let sent = 0; sent < 55; sent += 1) await send(parley.url, { path: '/api/me', key });
    const refused = await ask('POST', `/api/agents/${agent}/chat`, { message: 'Hi' });
    expectFailure(refused, 'rate_limited');
    expect(figuresOf(refused)).toMatchObject({ limit: 60, remaining: 0 });
    expect((await ask('GET', '/api/agents')).status).toBe(200);
  });

  test('a window begins with the first request and lasts 60 seconds', async () => {
    const key = await (await parley.person()).key();
    for (let sent = 0; sent < 60; sent += 1) await ask(key);
    const refused = await ask(key);
    const { remaining, seconds } = figuresOf(refused);
    expect({ remaining, retryAfter: refused.headers['retry-after'] }).toEqual({
      remaining: 0,
      retryAfter: String(seconds),
    });
    parley.advance((seconds - 2) * 1000);
    expectFailure(await ask(key), 'rate_limited');
    parley.advance(2001);
    expect(figuresOf(await ask(key))).toMatchObject({ remaining: 59, seconds: 60 });
  });

  test('refused requests don’t extend the window', async () => {
    const key = await (await parley.person()).key();
    const first = figuresOf(await ask(key));
    await Promise.all(Array.from({ length: 100 }, () => ask(key)));
    parley.advance(30_000);
    expect(figuresOf(await ask(key)).reset).toBe(first.reset);
  });

  test('a change of plan counts from the next request on', async () => {
    const person = await parley.person();
    const key = await person.key();
    expect(figuresOf(await ask(key)).limit).toBe(60);
    await parley.features.accounts.setPlan(person.user.email, 'pro');
    expect(figuresOf(await ask(key))).toMatchObject({ limit: 300, remaining: 298 });
  });

  test('a signed-in person has 600 requests per minute, apart from the account’s keys', async () => {
    const person = await parley.person();
    const headers = await signIn(parley.url, person.user.email);
    const key = await person.key();
    for (let sent = 0; sent < 61; sent += 1) await ask(key);
    expectFailure(await ask(key), 'rate_limited');
    const replies = await Promise.all(
      Array.from({ length: 650 }, () => send(parley.url, { path: '/api/me', headers })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(600);
    expect(figuresOf(replies.find(({ status }) => status === 200) as Reply).limit).toBe(600);
    const { hint } = expectFailure(replies.find(({ status }) => status !== 200) as Reply, 'rate_limited');
    expect(hint).toMatch(/^A signed-in person may send 600 requests a minute, all sessions together/);
  });

  test('all sessions of a person count together', async () => {
    const person = await parley.person();
    const [one, two] = [await signIn(parley.url, person.user.email), await signIn(parley.url, person.user.email)];
    const replies = [one, two].map((headers) => send(parley.url, { path: '/api/me', headers }));
    const remaining = (await Promise.all(replies)).map((reply) => figuresOf(reply).remaining);
    expect(remaining.sort()).toEqual([598, 599]);
  });
});

describe.each(anyEngine)('failed authentication, on %s', (engine) => {
  const parley = service(engine);
  beforeEach(() => parley.advance(minute + 1));

  const ask = (request: Pick<RawRequest, 'key' | 'headers'>) => send(parley.url, { path: '/api/agents', ...request });
  const guess = (email: string) =>
    send(parley.url, { method: 'POST', path: '/api/session', body: { email, password: 'not the right password' } });
  /** The cookie of a session that the server has deleted. */
  const endedSession = () => `${sessionCookie.plain}=${newToken()}`;

  test('429: after 20 failures in a minute an address must wait, except with valid keys', async () => {
    const key = await (await parley.person()).key();
    const { user } = await parley.person();
    const headers = await signIn(parley.url, user.email);
    for (let failures = 0; failures < 20; failures += 1) {
      expectFailure(await ask({ key: failures % 2 === 0 ? newKey() : 'malformed' }), 'invalid_api_key');
    }
    const refused = await ask({ key: newKey() });
    expectFailure(refused, 'too_many_failed_attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expectFailure(await ask({ key: 'malformed' }), 'too_many_failed_attempts');
    expect((await ask({ key })).status).toBe(200);
    // Signed-in people behind the address aren’t affected, nor are expired sessions or wrong passwords.
    expect((await ask({ headers })).status).toBe(200);
    expectFailure(await ask({ headers: { ...headers, cookie: endedSession() } }), 'session_ended');
    expectFailure(await ask({}), 'missing_api_key');
    expectFailure(await guess(user.email), 'invalid_credentials');
    await signIn(parley.url, user.email);
    parley.advance(minute);
    expectFailure(await ask({ key: newKey() }), 'invalid_api_key');
  });

  test('requests without credentials are no attempts, however often they are sent', async () => {
    const basic = { authorization: `Basic ${Buffer.from('proxy:secret').toString('base64')}` };
    for (let sent = 0; sent < 25; sent += 1) {
      expectFailure(await ask({ headers: sent % 2 === 0 ? {} : basic }), 'missing_api_key');
    }
    expectFailure(await ask({ key: newKey() }), 'invalid_api_key');
  });

  test('deleted sessions are no attempts', async () => {
    for (let sent = 0; sent < 25; sent += 1) {
      expectFailure(await ask({ headers: { cookie: endedSession(), origin: parley.url } }), 'session_ended');
    }
    expectFailure(await ask({ key: newKey() }), 'invalid_api_key');
  });

  test('wrong passwords count apart from wrong keys', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      expectFailure(await guess(`guessed-${tries}@example.com`), 'invalid_credentials');
    }
    expectFailure(await guess('guessed@example.com'), 'too_many_failed_attempts');
    expectFailure(await ask({ key: newKey() }), 'invalid_api_key');
  });

  test('an IPv6 address counts with its /64', () => {
    const failures = createFailureLimiter();
    const waits = Array.from({ length: 21 }, (_, index) => failures.fail(`2001:db8:1:2::${index}`, 1_000));
    expect(waits).toEqual([...Array.from({ length: 20 }, () => undefined), 60]);
    expect(failures.wait('2001:db8:1:2:ffff::', 31_000)).toBe(30);
    expect(failures.wait('2001:db8:1:3::', 31_000)).toBeUndefined();
    expect(failures.wait('2001:db8:1:2::', 61_000)).toBeUndefined();
  });
});

test('no wait exceeds a window after the clock is set back', async () => {
  const windows = createLocalLimiter();
  const failures = createFailureLimiter();
  const before = 2 * hour;
  for (let sent = 0; sent < 21; sent += 1) {
    await windows.take('acct', 20, before);
    failures.fail('192.0.2.1', before);
  }
  expect([windows.peek('acct', 20, before), failures.wait('192.0.2.1', before)]).toMatchObject([{ remaining: 0 }, 60]);
  const after = before - hour;
  expect(windows.peek('acct', 20, after)).toMatchObject({ remaining: 20, resetAt: after + minute });
  expect(failures.wait('192.0.2.1', after)).toBeUndefined();
  expect(failures.fail('192.0.2.1', after)).toBeUndefined();
  expect(windows.take('acct', 20, after)).toMatchObject({ remaining: 19, resetAt: after + minute });
});
