import { isUnavailable } from '../../../../errors.ts';
import { fallbackColumns } from '../../../../replies/fallback.ts';
import { type LiveReply, TurnStop } from '../../../../replies/live-reply.ts';
import { columnsOf } from '../../../../replies/reply-body.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { checkpoint, holdLease } from './lease-store.ts';

/** Interval between stores of replies that have grown, in ms. */
const interval = 1_000;

/** Max replies that one unit of work stores; more go into further units. */
const unitTurns = 50;

interface Watched {
  readonly turn: LiveReply;
  /** The size that is stored. */
  written: number;
  until: number;
  /** The write under way: a second one could be committed first, and be overwritten by the older text. */
  writing: Promise<unknown> | undefined;
}

const lost = () => new TurnStop('gone');

const leaseOf = ({ id: replyId, conversation, workspace }: LiveReply, until: number) => ({
  ...{ replyId, conversation, workspace, until },
});

/** Dependencies of checkpoints. */
interface CheckpointNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Lease duration without renewal, in ms. */
  readonly leaseMs: number;
  onError(error: unknown): void;
}

/**
 * Creates the checkpoints: once a second they store the replies that have grown and extend their leases. So a crash
 * leaves the parts so far, and other processes see that the turn still runs. A turn that has lost its lease is stopped.
 */
export function createCheckpoints({ db, now, leaseMs, onError }: CheckpointNeeds) {
  /** A lease with less time left than this is extended, in ms: by the write that is next to a third of it. */
  const renewAt = leaseMs - leaseMs / 3 + interval / 2;
  const watched = new Map<LiveReply, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let writing = false;

  const writeAlone = async (due: readonly Watched[], more: readonly Statement[]): Promise<void> => {
    const time = now();
    const until = time + leaseMs;
    const parts = due.map((each) => {
      const { turn, written } = each;
      const size = turn.size();
      const { id: replyId, conversation, workspace, counts } = turn;
      const columns = size > written ? columnsOf(turn.body()) : undefined;
      const stored = { columns, fallen: fallbackColumns(turn.fallen()), counts };
      const statements = checkpoint(db, { replyId, conversation, workspace, ...stored, until, now: time });
      return { each, size, statements };
    });
    const held = more.length === 0 ? [] : due.map(({ turn }) => holdLease(db, leaseOf(turn, until), lost));
    const outcomes = await db.write([...parts.flatMap(({ statements }) => statements), ...held, ...more]);
    let last = -1;
    for (const { each, size, statements } of parts) {
      last += statements.length;
      each.written = size;
      each.until = until;
      if (outcomes[last]?.changed === 0 && watched.has(each.turn)) each.turn.stop('gone');
    }
  };

  const write = (due: readonly Watched[], more: readonly Statement[] = []): Promise<void> => {
    const done = writeAlone(due, more).finally(() => {
      for (const each of due) each.writing = undefined;
    });
    for (const each of due) each.writing = done;
    return done;
  };

  const writeAll = async (): Promise<void> => {
    const time = now();
    // A lease that is too long is from before the clock was set back: recovery would end it too late.
    const isKept = (until: number) => until >= time + renewAt && until <= time + leaseMs;
    const isDue = ({ turn, written, until }: Watched) => turn.size() > written || !isKept(until);
    const due = [...watched.values()].filter(isDue);
    for (let index = 0; index < due.length; index += unitTurns) await writeBatch(due.slice(index, index + unitTurns));
  };

  /**
   * Writes one batch and reports failures: the leases of the other batches must be extended nevertheless. If one
   * reply makes the batch fail, the rest of it is written one by one.
   */
  const writeBatch = async (batch: readonly Watched[]): Promise<void> => {
    const free = batch.filter((each) => each.writing === undefined);
    if (free.length === 0) return;
    try {
      await write(free);
    } catch (error) {
      if (isUnavailable(error) || free.length === 1) onError(error);
      else for (const each of free) await writeBatch([each]);
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
      watched.set(turn, { turn, written: 0, until: now() + leaseMs, writing: undefined });
      timer ??= setInterval(tick, interval).unref();
    },
    /**
     * Stores a watched reply now, with further statements if its turn still has its lease. Rejects if it can't be stored,
     * and then nothing is; with a `TurnStop` if the lease is lost.
     */
    store: async (turn: LiveReply, more: readonly Statement[] = []): Promise<void> => {
      const each = watched.get(turn);
      if (each === undefined) return;
      // The failure of an earlier write is its writer's to report.
      while (each.writing !== undefined) await each.writing.catch(() => undefined);
      await write([each], more);
    },
    /** Stops watching a reply whose end is stored. */
    forget: (turn: LiveReply): void => {
      watched.delete(turn);
    },
    close: (): void => clearInterval(timer),
  };
}
