import { isUnavailable } from '../../../errors.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type AbandoningNeeds, createAbandoning } from './abandon.ts';
import { interrupted } from './ending.ts';
import { running } from './lease-store.ts';
import type { Turns } from './registry.ts';
import type { TurnEvent } from './run.ts';

/** How often answers that nobody writes any more are looked for, in milliseconds. */
const interval = 10_000;

/** The most answers that are looked at in one go. */
const maxAtOnce = 200;

/** What recovery needs from elsewhere. */
export interface RecoveryNeeds extends AbandoningNeeds {
  readonly turns: Pick<Turns, 'find'>;
  /** The statement that writes an event which nobody caused. */
  record(event: TurnEvent & { readonly account: string }): Statement;
  onError(error: unknown): void;
}

/** Ends the answers of processes that have died, so that no conversation stays busy. */
export function createRecovery(needs: RecoveryNeeds) {
  const { db, now, turns, record, onError } = needs;
  const abandon = createAbandoning(needs);

  /** Ends dead answers and returns how many: one that can't be ended must not keep the others from it. */
  const endAll = async (dead: Awaited<ReturnType<typeof running>>, lease: number | undefined): Promise<number> => {
    let ended = 0;
    for (const { account, ...answer } of dead) {
      const ending = { status: 'failed', finishReason: 'interrupted', error: interrupted, lease } as const;
      try {
        await abandon({ ...answer, ...ending }, (event) => record({ ...event, account }));
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
      const dead = found.filter(({ message }) => turns.find(message) === undefined);
      const ended = await endAll(dead, lease);
      if (ended === 0 || found.length < maxAtOnce) return;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    /**
     * Ends what was left behind, and from then on what loses its writer. `alone` says that no other process uses the
     * database: then every answer that is being written is one of a process that has died.
     */
    start: async ({ alone }: { alone: boolean }): Promise<void> => {
      await recover(alone);
      timer ??= setInterval(() => void recover(false).catch(onError), interval).unref();
    },
    close: (): void => clearInterval(timer),
  };
}
