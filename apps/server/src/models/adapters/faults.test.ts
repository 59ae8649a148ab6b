import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service, startService } from '../../../testing/harness.ts';
import { collectGarbage } from '../../../testing/memory/collect-garbage.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import type { ModelLimits } from '../limits.ts';

const provider = await fake.startFakeProvider();
const elsewhere = await fake.startFakeProvider();
afterAll(() => Promise.all([provider.close(), elsewhere.close()]));

const MiB = 1024 * 1024;
/** Limits in ms. Only the limit under test is short, so that a slow machine reaches no other. */
const limits = { firstToken: 30_000, idle: 30_000, whole: 30_000, retryDelay: 10, maxRetryAfter: 300 };

interface Fault {
  readonly plays: readonly [fake.Play, ...fake.Play[]];
  readonly status: number;
  readonly code: string;
  /** Matches the end of the error sentence. */
  readonly says: RegExp;
  readonly content?: string | RegExp;
  readonly providerStatus?: number;
  /** Expected number of requests to the provider. */
  readonly asked?: number;
  /** The limit that it reaches. */
  readonly limit?: Partial<ModelLimits>;
}

/** Redirects to another address. */
const redirects =
  (location: string): fake.Play =>
  (response) => {
    response.writeHead(307, { location }).end();
  };

const faults: Readonly<Record<string, Fault>> = {
  '401': {
    plays: [fake.refuses(401)],
    status: 502,
    code: 'provider_error',
    says: /refused the API key \(status 401\)\.$/,
    providerStatus: 401,
  },
  '400': {
    plays: [fake.refuses(400)],
    status: 502,
    code: 'provider_error',
    says: /refused the API key \(status 400\)\.$/,
    providerStatus: 400,
  },
  '429 with a long Retry-After': {
    plays: [fake.refuses(429, { 'retry-after': '3600' })],
    status: 502,
    code: 'provider_error',
    says: /too many requests \(status 429\)\.$/,
    providerStatus: 429,
  },
  '500 on every attempt': {
    plays: [fake.refuses(500)],
    status: 502,
    code: 'provider_error',
    says: /status 500\.$/,
    providerStatus: 500,
    asked: 3,
  },
  'malformed JSON': {
    plays: [fake.babbles],
    status: 502,
    code: 'provider_error',
    says: /could not be read\.$/,
    content: 'Half',
  },
  'a chunk of 10 MiB': {
    plays: [fake.floods(10 * MiB)],
    status: 502,
    code: 'provider_error',
    says: /too large\.$/,
  },
  'an endless stream': {
    plays: [fake.neverEnds],
    status: 502,
    code: 'provider_error',
    says: /more than 100000 characters\.$/,
    content: /^(again |and |again\. )+/,
  },
  'single bytes': {
    plays: [fake.drips(50)],
    status: 504,
    code: 'provider_timeout',
    says: /too long to begin/,
    limit: { firstToken: 500 },
  },
  silence: {
    plays: [fake.keepsSilent],
    status: 504,
    code: 'provider_timeout',
    says: /too long to begin/,
    limit: { firstToken: 500 },
  },
  'silence halfway': {
    plays: [fake.fallsSilent],
    status: 504,
    code: 'provider_timeout',
    says: /stopped in the middle/,
    limit: { idle: 500 },
    content: 'Half of it',
  },
  'a slow reply that never ends': {
    plays: [
      async (response, { closed }) => {
        let gone = false;
        void closed.then(() => {
          gone = true;
        });
        fake.begin(response);
        while (!gone) {
          response.write(fake.piece('. '));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
    ],
    status: 504,
    code: 'provider_timeout',
    says: /too long for the whole/,
    limit: { whole: 2_000 },
    content: /^(\. )+$/,
  },
  'a connection closed halfway': {
    plays: [fake.hangsUp],
    status: 502,
    code: 'provider_error',
    says: /could not be (read|reached)/,
    content: 'Half of it',
  },
  'an end without a finish event': {
    plays: [fake.stopsShort],
    status: 502,
    code: 'provider_error',
    says: /without finishing|could not be read/,
    content: 'Half of it',
  },
  'a redirect': {
    plays: [redirects(elsewhere.url)],
    status: 502,
    code: 'provider_error',
    says: /redirected/,
    providerStatus: 307,
  },
  'a page of HTML': {
    plays: [(response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')],
    status: 502,
    code: 'provider_error',
    says: /without finishing|could not be read/,
  },
  'a compressed reply': {
    plays: [(response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    status: 502,
    code: 'provider_error',
    says: /compressed/,
  },
};

describe.each(anyEngine)('failing model providers, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment, modelLimits: limits });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
    // Loads the lazily loaded packages, so that no test measures that.
    await ask('warm');
  });

  const nameOf = (model: string) => `${engine} ${model}`;
  /** A client of another service, with one limit that is short. */
  const hasty = async (limit: Partial<ModelLimits>) => {
    const modelLimits = { ...limits, ...limit };
    const other = await startService(engine, { environment: provider.environment, modelLimits });
    onTestFinished(other.close);
    return (await other.person()).client();
  };
  const ask = async (model: string, by: Parley = client) => {
    const agent = await by.agents.create({ name: 'Fails', model: `fake/${nameOf(model)}` });
    const conversation = await by.conversations.create(agent._id);
    return {
      conversation: conversation._id,
      sent: await settle(by.messages.send(conversation._id, { content: 'Go' })),
    };
  };
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));

  test.each(Object.entries(faults))('%s', async (name, fault) => {
    provider.play(nameOf(name), ...fault.plays);
    const by = fault.limit === undefined ? client : await hasty(fault.limit);
    const { conversation, sent } = await ask(name, by);
    expect(sent).toMatchObject({ status: fault.status, code: fault.code, message: expect.stringMatching(fault.says) });
    const { details } = sent as { details: readonly { path: string; message: string }[] };
    const statuses = details.filter(({ path }) => path === 'providerStatus').map(({ message }) => Number(message));
    expect(statuses).toEqual(fault.providerStatus === undefined ? [] : [fault.providerStatus]);
    expect(askedOf(name)).toHaveLength(fault.asked ?? 1);

    const [reply] = (await by.messages.list(conversation, { limit: 1 })).items;
    if (reply === undefined) throw new Error('Nothing is stored.');
    expect(details).toContainEqual({ path: 'reply', message: reply._id });
    expect(sent).toMatchObject({ failed: { conversation, message: reply.replyTo, reply: reply._id } });
    expect(reply).toMatchObject({
      role: 'assistant',
      status: 'failed',
      finishReason: 'error',
      error: { code: fault.code },
    });
    if (fault.content instanceof RegExp) expect(reply.content).toMatch(fault.content);
    else expect(reply.content).toBe(fault.content ?? '');
    expect(reply.content.length).toBeLessThanOrEqual(100_000);
    expect(await by.conversations.retrieve(conversation)).toMatchObject({ turn: null, status: 'open' });
    // The connection to the provider is closed.
    await askedOf(name).at(-1)?.closed;
  });

  test.each([
    // Half of what would stay; a process whose other files have just run grows by some 2 MiB by itself.
    ['a chunk of 10 MiB', fake.floods(10 * MiB), 5 * MiB],
    ['an endless stream', fake.neverEnds, 2 * MiB],
  ])('%s leaves nothing in memory', async (name, play, most) => {
    provider.play(nameOf(name), play);
    const growths: number[] = [];
    // Memory that one answer leaves would grow with each; other changes meanwhile pass.
    while (growths.length < 8 && !growths.some((growth) => growth < most)) {
      await collectGarbage(2);
      const before = process.memoryUsage();
      await ask(name);
      await collectGarbage();
      const after = process.memoryUsage();
      growths.push(after.heapUsed + after.external - before.heapUsed - before.external);
    }
    expect(Math.min(...growths)).toBeLessThan(most);
  });

  test('the stream of a failed reply ends with the reason', async () => {
    provider.play(nameOf('streamed'), fake.babbles);
    const agent = await client.agents.create({ name: 'Fails', model: `fake/${nameOf('streamed')}` });
    const failure = await settle(client.agents.stream(agent._id, { message: 'Go' }).final());
    expect(failure).toMatchObject({ name: 'MessageFailedError', code: 'provider_error', reply: { content: 'Half' } });
  });

  test('a temporary failure is retried transparently', async () => {
    provider.play(nameOf('passes'), fake.refuses(500), fake.refuses(429, { 'retry-after': '0' }), fake.says('Here.'));
    const { sent } = await ask('passes');
    expect(sent).toMatchObject({ reply: { content: 'Here.', status: 'complete' } });
    expect(askedOf('passes')).toHaveLength(3);
  });

  test('reasoning extends the timeout and is not shown', async () => {
    const firstToken = 1_500;
    const by = await hasty({ firstToken });
    provider.play(nameOf('thinks'), async (response) => {
      fake.begin(response);
      for (let times = 0; times < 16; times += 1) {
        response.write(fake.thought('Well, '));
        await new Promise((resolve) => setTimeout(resolve, firstToken / 15));
      }
      response.end(fake.piece('Here.') + fake.ending());
    });
    const { sent } = await ask('thinks', by);
    expect(sent).toMatchObject({ reply: { content: 'Here.', status: 'complete' } });
    expect((sent as { reply: { firstTokenMs: number } }).reply.firstTokenMs).toBeGreaterThan(firstToken);
    expect(askedOf('thinks')).toHaveLength(1);
  });

  test('waits for Retry-After', async () => {
    provider.play(
      nameOf('waits'),
      fake.refuses(429, { 'retry-after': '0.2' }),
      fake.refuses(429, { 'retry-after': new Date(0).toUTCString() }),
      fake.says('Here.'),
    );
    expect((await ask('waits')).sent).toMatchObject({ reply: { content: 'Here.' } });
  });

  test('an unreachable provider', async () => {
    const gone = await fake.startFakeProvider();
    await gone.close();
    const other = await startService(engine, { environment: gone.environment, modelLimits: limits });
    try {
      const own = await (await other.person()).client();
      const agent = await own.agents.create({ name: 'Gone', model: 'fake/any' });
      const failure = await settle(own.agents.chat(agent._id, { message: 'Go' }));
      expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
      expect((failure as Error).message).toMatch(/could not be reached \(ECONNREFUSED\)\.$/);
    } finally {
      await other.close();
    }
  });

  test('the key is neither stored nor logged; the provider’s message is both, without it', async () => {
    const rows = JSON.stringify(await parley.db.read(parley.db.query.selectFrom('messages').selectAll()));
    for (const text of [rows, parley.log()]) expect(text).not.toContain(fake.providerKey);
    for (const text of [rows, parley.log()]) expect(text).toContain('Incorrect API key provided: [redacted]');
    expect(elsewhere.asked).toEqual([]);
  });
});

/** Resolves to a promise's value or its rejection reason. */
const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
