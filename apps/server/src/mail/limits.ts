import { AppError } from '../errors.ts';
import type { Database } from '../storage/database.ts';
import type { Statement } from '../storage/unit.ts';
import * as store from './limit-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Subjects that messages count for: the address, the account or the network (an IPv4 address or a /48) that causes
 * them.
 */
type Subject = 'address' | 'account' | 'network' | 'visitor';

/** Max messages for a subject within a time (ms). */
interface Limit {
  readonly per: Subject;
  readonly max: number;
  readonly within: number;
}

/** Limits of each kind of message. An address may not belong to the person who has a message sent to it. */
const limits = {
  code: [
    { per: 'address', max: 1, within: minute },
    { per: 'address', max: 10, within: day },
  ],
  invitation: [
    { per: 'address', max: 10, within: hour },
    { per: 'account', max: 500, within: day },
  ],
  // An hour is the lifetime of a link: however often others ask, the person has a link that works or may ask, too.
  reset: [
    { per: 'address', max: 1, within: minute },
    { per: 'address', max: 5, within: hour },
    { per: 'network', max: 20, within: hour },
  ],
  // Any user of an agent can cause the calls that people are asked about.
  approval: [
    { per: 'address', max: 60, within: hour },
    { per: 'address', max: 300, within: day },
    { per: 'account', max: 2000, within: day },
  ],
  // Any colleague can cause them.
  mention: [
    { per: 'address', max: 30, within: hour },
    { per: 'address', max: 200, within: day },
    { per: 'account', max: 2000, within: day },
  ],
  // Answers to a visitor who has left an address.
  answer: [
    { per: 'address', max: 30, within: hour },
    { per: 'address', max: 200, within: day },
    { per: 'account', max: 2000, within: day },
  ],
  transcript: [
    { per: 'address', max: 5, within: hour },
    { per: 'address', max: 20, within: day },
    { per: 'account', max: 500, within: day },
  ],
  // Besides, because visitors choose the address and most of the text: no visitor may mail many strangers.
  visitorTranscript: [
    { per: 'visitor', max: 5, within: day },
    { per: 'network', max: 20, within: day },
  ],
} as const satisfies Record<string, readonly Limit[]>;

/** A kind of message. */
export type MailKind = keyof typeof limits;

/** The subjects of a message of a kind. */
export type SubjectsOf<Kind extends MailKind> = Readonly<Record<(typeof limits)[Kind][number]['per'], string>>;

/** They say the same whether or not the address has a person. */
const reasons: Readonly<Record<Subject, string>> = {
  address: 'Too much mail has been requested for this address.',
  account: 'Your account has sent too much mail.',
  network: 'Too much mail has been requested from your network.',
  visitor: 'You have requested too much mail.',
};

const tooMany = (per: Subject, wait: number) =>
  new AppError('too_many_mails', reasons[per], {
    retryAfter: Math.ceil(wait / 1000),
    hint: 'Wait before you have more sent.',
  });

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
export async function counted<Kind extends MailKind>(
  { db, now, digest }: LimitNeeds,
  kind: Kind,
  subjects: SubjectsOf<Kind>,
): Promise<Statement[]> {
  const time = now();
  const named: Readonly<Partial<Record<Subject, string>>> = subjects;
  const windows = limits[kind].map((limit) => ({
    ...limit,
    id: digest(`${kind} ${limit.per} ${limit.within} ${named[limit.per]}`),
    wait: () => tooMany(limit.per, limit.within),
  }));
  const known = await store.find(db, windows, time);
  for (const { id, per, max } of windows) {
    const window = known.get(id);
    if (window !== undefined && window.count >= max) throw tooMany(per, window.expiresAt - time);
  }
  return windows.map(({ id, max, within, wait }) => store.take(db, { id, max, now: time, until: time + within }, wait));
}
