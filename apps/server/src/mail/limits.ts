import { AppError } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/unit.ts';
import * as store from './limit-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What messages of a kind count for. */
export interface Subjects {
  readonly address: string;
  readonly account: string;
}

/** Max messages for a subject within a time (ms). */
interface Limit {
  readonly per: keyof Subjects;
  readonly max: number;
  readonly within: number;
}

/** What bounds each kind of message. An address may not belong to those who have something sent to it. */
const limits = {
  code: [
    { per: 'address', max: 1, within: minute },
    { per: 'address', max: 10, within: day },
  ],
  invitation: [
    { per: 'address', max: 10, within: hour },
    { per: 'account', max: 500, within: day },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/** A kind of message. */
export type MailKind = keyof typeof limits;

const tooMany = (per: keyof Subjects, wait: number) =>
  new AppError(
    'too_many_mails',
    per === 'address' ? 'This address has been sent too much mail.' : 'Your account has sent too much mail.',
    { retryAfter: Math.ceil(wait / 1000), hint: 'Wait before you have more sent.' },
  );

/** Dependencies of the limits. */
interface LimitNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** A keyed digest: the table holds no addresses. */
  digest(text: string): string;
}

/**
 * Returns the statements that count a message, in fixed windows that all processes share. Throws `too_many_mails` if a
 * window is full, and so do the statements if it fills meanwhile.
 */
export async function counted(
  { db, now, digest }: LimitNeeds,
  kind: MailKind,
  subjects: Subjects,
): Promise<Statement[]> {
  const time = now();
  const windows = limits[kind].map((limit) => ({
    ...limit,
    id: digest(`${kind} ${limit.per} ${limit.within} ${subjects[limit.per]}`),
    wait: () => tooMany(limit.per, limit.within),
  }));
  const known = await store.find(db, windows, time);
  for (const { id, per, max } of windows) {
    const window = known.get(id);
    if (window !== undefined && window.count >= max) throw tooMany(per, window.expiresAt - time);
  }
  return windows.map(({ id, max, within, wait }) => store.take(db, { id, max, now: time, until: time + within }, wait));
}
