import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { isComplete } from '../memory/level.ts';
import { openWire, type Wire, type WireReply, type WireRequest } from '../processes/wire.ts';
import { inParallel, summaryOf } from './answers.ts';
import { make } from './fixtures.ts';
import { makeSubject } from './subjects.ts';
import { bearer, buildWorld, cookie, type User, type World } from './world.ts';

/** Number of tries of each way of losing rights, with this many loops of concurrent requests. */
const rounds = isComplete ? 100 : 25;
const loops = 3;

/** Requests that each loop sends after the answer. */
const sentAfter = 2;

interface Victim {
  readonly user: User;
  readonly key: { readonly _id: string; readonly key: string };
  readonly token: string;
}

/** One way of losing rights: the change, a request that worked before, and its answer from then on. */
interface Way {
  change(victim: Victim): Promise<WireReply | undefined>;
  attempt(victim: Victim): WireRequest;
  /** Failed attempts to authenticate are limited, so 429 is also a valid refusal. */
  readonly refusal: RegExp;
}

// Thousands of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe.each(anyEngine)('loss of rights, on %s', (engine) => {
  const running = service(engine);
  let world: World;
  let wire: Wire;
  let agent: string;

  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
    agent = await make(world, 'agent', { place: 'home', by: await makeSubject(world, 'anonymous') });
  });
  afterAll(() => wire.close());

  const makeVictim = async (): Promise<Victim> => {
    const user = await world.person('ours', { home: 'editor' });
    const [key, token] = await Promise.all([world.keyOf(user, 'ours'), world.sessionOf(user)]);
    return { user, key, token };
  };

  /** A request of the owner, with one of many sessions, so that no limit is reached. */
  const asOwner = async (request: Omit<WireRequest, 'headers'>) => {
    const headers = cookie(running, await world.sessionOf(world.sites.home.owner));
    return wire.send({ ...request, headers });
  };
  const member = ({ user }: Victim) => `/api/workspaces/${world.sites.home.workspace}/members/${user.id}`;

  const byKey = ({ key }: Victim) => {
    const body = { description: 'changed' };
    return { method: 'PUT', path: `/api/agents/${agent}`, headers: bearer(key), body };
  };
  const signedIn = ({ token }: Victim) => {
    const body = { name: 'Changed' };
    return { method: 'PUT', path: '/api/me', headers: cookie(running, token), body };
  };
  const unauthorized =
    /^401 (?:revoked_api_key|inactive_api_key|invalid_api_key|session_ended)$|^429 too_many_failed_attempts$/;

  const ways: Readonly<Record<string, Way>> = {
    'a key is revoked': {
      change: ({ key }) => asOwner({ method: 'DELETE', path: `/api/api-keys/${key._id}` }),
      attempt: byKey,
      refusal: unauthorized,
    },
    'a key is revoked by the operator': {
      change: ({ key }) => running.features.keyOperations.revoke(key._id).then(() => undefined),
      attempt: byKey,
      refusal: unauthorized,
    },
    'a person is demoted': {
      change: (victim) => asOwner({ method: 'PUT', path: member(victim), body: { role: 'viewer' } }),
      attempt: byKey,
      refusal: /^403 insufficient_role$/,
    },
    'a person is removed': {
      change: (victim) => asOwner({ method: 'DELETE', path: member(victim) }),
      attempt: byKey,
      refusal: unauthorized,
    },
    'a person is suspended': {
      change: ({ user }) => running.features.accounts.setStatus(user.email, 'suspended').then(() => undefined),
      attempt: byKey,
      refusal: unauthorized,
    },
    'the session of a suspended person': {
      change: ({ user }) => running.features.accounts.setStatus(user.email, 'suspended').then(() => undefined),
      attempt: signedIn,
      refusal: unauthorized,
    },
    'a person signs out': {
      change: (victim) => wire.send({ method: 'DELETE', path: '/api/session', headers: signedIn(victim).headers }),
      attempt: signedIn,
      refusal: unauthorized,
    },
  };

  it.each(Object.keys(ways))('%s: refuses every request that is sent after the answer', async (name) => {
    const way = ways[name] as Way;
    const outcomes = await inParallel(Array.from({ length: rounds }), () => round(way));
    const passed = outcomes.flatMap(({ after }) => after).filter((summary) => !way.refusal.test(summary));
    expect(passed).toEqual([]);
    expect(outcomes.flatMap(({ after }) => after)).toHaveLength(rounds * loops * sentAfter);
    // Otherwise no request was under way and the test would prove nothing.
    expect(outcomes.filter(({ before }) => before.includes('200')).length).toBeGreaterThan(rounds * 0.9);
  });

  const round = async ({ change, attempt }: Way) => {
    const victim = await makeVictim();
    const [before, after]: [string[], string[]] = [[], []];
    before.push(summaryOf(await wire.send(attempt(victim))));
    let answered = false;
    const loop = async () => {
      for (let sent = 0; sent < sentAfter; ) {
        const isAfter = answered;
        const summary = summaryOf(await wire.send(attempt(victim)));
        (isAfter ? after : before).push(summary);
        if (isAfter) sent += 1;
      }
    };
    const load = Promise.all(Array.from({ length: loops }, loop));
    running.advance(61_000);
    const answer = await change(victim);
    answered = true;
    if (answer !== undefined) expect(answer.status, answer.text).toBe(200);
    await load;
    return { before, after };
  };

  it('refuses a request whose body is still being sent', async () => {
    running.advance(61_000);
    for (const [name, { change, attempt, refusal }] of Object.entries(ways)) {
      const victim = await makeVictim();
      const slow = await sendSlowly(running.url, attempt(victim));
      await change(victim);
      expect(summaryOf(await slow.finish()), name).toMatch(refusal);
    }
  });
});

/** Sends the head of a request, waits until the server has accepted it, and holds back the body. */
async function sendSlowly(url: string, { method, path, headers = {}, body }: WireRequest) {
  const { hostname, port } = new URL(url);
  const text = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  const fields = { ...headers, host: `${hostname}:${port}`, expect: '100-continue', connection: 'close' };
  const lines = Object.entries({ ...fields, 'content-type': 'application/json', 'content-length': text.length });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const closed = once(socket, 'close');
  // Node emits this just before it dispatches the request.
  while (!received.includes('100 Continue')) await once(socket, 'data');
  return {
    finish: async (): Promise<WireReply> => {
      // Not `end`: a client that closes gets no answer.
      socket.write(text);
      await closed;
      const answer = received.slice(received.lastIndexOf('HTTP/1.1 '));
      return { status: Number(answer.slice(9, 12)), headers: {}, text: answer };
    },
  };
}
