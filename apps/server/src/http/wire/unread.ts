import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';

/** Max bytes of replies that one account may leave unread before further reads are refused. */
const perAccount = 16 * 1024 * 1024;

/** Max time without progress, in ms; then the connection is closed. */
const usualStall = 60_000;

/** Replies that are smaller are sent whatever else waits: they may say what is wrong. */
const smallReply = 64 * 1024;

/** Returns the refusal of a read by an account whose clients leave too much unread. */
export const tooMuchUnread = (): AppError =>
  new AppError('too_many_concurrent', 'Too many replies to this account wait to be read: 16 MiB.', {
    retryAfter: 5,
    hint: 'Read replies to their end, or close their connections.',
  });

/** Counts the bytes of replies that wait in memory because their clients don't read them, by account. */
export interface Unread {
  /** Whether as much waits for an account as it may leave unread. */
  isFull(account: string): boolean;
  /** Whether an account may let a reply of so many bytes wait, too. */
  hasRoom(account: string, bytes: number): boolean;
  /**
   * Counts what the kernel didn't take of a reply that has been written, until it is sent or its connection is closed.
   * Closes a connection that makes no progress.
   */
  watch(account: string, response: ServerResponse, connection: Socket): void;
  /** Bytes that wait now, of all accounts. */
  total(): number;
}

/** Creates the count of unread bytes of a process. */
export function createUnread({ stall = usualStall }: { readonly stall?: number | undefined } = {}): Unread {
  const waiting = new Map<string, number>();
  let all = 0;

  const add = (account: string, bytes: number) => {
    all += bytes;
    const sum = (waiting.get(account) ?? 0) + bytes;
    if (sum === 0) waiting.delete(account);
    else waiting.set(account, sum);
  };

  return {
    isFull: (account) => (waiting.get(account) ?? 0) >= perAccount,
    hasRoom: (account, bytes) => bytes <= smallReply || (waiting.get(account) ?? 0) + bytes <= perAccount,

    watch(account, response, connection) {
      const bytes = response.writableLength;
      if (bytes === 0 || connection.destroyed) return;
      add(account, bytes);
      const cut = () => void connection.destroy();
      // Node's socket timeout looks at bytes sent, so a reader that makes some progress is kept.
      connection.setTimeout(stall, cut);
      let counted = true;
      const done = () => {
        if (!counted) return;
        counted = false;
        add(account, -bytes);
        connection.setTimeout(0, cut);
      };
      // Before the server's own listener, which sets the timeout of an idle connection.
      response.prependOnceListener('finish', done).once('close', done);
    },

    total: () => all,
  };
}
