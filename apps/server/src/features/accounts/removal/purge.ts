import type { Belongings } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { type Job, job, noPayload, systemWorkspace } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { notEmpty, purgeKind, purgeOf, purging } from '../../../storage/purging.ts';
import type { Statement } from '../../../storage/unit.ts';
import * as store from './store.ts';

/** Max deleted people and deserted accounts that one look finds. */
const maxFound = 100;

/** Deletes a person who has left, and an account that nobody has left. */
const purgePerson = purgeKind('accounts.purge_person');
const purgeAccount = purgeKind('accounts.purge');

/** Makes sure that no deleted person stays, even if the job was cancelled or is dead. */
const leftovers = { name: 'accounts.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Dependencies of purging. */
export interface PurgeNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  /** Everything that a person, and an account without workspaces, has; in the order of its deletion. */
  belongingsOf(kind: 'person' | 'account'): readonly Belongings[];
}

/** Returns the statement that enqueues the job of a person who was deleted. */
export const enqueuePerson = (enqueue: Enqueue, user: string): Statement =>
  enqueue(systemWorkspace, { kind: purgePerson, payload: purgeOf(user), key: user });

/** Returns the statement that has an account deleted if neither a person nor a workspace is left in it. */
export const enqueueAccount = (enqueue: Enqueue, account: string): Statement =>
  enqueue(systemWorkspace, {
    ...{ kind: purgeAccount, payload: purgeOf(account), key: account },
    when: store.isDeserted(account),
  });

/** The jobs that delete people who have left, and accounts that nobody has left. */
export const purgeJobs = ({ db, enqueue, belongingsOf }: PurgeNeeds): Job[] => {
  const finishPerson = async (user: string) => {
    const account = await store.accountOfDeleted(db, user);
    if (account === undefined) return [];
    return [store.removeDeleted(db, user, notEmpty), enqueueAccount(enqueue, account)];
  };
  return [
    job(purgePerson, (attempt) => purging(belongingsOf('person'), finishPerson)(attempt)),
    job(purgeAccount, (attempt) =>
      purging(belongingsOf('account'), (account) => [store.removeDeserted(db, account, notEmpty)])(attempt),
    ),
    job(
      leftovers,
      async () => ({ effect: (await store.findDeleted(db, maxFound)).map(({ id }) => enqueuePerson(enqueue, id)) }),
      { pattern: '40 * * * *', payload: {} },
    ),
  ];
};
