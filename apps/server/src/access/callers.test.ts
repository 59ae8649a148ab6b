import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from './actor.ts';
import { type CredentialLookups, createCallers, type Finding } from './callers.ts';

const principal = (id: string, expiresAt?: number): Principal => ({
  kind: 'key',
  id,
  user: { id: 'user_1', email: 'ada@example.com', name: 'Ada' },
  account: { id: 'acct_1', plan: 'free' },
  scopes: new Set(),
  memberships: new Map(),
  ownWorkspaces: new Set(),
  boundTo: undefined,
  expiresAt,
});

describe('whom the process remembers', () => {
  let epoch: number | Error;
  let errors: unknown[];
  let open: { close(): void }[];

  beforeEach(() => {
    vi.useFakeTimers();
    epoch = 1;
    errors = [];
    open = [];
  });
  afterEach(() => {
    for (const callers of open) callers.close();
    vi.useRealTimers();
  });

  const make = (find: (credential: string) => Promise<Finding> = async (key) => principal(key)) => {
    const readEpoch = async () => {
      if (epoch instanceof Error) throw epoch;
      return epoch;
    };
    const lookups: CredentialLookups = { findKey: find, findSession: find, readEpoch };
    const callers = createCallers(lookups, {
      onLost: (error) => errors.push(error),
      onBack: () => errors.push('back'),
    });
    open.push(callers);
    return callers;
  };

  it('is whoever was recognised, until their credential expires', async () => {
    const callers = make(async (key) => principal(key, 1_000));
    const found = await callers.recognise('key', 'a');
    expect(callers.recall('a', 999)).toBe(found);
    expect(callers.recall('a', 1_000)).toBeUndefined();
    expect(callers.recall('b', 0)).toBeUndefined();
  });

  it('is never somebody who was refused', async () => {
    const callers = make(async () => 'revoked');
    expect(await callers.recognise('key', 'a')).toBe('revoked');
    expect(callers.recall('a', 0)).toBeUndefined();
  });

  it('is nobody whose rights changed while they were being read', async () => {
    let answer: (finding: Finding) => void = () => {};
    const callers = make(() => new Promise((resolve) => (answer = resolve)));
    const reading = callers.recognise('key', 'a');
    callers.forget();
    answer(principal('a'));
    await reading;
    expect(callers.recall('a', 0)).toBeUndefined();
  });

  it('counts up when it forgets, so that a request under way can tell', () => {
    const callers = make();
    const before = callers.generation();
    expect(callers.generation()).toBe(before);
    callers.forget();
    expect(callers.generation()).not.toBe(before);
  });

  it('is nobody once another process has changed rights, the first look included', async () => {
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

  it('is nobody while it cannot be seen whether rights have changed', async () => {
    const callers = make();
    await vi.advanceTimersByTimeAsync(1_000);
    await callers.recognise('key', 'a');
    epoch = new Error('The database is down.');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(callers.recall('a', 0)).toBeUndefined();
    expect(errors).toEqual([epoch]);
  });

  it('is said to be unknown once, and once that it is known again', async () => {
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

  it('holds 10,000 at most: the least recently used is removed first', async () => {
    const callers = make();
    for (let index = 0; index < 10_000; index += 1) await callers.recognise('key', String(index));
    expect(callers.recall('0', 0)).toMatchObject({ id: '0' });
    await callers.recognise('key', '10000');
    expect(callers.recall('0', 0)).toMatchObject({ id: '0' });
    expect(callers.recall('1', 0)).toBeUndefined();
    expect(callers.recall('10000', 0)).toMatchObject({ id: '10000' });
  });
});
