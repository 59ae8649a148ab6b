import { systemIn } from '../../../../access/actor.ts';
import { isUnavailable } from '../../../../errors.ts';
import { interrupted } from '../ending/ending.ts';
import { interrupt } from '../resume/store.ts';
import type { TurnNeeds } from '../turn.ts';
import { type AbandonNeeds, abandonReply } from './abandon.ts';
import { running } from './lease-store.ts';
import type { TurnRegistry } from './registry.ts';

/** Max turns that one query reads; the next query reads the rest. */
const maxAtOnce = 200;

/** Max times that a reply goes on after crashes. */
const maxRecoveries = 3;

/** The reply has ended meanwhile, or its lease was renewed. */
class Settled extends Error {}

type Dead = Awaited<ReturnType<typeof running>>[number];

/** Dependencies of recovery. */
export interface RecoveryNeeds extends AbandonNeeds, Pick<TurnNeeds, 'resumeAt'> {
  readonly turns: Pick<TurnRegistry, 'find'>;
  /** Lease duration without renewal, in ms; expired leases are looked for three times as often. */
  readonly leaseMs: number;
  onError(error: unknown): void;
}

/** Creates the recovery: it ends the turns of processes that have died, so that no conversation stays busy. */
export function createRecovery(needs: RecoveryNeeds) {
  const { db, now, turns, leaseMs, onError, aids, changed } = needs;

  /**
   * Lets a reply go on that has called tools: what they did is known, or that it isn't. False if it has called none, or
   * went on too often: it may be what makes processes die.
   */
  const waitAgain = async ({ workspace, conversation, replyId }: Dead, lease: number | undefined) => {
    const kept = (await aids?.calls?.read(workspace, replyId)) ?? [];
    if (kept.length === 0 || kept.some(({ recoveries }) => recoveries >= maxRecoveries)) return false;
    const time = now();
    const unit = {
      ...interrupt(db, workspace, { conversation, replyId, now: time, lease }, () => new Settled()),
      counted: aids?.calls?.recovered(workspace, replyId),
      again: needs.resumeAt(workspace, replyId, time),
    };
    await db.write(unit).catch((failure: unknown) => {
      if (!(failure instanceof Settled)) throw failure;
    });
    changed(conversation, workspace);
    return true;
  };

  /** Ends replies whose process died and returns how many; a failure of one doesn't stop the others. */
  const endAll = async (dead: readonly Dead[], lease: number | undefined): Promise<number> => {
    let ended = 0;
    for (const reply of dead) {
      const ending = { status: 'failed', finishReason: 'interrupted', error: interrupted, lease } as const;
      try {
        if (await waitAgain(reply, lease)) {
          ended += 1;
          continue;
        }
        await abandonReply(needs, { ...reply, ...ending, actor: systemIn(reply.workspace) });
        ended += 1;
      } catch (error) {
        if (isUnavailable(error)) throw error;
        onError(error);
      }
    }
    return ended;
  };

  const recover = async (alone: boolean): Promise<void> => {
    for (;;) {
      const lease = alone ? undefined : now();
      const found = await running(db, lease, maxAtOnce);
      const dead = found.filter(({ replyId }) => turns.find(replyId) === undefined);
      const ended = await endAll(dead, lease);
      if (ended === 0 || found.length < maxAtOnce) return;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    /**
     * Ends the turns that were left behind, and from then on those whose lease expires. `alone`: no other process uses
     * the database, so every turn that is stored as running is one of a process that has died.
     */
    start: async ({ alone }: { alone: boolean }): Promise<void> => {
      await recover(alone);
      timer ??= setInterval(() => void recover(false).catch(onError), leaseMs / 3).unref();
    },
    close: (): void => clearInterval(timer),
  };
}
