// @module-tag pure

import { describe, expect, test } from 'vitest';
import { announceSeed, runs } from '../../../testing/processes/runs.ts';
import { between, createRandom, pick, type Random } from '../../random.ts';
import type { VisitorActor } from '../actor.ts';
import { type Concurrency, createConcurrency, type Free } from './concurrency.ts';
import { type SlotKind, slotKinds } from './concurrency-settings.ts';
import { createSlots } from './slots.ts';

const seed = announceSeed('concurrency.test');
const forAll = (limit: number) => ({ free: limit, pro: limit, business: limit });
const same = (limit: number) => ({ replies: forAll(limit), streams: forAll(limit), exports: forAll(limit) });
const account = (id: string) => ({ id, plan: 'free' });

/** Takes as many slots as an account gets; returns the function that frees them, and the refusal. */
async function takeAll({ take }: Pick<Concurrency, 'take'>, id: string, kind: SlotKind = 'replies') {
  const held: Free[] = [];
  for (;;) {
    try {
      held.push(await take(kind, account(id)));
    } catch (refused) {
      return { held, refused };
    }
  }
}

describe('slots by plan', () => {
  const limits = { replies: forAll(3), streams: forAll(2), exports: forAll(1) };
  const create = () => createConcurrency(limits);

  test.each([
    ['replies', 3, 'Too many replies are being written', 2],
    ['streams', 2, 'Too many streams are open', 5],
    ['exports', 1, 'Too many exports are running', 10],
  ] as const)('refuses %s beyond the limit, and says what, how many and the limit', async (kind, limit, what, wait) => {
    const concurrency = create();
    const { held, refused } = await takeAll(concurrency, 'acct_a', kind);
    expect(held).toHaveLength(limit);
    expect(refused).toMatchObject({
      code: 'too_many_concurrent',
      message: `${what}: the account has ${limit}, and its plan allows ${limit} at once.`,
      extras: { retryAfter: wait, details: [{ path: kind, message: `${limit} in use, limit ${limit}` }] },
    });
    expect(concurrency.counters.refused(kind, 'plan')).toBe(1);
    expect((await takeAll(concurrency, 'acct_b', kind)).held).toHaveLength(limit);
  });

  test('a slot is freed once, however often it is told', async () => {
    const concurrency = create();
    const { held } = await takeAll(concurrency, 'acct_a');
    for (let times = 0; times < 3; times += 1) held[0]?.();
    expect(concurrency.counters.open('replies')).toBe(2);
    expect((await takeAll(concurrency, 'acct_a')).held).toHaveLength(1);
  });

  test('a lowered plan ends nothing, and refuses until the account is below its limit', async () => {
    const concurrency = createConcurrency({ ...limits, replies: { free: 2, pro: 5, business: 5 } });
    const take = (plan: string) => concurrency.take('replies', { id: 'acct_a', plan });
    const held = await Promise.all(Array.from({ length: 5 }, () => take('pro')));
    await expect(take('free')).rejects.toMatchObject({
      message: expect.stringContaining('has 5, and its plan allows 2'),
    });
    for (const free of held.slice(1)) free();
    await take('free');
    expect(await concurrency.usedBy({ id: 'acct_a', plan: 'free' })).toMatchObject({ replies: { limit: 2, used: 2 } });
  });

  test('work in several accounts takes a slot of each, or none', async () => {
    const concurrency = create();
    const ownersOf = async () => [account('acct_a'), account('acct_b')];
    const slots = createSlots({ concurrency, ownersOf });
    const system = { kind: 'system', id: 'system', workspaces: [] } as const;
    const free = await slots.take(system, ['ws_a', 'ws_b'], 'exports');
    expect(concurrency.counters.open('exports')).toBe(2);
    free();
    const other = await concurrency.take('exports', account('acct_b'));
    await expect(slots.take(system, ['ws_a', 'ws_b'], 'exports')).rejects.toMatchObject({
      code: 'too_many_concurrent',
    });
    expect(await concurrency.usedBy(account('acct_a'))).toMatchObject({ exports: { used: 0 } });
    other();
    expect(concurrency.counters.open('exports')).toBe(0);
  });

  test('visitors and channels count apart from keys and people, and one visitor has few streams', async () => {
    const concurrency = createConcurrency({ ...limits, streams: forAll(40) });
    const home = account('acct_a');
    const slots = createSlots({ concurrency, ownersOf: async () => [home] });
    const visitor = (id: string): VisitorActor => ({
      kind: 'visitor',
      ...{ id, channel: 'channel_a', agent: 'agent_a', workspace: 'ws_a', account: home },
      ...{ address: '203.0.113.7', seesCitations: true, expiresAt: 0 },
    });
    const channel = {
      kind: 'channel',
      id: 'channel_a',
      workspace: 'ws_a',
      thread: null,
      context: null,
      at: 0,
    } as const;
    const takeAllAs = async (actor: Parameters<typeof slots.take>[0], kind: SlotKind) => {
      const frees: Free[] = [];
      for (;;) {
        try {
          frees.push(await slots.take(actor, ['ws_a'], kind));
        } catch {
          return frees;
        }
      }
    };
    const [ada, bob] = [await takeAllAs(visitor('ada'), 'streams'), await takeAllAs(visitor('bob'), 'streams')];
    expect([ada.length, bob.length]).toEqual([30, 10]);
    expect((await takeAllAs(channel, 'replies')).length).toBe(limits.replies.free);
    expect((await takeAllAs(visitor('ada'), 'replies')).length).toBe(0);
    for (const kind of ['streams', 'replies'] as const) {
      expect((await concurrency.usedBy(home))[kind].used).toBe(0);
      await concurrency.take(kind, home);
    }
    for (const free of ada) free();
    expect((await takeAllAs(visitor('bob'), 'streams')).length).toBe(20);
  });
});

describe('the capacity of a process', () => {
  const create = (capacity: number) => createConcurrency(same(1_000_000), { capacity });

  test('an account alone gets half, and each further greedy one leaves room for the next', async () => {
    const concurrency = create(5_000);
    const shares = [];
    for (const id of ['a', 'b', 'c', 'd']) shares.push((await takeAll(concurrency, id)).held.length);
    expect(shares).toEqual([2_500, 1_250, 625, 313]);
    const { refused } = await takeAll(concurrency, 'a');
    expect(refused).toMatchObject({
      code: 'too_many_concurrent',
      message: 'Too many replies are being written: the account has 2500, and its share of the busy server is 312.',
    });
  });

  test('the account that has many waits before the one that has none', async () => {
    const concurrency = create(100);
    const { held: many } = await takeAll(concurrency, 'greedy');
    for (let index = 0; index < 50; index += 1) await concurrency.take('replies', account(`small-${index}`));
    await expect(concurrency.take('replies', account('late'))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Too many replies are being written on this server.',
      extras: { retryAfter: 2 },
    });
    many[0]?.();
    await expect(concurrency.take('replies', account('greedy'))).rejects.toMatchObject({ code: 'too_many_concurrent' });
    await concurrency.take('replies', account('late'));
    const { refused } = concurrency.counters;
    expect([refused('replies', 'share'), refused('replies', 'full')]).toEqual([2, 1]);
  });

  test('greedy accounts that ask in turn get equal shares, and room for as many again is left', async () => {
    const concurrency = create(1_000);
    const ids = ['a', 'b', 'c'];
    for (let round = 0; round < 1_000; round += 1) {
      for (const id of ids) await concurrency.take('replies', account(id)).catch(() => undefined);
    }
    const used = await Promise.all(ids.map(async (id) => (await concurrency.usedBy(account(id))).replies.used));
    expect(used).toEqual([250, 250, 250]);
  });
});

test('counts are those of a model after any order of takes and ends', async () => {
  const random = createRandom(seed);
  for (let run = 0; run < runs(50); run += 1) {
    const most = { limit: between(random, 1, 6), capacity: between(random, 1, 12) };
    const concurrency = createConcurrency(same(most.limit), most);
    const model = createModel(most);
    for (let step = 0; step < 100; step += 1) {
      if (random() < 0.4) {
        const ended = model.end(random);
        for (let times = between(random, 1, 3); times > 0; times -= 1) ended?.();
        continue;
      }
      const [id, kind] = [pick(random, ids), pick(random, slotKinds)];
      const fits = model.fits(kind, id);
      const free = await concurrency.take(kind, account(id)).catch(() => undefined);
      expect({ seed, run, step, taken: free !== undefined }).toEqual({ seed, run, step, taken: fits });
      if (free !== undefined) model.take({ id, kind, free });
    }
    for (const kind of slotKinds) {
      const used = await Promise.all(ids.map(async (id) => (await concurrency.usedBy(account(id)))[kind].used));
      expect(used).toEqual(ids.map((id) => model.count(kind, id)));
      expect(concurrency.counters.open(kind)).toBe(model.count(kind));
    }
  }
});

const ids = ['a', 'b', 'c'];

interface Held {
  readonly id: string;
  readonly kind: SlotKind;
  readonly free: Free;
}

/** A model of the slots that should be in use, as a plain list. */
function createModel({ limit, capacity }: { limit: number; capacity: number }) {
  const held: Held[] = [];
  const count = (kind: SlotKind, id?: string) =>
    held.filter((each) => each.kind === kind && (id === undefined || each.id === id)).length;
  return {
    count,
    take: (slot: Held) => void held.push(slot),
    /** Ends one of those held, if any; returns the function that frees it. */
    end: (random: Random) => held.splice(Math.floor(random() * held.length), 1)[0]?.free,
    fits: (kind: SlotKind, id: string) => {
      const left = kind === 'replies' ? capacity - count(kind) : Number.POSITIVE_INFINITY;
      return count(kind, id) < Math.min(limit, left);
    },
  };
}
