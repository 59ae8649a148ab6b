import { isUnavailable } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { checkpoint } from './lease-store.ts';
import type { LiveReply } from './live-reply.ts';

/** How often replies that have grown are stored, in milliseconds. */
const interval = 1_000;

/** Lease duration without renewal, in milliseconds. */
export const leaseTime = 30_000;

/** A lease with less time left than this is extended, in milliseconds. */
const renewAt = 20_000;

/** Max replies that one unit of work stores; more go into further units. */
const unitTurns = 50;

interface Watched {
  readonly turn: LiveReply;
  written: number;
  until: number;
}

/** Dependencies of checkpoints. */
interface CheckpointNeeds {
  readonly db: Database;
  readonly now: () => number;
  onError(error: unknown): void;
}

/**
 * Creates the checkpoints: once a second they store the replies that have grown and extend their leases. So a crash
 * leaves the text so far, and other processes see that the turn still runs. A turn that has lost its lease is stopped.
 */
export function createCheckpoints({ db, now, onError }: CheckpointNeeds) {
  const watched = new Map<LiveReply, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let writing = false;

  const write = async (due: readonly Watched[]): Promise<void> => {
    const time = now();
    const until = time + leaseTime;
    const parts = due.map((each) => {
      const { turn, written } = each;
      const content = turn.text();
      const { id: replyId, conversation, workspace, counts } = turn;
      const grown = content.length > written ? content : undefined;
      const statements = checkpoint(db, { replyId, conversation, workspace, content: grown, counts, until, now: time });
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
    // A lease that is too long is from before the clock was set back: recovery would end it too late.
    const isKept = (until: number) => until >= time + renewAt && until <= time + leaseTime;
    const due = [...watched.values()].filter(
      ({ turn, written, until }) => turn.text().length > written || !isKept(until),
    );
    for (let index = 0; index < due.length; index += unitTurns) await writeBatch(due.slice(index, index + unitTurns));
  };

  /**
   * Writes one batch and reports failures: the leases of the other batches must be extended all the same. If one
   * reply makes the batch fail, the rest of it is written one by one.
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
    /** Starts with a reply whose lease has just been taken. */
    watch: (turn: LiveReply): void => {
      watched.set(turn, { turn, written: 0, until: now() + leaseTime });
      timer ??= setInterval(tick, interval).unref();
    },
    /** Stops watching a reply whose end is stored. */
    forget: (turn: LiveReply): void => {
      watched.delete(turn);
    },
    close: (): void => clearInterval(timer),
  };
}
