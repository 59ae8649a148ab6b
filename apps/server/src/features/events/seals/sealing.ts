import { Type } from 'typebox';
import type { Database } from '../../../storage/database.ts';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import type { EventLog } from '../log.ts';
import { hourEnd, type LinkHash, startHash } from './link-hash.ts';
import * as store from './store.ts';

/** Accounts that one step looks at. */
const accountsAtOnce = 500;

/** Max events of an account that one step seals, and those that it reads at once. */
const maxEvents = 1_000;
const page = 100;

/** Events that one step seals, before the next accounts wait for another step. */
const maxOfStep = 5_000;

/** Dependencies of sealing. */
interface SealingNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Pick<EventLog, 'settle'>;
  readonly key: Uint8Array;
}

const payload = Type.Object(
  { after: Type.Optional(Type.String()), again: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

/**
 * The job that seals what has come to the logs of all accounts. An account that has much more to seal waits for another
 * round through all, so that none waits for it.
 */
export const sealing = (needs: SealingNeeds): Job =>
  job(
    { name: 'events.seal', payload, timeoutMs: 60_000, concurrency: 1 },
    async ({ payload: { after = '', again = false }, signal }) => {
      if (after === '') await needs.log.settle();
      const round = await sealRound(needs, after, signal);
      const isMore = again || round.more;
      if (round.reached !== undefined) return { next: { after: round.reached, again: isMore } };
      return isMore ? { next: {} } : {};
    },
    { pattern: '* * * * *', payload: {} },
  );

/**
 * Seals the next events of the accounts after one. Returns the account that it has reached, undefined after the last one,
 * and whether one of them has more.
 */
async function sealRound(needs: SealingNeeds, after: string, signal: AbortSignal) {
  const accounts = await store.accountsAfter(needs.db, after, accountsAtOnce);
  let reached = after;
  let more = false;
  let count = 0;
  for (const { id, last, sealed } of accounts) {
    if (signal.aborted || count >= maxOfStep) return { reached, more };
    const from = Number(sealed ?? 0);
    if (Number(last ?? 0) > from) {
      const done = await sealNext(needs, id, from);
      count += done.events;
      more ||= done.through < Number(last);
    }
    reached = id;
  }
  return { reached: accounts.length === accountsAtOnce ? reached : undefined, more };
}

/** A link whose events are still added. */
interface OpenLink {
  readonly hash: LinkHash;
  readonly first: number;
  last: number;
  events: number;
}

/**
 * Seals the next events of an account after the last sealed position, at most those of an hour: one link for each of
 * their chains, in one unit of work. Returns the position up to which the log is sealed now.
 */
export async function sealNext(
  { db, now, key }: Omit<SealingNeeds, 'log'>,
  account: string,
  sealed: number,
): Promise<{ readonly events: number; readonly through: number }> {
  const open = new Map<string, OpenLink>();
  let through = sealed;
  let before = Number.MAX_SAFE_INTEGER;
  let count = 0;
  for (let isMore = true; isMore && count < maxEvents; ) {
    const found = await store.events(db, { account, after: through, before, limit: page });
    isMore = found.length === page;
    for (const event of found) {
      const position = Number(event.position);
      if (count === 0) before = hourEnd(position);
      if (position >= before) break;
      const { log } = event;
      const link = open.get(log) ?? { hash: startHash(key), first: position, last: position, events: 0 };
      open.set(log, link);
      link.hash.add(event);
      link.last = position;
      link.events += 1;
      count += 1;
      through = position;
    }
  }
  const sealedAt = now();
  const links = await Promise.all([...open].map(([log, link]) => linkOf(db, { account, log, sealedAt }, link)));
  if (links.length === 0) return { events: 0, through };
  try {
    await db.write(store.append(db, account, sealed, links));
  } catch (error) {
    // Another process was faster and has sealed or deleted them.
    if (!(error instanceof store.Overtaken)) throw error;
  }
  return { events: count, through };
}

/** Ends an open link, after the newest one of its chain. */
async function linkOf(
  db: Database,
  place: store.Chain & { readonly sealedAt: number },
  open: OpenLink,
): Promise<store.Link> {
  const previous = await store.newest(db, place);
  const link = {
    account_id: place.account,
    log: place.log,
    position: open.last,
    first_position: open.first,
    events: open.events,
    previous: previous?.hash ?? '',
    sealed_at: place.sealedAt,
  };
  return { ...link, hash: open.hash.end(link) };
}
