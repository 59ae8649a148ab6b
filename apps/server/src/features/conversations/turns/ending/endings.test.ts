import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentDesk, silentEntries } from '../../../../../testing/conversations/silent-entries.ts';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { racingRead } from '../../../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../../../testing/fixtures/actor.ts';
import { type Person, service, startService } from '../../../../../testing/harness.ts';
import { send } from '../../../../../testing/request.ts';
import { conducted, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';
import { systemIn } from '../../../../access/actor.ts';
import { AppError } from '../../../../errors.ts';
import { createLiveReply } from '../../../../replies/live-reply.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { TurnModels, TurnRequest } from '../../../../writing/turn.ts';
import type { Sending } from '../../messages/sending/sending.ts';
import { createMessages } from '../../messages/service.ts';
import { createFollower } from '../follow/follow.ts';
import { createCheckpoints } from '../leases/checkpoints.ts';
import { runNeedsOf, runTurn } from '../run.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('ends of replies, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  test('503: a reply interrupted by shutdown says when to retry', async () => {
    const other = await startService(engine, { environment: provider.environment });
    onTestFinished(other.close);
    const answer = conducted();
    provider.play(`${engine}-interrupted`, answer.play);
    const person = await other.person();
    const own = await person.client();
    const agent = await own.agents.create({ name: 'Fake', model: `fake/${engine}-interrupted` });
    const path = `/api/agents/${agent._id}/chat`;
    const reply = send(other.url, { method: 'POST', path, key: await person.key(), body: { message: 'Go' } });
    await answer.begun;
    await other.features.conversations.close();
    expect(await reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect((await reply).json()).toMatchObject({ code: 'unavailable', details: [{ path: 'reply' }] });
  });

  test('a request that finds a starting reply follows it to its end', async () => {
    const answer = conducted();
    provider.play(`${engine}-begins`, answer.play);
    const agent = await client.agents.create({ name: 'Fake', model: `fake/${engine}-begins` });
    const { _id: id } = await client.conversations.create(agent._id);
    const db = racingRead(parley.db, async () => {
      client.messages.send(id, { content: 'Go' }).catch(() => undefined);
      await answer.begun;
    });
    const follower = createFollower({ db, findLive: () => undefined });
    const record = () => ({ sql: 'select 1', parameters: [] });
    const slots = { take: async () => () => undefined };
    const { follow } = createMessages({
      ...{ db, now: Date.now, record, changed: () => undefined, slots, follower, sending: {} as Sending },
      desk: silentDesk,
      models: { resolve: async (model) => ({ model }) },
    });
    const { events } = await follow(actorOf(alice), id, undefined);
    answer.say('All of it.');
    answer.end();
    const names: string[] = [];
    for await (const { event } of events) names.push(event);
    expect(names.at(0)).toBe('message.created');
    expect(names.at(-1)).toBe('message.completed');
    expect(names).not.toContain('message.failed');
  });

  test.each(['2016-12-31T23:59:60Z', '2016-12-31T24:00:01Z'])('400: %s is not a valid time', async (time) => {
    for (const path of ['/api/conversations', '/api/conversations/export']) {
      for (const name of ['createdAfter', 'createdBefore']) {
        const reply = await send(parley.url, {
          method: 'GET',
          path: `${path}?${name}=${time}`,
          key: await alice.key(),
        });
        expect(reply.json()).toMatchObject({ code: 'validation_failed', details: [{ path: name }] });
      }
    }
  });

  test('a message deleted before its turn begins is never sent to a model', async () => {
    const { _id: id } = await client.agents.create({ name: 'Fake', model: `fake/${engine}-deleted` });
    const { _id: conversation } = await client.conversations.create(id);
    const asked: unknown[] = [];
    const models = {
      find: () => ({ provider: { contextTokens: 1_000 }, name: 'any' }),
      stream: async function* (_model: unknown, request: unknown) {
        asked.push(request);
        yield { type: 'end', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
      },
      estimate: () => 1,
      limits: { answerCharacters: 100 },
    } as unknown as TurnModels;
    const write = vi.fn();
    const db = { ...parley.db, write };
    const needs = {
      db,
      now: Date.now,
      models,
      record: vi.fn(),
      entries: silentEntries,
      desk: silentDesk,
      assignable: () => [],
      onError: vi.fn(),
      checkpoint: vi.fn(),
      changed: vi.fn(),
      queues: { deliverSoon: vi.fn(), indexSoon: vi.fn() },
      resumeAt: () => ({ sql: 'select 1', parameters: [] }),
    };
    const names = { id: 'msg_1', conversation, workspace: alice.workspace };
    const request = {
      ...names,
      replyId: names.id,
      question: { id: 'msg_0', createdAt: Date.now(), content: 'Go' },
      agent: { id, model: 'a/b', fallbackModels: [], systemPrompt: 'Be brief.' },
    } as unknown as TurnRequest;
    await runTurn(runNeedsOf(needs), request, createLiveReply(names));
    expect([asked, write.mock.calls, needs.onError.mock.calls]).toEqual([[], [], []]);
  });

  test('the next checkpoint writes what a failed one could not', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const contents: unknown[] = [];
    const errors: unknown[] = [];
    const full = new Error('The disk is full.');
    const write = async (unit: readonly Statement[]) => {
      contents.push(unit[0]?.parameters[0]);
      if (contents.length === 1) throw full;
      return unit.map(() => ({ rows: [], changed: 1 }));
    };
    const db = { ...parley.db, write } as unknown as Database;
    const checkpoints = createCheckpoints({
      ...{ db, now: Date.now, leaseMs: 30_000, onError: (error: unknown) => void errors.push(error) },
    });
    onTestFinished(checkpoints.close);
    const turn = createLiveReply({ id: 'msg_1', conversation: 'conv_1', workspace: 'ws_1' });
    checkpoints.watch(turn);
    turn.append('Said once');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(contents).toEqual(['Said once', 'Said once']);
    expect(errors).toEqual([full]);
  });
});

test('a reply that can’t be stored is not reported as failed', async () => {
  const broken = new AppError('internal_error', 'The database is broken.');
  const units: unknown[] = [];
  const db = {
    read: async () => [{ id: 'msg_0', role: 'user', content: 'Go', parts: null, createdAt: 0 }],
    write: async (unit: unknown) => {
      units.push(unit);
      throw broken;
    },
  } as unknown as Database;
  const models = {
    find: () => ({ provider: { contextTokens: 1_000 }, name: 'any' }),
    stream: async function* () {
      yield { type: 'text', text: 'All of it.' };
      yield { type: 'end', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
    estimate: () => 1,
    limits: { answerCharacters: 100 },
  } as unknown as TurnModels;
  const names = { conversation: 'conv_1', workspace: 'ws_1' };
  const events: string[] = [];
  const record = (_principal: unknown, { type }: { type: string }) => {
    events.push(type);
    return { sql: 'select 1', parameters: [] };
  };
  const { db: sqlite, close } = await offline();
  onTestFinished(close);
  const idle = { onError: () => undefined, changed: () => undefined, checkpoint: async () => undefined };
  const queues = { deliverSoon: () => undefined, indexSoon: () => undefined };
  const resumeAt = () => ({ sql: 'select 1', parameters: [] });
  const needs = {
    db: { ...sqlite, ...db },
    now: Date.now,
    models,
    record,
    queues,
    resumeAt,
    entries: silentEntries,
    desk: silentDesk,
    assignable: () => [],
    ...idle,
  };
  const answering = {
    answerMode: 'open',
    groundingJudge: 'rules',
    rerank: false,
    hasSources: false,
    tools: [],
    version: 1,
  } as const;
  const request = {
    ...names,
    replyId: 'msg_1',
    user: null,
    question: { id: 'msg_0', createdAt: 0, content: 'Go' },
    agent: {
      id: 'agent_1',
      workspace: 'ws_1',
      model: 'a/b',
      fallbackModels: [],
      systemPrompt: '',
      temperature: 0,
      status: 'active',
      ...answering,
    },
    actor: systemIn('ws_1'),
  };
  await expect(runTurn(runNeedsOf(needs), request, createLiveReply({ ...names, id: 'msg_1' }))).rejects.toBe(broken);
  expect(units).toHaveLength(1);
  expect(events).toEqual(['message.completed']);
});

/** A database that only builds queries. */
async function offline() {
  const made = await startService('sqlite');
  return { db: made.db, close: made.close };
}
