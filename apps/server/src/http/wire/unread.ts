import type { Socket } from 'node:net';
import { AppError } from '../../errors.ts';
import { whenClosed } from './connection.ts';

const mebibyte = 1024 * 1024;

/** Max bytes that may wait for the clients of one account, and on one connection. */
const maxUnread = { account: 16 * mebibyte, connection: 8 * mebibyte } as const;

/** Room that a reply may need whose size isn't known yet: a page, or the reply to a write. */
const largeReply = 4 * mebibyte;

/** Replies and parts of at most so many bytes are sent whatever else waits; a connection can have only a few. */
export const smallReply = 16 * 1024;

/** The reader of a reply: its bytes count for both. */
export interface Reader {
  /** The account, or the address of a caller without one. */
  readonly account: string;
  readonly connection: Socket;
}

/** Ends the count of some bytes; further calls do nothing. */
export type Release = () => void;

/** The bytes of replies that wait in this process because their clients don't read them, by account and connection. */
export type Unread = ReturnType<typeof createUnread>;

/** Returns the refusal of a request whose reply could not wait. */
const tooMuchUnread = (): AppError =>
  new AppError('too_many_concurrent', 'Too many bytes of replies to this account or on this connection are unread.', {
    retryAfter: 1,
    hint:
      `At most ${maxUnread.account / mebibyte} MiB may wait for an account and ${maxUnread.connection / mebibyte} ` +
      'MiB on a connection. Read replies to their end, or close their connections.',
  });

/** A part of a stream that waits for room. */
interface Waiting {
  readonly reader: Reader;
  readonly bytes: number;
  readonly start: (release: Release) => void;
}

/** Creates the count of a process. */
export function createUnread() {
  const accounts = createSums<string>();
  const connections = createSums<Socket>();
  /** The parts that wait, by account, in order. */
  const lines = new Map<string, Waiting[]>();
  let refused = 0;

  const fitsAccount = ({ account }: Reader, bytes: number) => fitsIn(accounts.of(account), bytes, maxUnread.account);
  const fitsConnection = ({ connection }: Reader, bytes: number) =>
    fitsIn(connections.of(connection), bytes, maxUnread.connection);
  const fits = (reader: Reader, bytes: number) => fitsAccount(reader, bytes) && fitsConnection(reader, bytes);

  const count = ({ account, connection }: Reader, bytes: number): Release => {
    if (connection.destroyed) return () => undefined;
    accounts.add(account, bytes);
    connections.add(connection, bytes);
    let counted = true;
    const release = () => {
      if (!counted) return;
      counted = false;
      forget();
      accounts.add(account, -bytes);
      connections.add(connection, -bytes);
      startWaiting(account);
    };
    const forget = whenClosed(connection, release);
    return release;
  };

  /** Starts the parts that have room now, in order. Only one whose own connection has none lets others pass. */
  const startWaiting = (account: string) => {
    const line = lines.get(account);
    if (line === undefined) return;
    lines.delete(account);
    let full = false;
    const still = line.filter(({ reader, bytes, start }) => {
      if (reader.connection.destroyed) return false;
      full ||= !fitsAccount(reader, bytes);
      if (full || !fitsConnection(reader, bytes)) return true;
      start(count(reader, bytes));
      return false;
    });
    if (still.length > 0) lines.set(account, still);
  };

  return {
    /** True if so much waits for an account that a large reply might not have room. */
    isFull: (account: string): boolean => accounts.of(account) > maxUnread.account - largeReply,

    /** Bytes that an account's replies may still leave unread. */
    freeBytes: (account: string): number => maxUnread.account - accounts.of(account),

    /** True if a reply of so many bytes may wait, too. */
    hasRoom: (reader: Reader, bytes: number): boolean => bytes <= smallReply || fits(reader, bytes),

    /** Counts bytes that wait, until they are released or the connection is closed. */
    count,

    /**
     * Counts the bytes of a part before it is written; if there is no room, resolves when there is. Parts of one
     * account wait in line. It never resolves if the connection is closed meanwhile.
     */
    reserve: (reader: Reader, bytes: number): Release | Promise<Release> => {
      const line = lines.get(reader.account);
      if (line === undefined && fits(reader, bytes)) return count(reader, bytes);
      return new Promise((start) => {
        const waiting = { reader, bytes, start };
        if (line === undefined) lines.set(reader.account, [waiting]);
        else line.push(waiting);
      });
    },

    /** Returns the refusal of a request whose reply could not wait, and counts it. */
    refuse: (): AppError => {
      refused += 1;
      return tooMuchUnread();
    },

    /** Bytes that wait now, and requests refused since the process started. */
    counts: () => ({ bytes: accounts.total(), refused }),
  };
}

/** A reply larger than the bound may wait if it is the only one. */
const fitsIn = (sum: number, more: number, most: number): boolean => sum === 0 || sum + more <= most;

/** Sums by key. A key whose sum is zero takes no memory. */
function createSums<Key>() {
  const sums = new Map<Key, number>();
  let total = 0;
  return {
    of: (key: Key): number => (total === 0 ? 0 : (sums.get(key) ?? 0)),
    add: (key: Key, more: number) => {
      const sum = (sums.get(key) ?? 0) + more;
      total += more;
      if (sum === 0) sums.delete(key);
      else sums.set(key, sum);
    },
    total: () => total,
  };
}
