import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { service } from '../../../../../testing/harness.ts';
import { createLiveReply } from '../../../../replies/live-reply.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Outcome, Statement } from '../../../../storage/unit.ts';
import { createCheckpoints } from './checkpoints.ts';

/** A unit that was sent and not yet committed. */
interface Sent {
  readonly content: unknown;
  readonly commit: (changed?: number) => void;
  readonly fail: (error: Error) => void;
}

describe('a checkpoint that is asked for', () => {
  const parley = service('sqlite');
  let sent: Sent[];
  let errors: unknown[];
  beforeEach(() => {
    sent = [];
    errors = [];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  /** Checkpoints of a database whose commits the test decides on. */
  const begin = () => {
    const write = (unit: readonly Statement[]) =>
      new Promise<readonly Outcome<unknown>[]>((resolve, reject) => {
        const commit = (changed = 1) => resolve(unit.map(() => ({ rows: [], changed })));
        sent.push({ content: unit.length > 1 ? unit[0]?.parameters[0] : undefined, commit, fail: reject });
      });
    const db = { ...parley.db, write } as unknown as Database;
    const checkpoints = createCheckpoints({
      ...{ db, now: Date.now, leaseMs: 30_000, onError: (error: unknown) => void errors.push(error) },
    });
    onTestFinished(checkpoints.close);
    const turn = createLiveReply({ id: 'msg_1', conversation: 'conv_1', workspace: 'ws_1' });
    checkpoints.watch(turn);
    return { checkpoints, turn };
  };
  const contents = () => sent.map(({ content }) => content);

  test('waits for the one under way, which is older and could be committed later', async () => {
    const { checkpoints, turn } = begin();
    turn.append('One');
    await vi.advanceTimersByTimeAsync(1_000);
    turn.append(' two');
    const stored = checkpoints.store(turn);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(contents()).toEqual(['One']);
    sent[0]?.commit();
    await vi.waitFor(() => expect(contents()).toEqual(['One', 'One two']), 10_000);
    sent[1]?.commit();
    await stored;
    // Nothing has grown since.
    await vi.advanceTimersByTimeAsync(3_000);
    expect(contents()).toEqual(['One', 'One two']);
  });

  test('rejects if it fails, and the next one stores the same', async () => {
    const { checkpoints, turn } = begin();
    turn.append('One');
    const broken = new Error('The disk is full.');
    const stored = checkpoints.store(turn);
    sent[0]?.fail(broken);
    await expect(stored).rejects.toBe(broken);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(contents()).toEqual(['One', 'One']);
    expect(errors).toEqual([]);
  });

  test('stops a turn that has lost its lease', async () => {
    const { checkpoints, turn } = begin();
    turn.append('One');
    const stored = checkpoints.store(turn);
    sent[0]?.commit(0);
    await stored;
    expect(turn.signal.reason).toMatchObject({ why: 'gone' });
  });

  // The shortest lease survives a loop that stands still for a second; the usual one isn't renewed with each write.
  test.each([
    { leaseMs: 3_000, shortest: 900, longest: 1_600 },
    { leaseMs: 30_000, shortest: 9_400, longest: 10_600 },
  ])('extends a lease of $leaseMs ms at the write next to a third', async ({ leaseMs, shortest, longest }) => {
    for (let phase = 50; phase < 1_000; phase += 100) {
      let time = 0;
      const extended: number[] = [];
      const write = async (unit: readonly Statement[]) => {
        if (unit.some(({ parameters }) => parameters.includes('msg_2'))) extended.push(time);
        return unit.map(() => ({ rows: [], changed: 1 }));
      };
      const db = { ...parley.db, write } as unknown as Database;
      const checkpoints = createCheckpoints({ db, now: () => time, leaseMs, onError: (error) => errors.push(error) });
      const idle = (id: string) => createLiveReply({ id, conversation: `of-${id}`, workspace: 'ws_1' });
      checkpoints.watch(idle('msg_1'));
      for (; time < 100_000; time += 50) {
        if (time === phase) checkpoints.watch(idle('msg_2'));
        await vi.advanceTimersByTimeAsync(50);
      }
      checkpoints.close();
      const waits = extended.map((at, index) => at - (extended[index - 1] ?? phase));
      expect(Math.max(...waits)).toBeLessThanOrEqual(longest);
      expect(Math.min(...waits.slice(1))).toBeGreaterThanOrEqual(shortest);
    }
    expect(errors).toEqual([]);
  });
});
