import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { abandon, running } from './lease-store.ts';
import type { TurnEvent } from './turn.ts';
import { interrupted } from './turn-ending.ts';
import type { Turns } from './turns.ts';

/** How often it is looked for answers that nobody writes any more, in milliseconds. */
const interval = 10_000;

/** The most that are looked at at once. */
const maxAtOnce = 200;

/** What recovery needs from elsewhere. */
export interface RecoveryNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly turns: Pick<Turns, 'find'>;
  /** The statement that writes an event which nobody caused. */
  record(event: TurnEvent & { readonly account: string }): Statement;
  onError(error: unknown): void;
}

/** Tells that an answer has ended meanwhile, or that somebody is at it. */
class Settled extends Error {}

/** Ends the answers of processes that have died, so that no conversation stays busy. */
export function createRecovery({ db, now, turns, record, onError }: RecoveryNeeds) {
  const recover = async (alone: boolean): Promise<void> => {
    for (;;) {
      const lease = alone ? undefined : now();
      const found = await running(db, lease, maxAtOnce);
      const dead = found.filter(({ message }) => turns.find(message) === undefined);
      for (const { account, workspace, conversation, message } of dead) {
        const ending = {
          status: 'failed',
          finishReason: 'interrupted',
          error: interrupted,
          now: now(),
          lease,
        } as const;
        const data = { conversation, message, code: interrupted.code };
        const unit = [
          ...abandon(db, workspace, { message, conversation, ...ending }, () => new Settled()),
          record({ account, type: 'message.failed', workspace, data }),
        ];
        await db.write(unit).catch((error: unknown) => {
          if (!(error instanceof Settled)) throw error;
        });
      }
      if (dead.length === 0 || found.length < maxAtOnce) return;
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
