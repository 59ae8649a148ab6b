// @module-tag pure

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from './actor.ts';
import { type CredentialLookups, createCallers, type Finding } from './callers.ts';

const principal = (id: string, expiresAt?: number): Principal => ({
  kind: 'key',
  id,
  user: { id: 'user_1', email: 'ada@example.com' },
  account: { id: 'acct_1', plan: 'free' },
  scopes: new Set(),
  memberships: new Map(),
  ownWorkspaces: new Set(),
  boundTo: undefined,
  expiresAt,
});

describe('remembered callers', () => {
  let epoch: number | Error;
  let hangs: boolean;
  let errors: unknown[];
  let open: { close(): void }[];

  beforeEach(() => {
    vi.useFakeTimers();
    epoch = 1;
    hangs = false;
    errors = [];
    open = [];
  });
  afterEach(() => {
    for (const callers of open) callers.close();
    vi.useRealTimers();
  });

  const make = (find: (credential: string) => Promise<Finding> = async (key) => principal(key)) => {
    const readEpoch = async () => {
      if (hangs) return new Promise<number>(() => undefined);
      if (epoch instanceof Error) throw epoch;
      return epoch;
    };
    const lookups: CredentialLookups = { findKey: find, findSession: find, readEpoch };
    const callers = createCallers(lookups, {
      onForgotten: () => undefined,
      onLost: (error) => errors.push(error),
      onBack: () => errors.push('back'),
    });
    open.push(callers);
    return callers;
  };

  it('returns a recognised principal until its credential expires', async () => {
    const callers = make(async (key) => principal(key, 1_000));
    const found = await callers.recognise('key', 'a');
    expect(callers.recall('a', 999)).toBe(found);
    expect(callers.recall('a', 1_000)).toBeUndefined();
    expect(callers.recall('b', 0)).toBeUndefined();
  });

  it('never remembers a refused credential', async () => {
    const callers = make(async () => 'revoked');
    expect(await callers.recognise('key', 'a')).toBe('revoked');
    expect(callers.recall('a', 0)).toBeUndefined();
  });

  it('doesn’t remember a principal if rights changed during its look-up', async () => {
    let answer: (finding: Finding) => void = () => {};
    const callers = make(() => new Promise((resolve) => (answer = resolve)));
    const reading = callers.recognise('key', 'a');
    callers.forget();
    answer(principal('a'));
    await reading;
    expect(callers.recall('a', 0)).toBeUndefined();
  });

  it('shares one look-up among simultaneous requests', async () => {
    const finds: ((finding: Finding) => void)[] = [];
    const callers = make(() => new Promise((resolve) => finds.push(resolve)));
    const asked = [callers.recognise('key', 'a'), callers.recognise('key', 'a')];
    const other = callers.recognise('key', 'b');
    const session = callers.recognise('session', 'a');
    expect(finds).toHaveLength(3);
    for (const [index, find] of finds.entries()) find(principal(String(index)));
    expect((await Promise.all([...asked, other, session])).map((found) => (found as Principal).id)).toEqual([
      '0',
      '0',
      '1',
      '2',
    ]);
    // The look-up has ended and nothing was remembered, so the next request starts another.
    callers.forget();
    void callers.recognise('key', 'a');
    expect(finds).toHaveLength(4);
  });

  it('starts a new look-up after rights change, even if one is under way', async () => {
    const finds: ((finding: Finding) => void)[] = [];
    const callers = make(() => new Promise((resolve) => finds.push(resolve)));
    const before = callers.recognise('key', 'a');
    callers.forget();
    const after = callers.recognise('key', 'a');
    finds[0]?.(principal('before'));
    expect(await before).toMatchObject({ id: 'before' });
    // Requests that arrive meanwhile share the later look-up, even after the earlier one ends.
    const joined = callers.recognise('key', 'a');
    expect(finds).toHaveLength(2);
    finds[1]?.('revoked');
    expect([await after, await joined]).toEqual(['revoked', 'revoked']);
  });

  it('retries a look-up after a failure', async () => {
    let failing = true;
    const callers = make(async (key) => {
      if (failing) throw new Error('The database is down.');
      return principal(key);
    });
    await expect(callers.recognise('key', 'a')).rejects.toThrow('down');
    failing = false;
    expect(await callers.recognise('key', 'a')).toMatchObject({ id: 'a' });
  });

  it('counts up on forget, so that a request under way can tell', () => {
    const callers = make();
    const before = callers.generation();
    expect(callers.generation()).toBe(before);
    callers.forget();
    expect(callers.generation()).not.toBe(before);
  });

  it('forgets principals if another process changed rights, from the first look on', async () => {
    const callers = make();
    await callers.recognise('key', 'a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(callers.recall('a', 0)).toBeUndefined();

    await callers.recognise('key', 'a');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(callers.recall('a', 0)).toMatchObject({ id: 'a' });
    epoch = 2;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(callers.recall('a', 0)).toBeUndefined();
  });

  it('trusts no principal while changes of rights can’t be checked', async () => {
    const callers = make();
    await vi.advanceTimersByTimeAsync(1_000);
    await callers.recognise('key', 'a');
    epoch = new Error('The database is down.');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(callers.recall('a', 0)).toBeUndefined();
    expect(errors).toEqual([epoch]);
  });

  it('trusts no principal 5 s after the last answered look, even if the database hangs', async () => {
    const callers = make();
    await vi.advanceTimersByTimeAsync(1_000);
    await callers.recognise('key', 'a');
    hangs = true;
    await vi.advanceTimersByTimeAsync(3_999);
    expect(callers.recall('a', 0)).toMatchObject({ id: 'a' });
    await vi.advanceTimersByTimeAsync(1);
    expect(callers.recall('a', 0)).toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  it('reports once that changes can’t be checked, and once that they can again', async () => {
    make();
    const [first, second] = [new Error('The database is down.'), new Error('It went once more.')];
    epoch = first;
    await vi.advanceTimersByTimeAsync(10_000);
    epoch = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    epoch = second;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(errors).toEqual([first, 'back', second]);
  });

  it('remembers at most 10,000 principals and removes the least recently used first', async () => {
    const callers = make();
    for (let index = 0; index < 10_000; index += 1) await callers.recognise('key', String(index));
    expect(callers.recall('0', 0)).toMatchObject({ id: '0' });
    await callers.recognise('key', '10000');
    expect(callers.recall('0', 0)).toMatchObject({ id: '0' });
    expect(callers.recall('1', 0)).toBeUndefined();
    expect(callers.recall('10000', 0)).toMatchObject({ id: '10000' });
  });
});
