import { isUnavailable } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { checkpoint } from './lease-store.ts';
import type { LiveTurn } from './live-reply.ts';

/** How often answers that grow are written down, in milliseconds. */
const interval = 1_000;

/** How long an answer is somebody's who says nothing of it any more, in milliseconds. */
export const leaseTime = 30_000;

/** A lease is extended when so much of it is left, in milliseconds. */
const renewAt = 20_000;

/** The most answers that one unit of work writes. */
const unitTurns = 50;

interface Watched {
  readonly turn: LiveTurn;
  written: number;
  until: number;
}

/** What checkpoints are made with. */
interface CheckpointNeeds {
  readonly db: Database;
  readonly now: () => number;
  onError(error: unknown): void;
}

/**
 * Writes the answers under way down once a second, as far as they have grown, and extends their leases: so a crash
 * leaves what was said, and other processes see that somebody is at it. An answer that isn't ours any more is stopped.
 */
export function createCheckpoints({ db, now, onError }: CheckpointNeeds) {
  const watched = new Map<LiveTurn, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let writing = false;

  const write = async (due: readonly Watched[]): Promise<void> => {
    const time = now();
    const until = time + leaseTime;
    const parts = due.map((each) => {
      const { turn, written } = each;
      const content = turn.text();
      const { message, conversation, workspace, counts } = turn;
      const grown = content.length > written ? content : undefined;
      const statements = checkpoint(db, { message, conversation, workspace, content: grown, counts, until, now: time });
      return { each, length: content.length, statements };
    });
    const outcomes = await db.write(parts.flatMap(({ statements }) => statements));
    let last = -1;
    for (const { each, length, statements } of parts) {
      last += statements.length;
      each.written = length;
      each.until = until;
      if (outcomes[last]?.changed === 0 && watched.has(each.turn)) each.turn.stop('gone');
    }
  };

  const writeAll = async (): Promise<void> => {
    const time = now();
    // A lease that is too long is one from before the clock was set back: nobody would end it in time if this process died.
    const isKept = (until: number) => until >= time + renewAt && until <= time + leaseTime;
    const due = [...watched.values()].filter(
      ({ turn, written, until }) => turn.text().length > written || !isKept(until),
    );
    for (let index = 0; index < due.length; index += unitTurns) await writeBatch(due.slice(index, index + unitTurns));
  };

  /**
   * Writes one batch and reports what fails: the leases of the other batches must be extended all the same. If one
   * answer makes the batch fail, the rest of it is written one by one.
   */
  const writeBatch = async (batch: readonly Watched[]): Promise<void> => {
    try {
      await write(batch);
    } catch (error) {
      if (isUnavailable(error) || batch.length === 1) onError(error);
      else for (const each of batch) await writeBatch([each]);
    }
  };

  const tick = () => {
    if (writing || watched.size === 0) return;
    writing = true;
    writeAll()
      .catch(onError)
      .finally(() => {
        writing = false;
      });
  };

  return {
    /** Begins with an answer whose lease has just been taken. */
    watch: (turn: LiveTurn): void => {
      watched.set(turn, { turn, written: 0, until: now() + leaseTime });
      timer ??= setInterval(tick, interval).unref();
    },
    /** Lets go of an answer that is about to be stored whole, or is. */
    forget: (turn: LiveTurn): void => {
      watched.delete(turn);
    },
    close: (): void => clearInterval(timer),
  };
}
