import { Type } from 'typebox';
import type { Belongings } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { type Job, job, systemWorkspace } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { notEmpty, purgeKind, purgeOf, purging } from '../../../storage/purging.ts';
import { lockDeletions } from '../../../storage/sql/lock-deletions.ts';
import type { Statement } from '../../../storage/unit.ts';
import * as store from './store.ts';

/** Max deleted people that one look finds, and max accounts that it looks at. */
const maxFound = 100;
const maxAccounts = 1_000;

/** Deletes a person who has left, and an account without people or workspaces. */
const purgePerson = purgeKind('accounts.purge_person');
const purgeAccount = purgeKind('accounts.purge');

/** Makes sure that no deleted person and no deserted account stays, even if the job was cancelled or is dead. */
const leftovers = {
  name: 'accounts.leftovers',
  /** The last account that was looked at. */
  payload: Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false }),
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

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

/**
 * Returns the statements that have an account deleted if neither a person nor a workspace is left in it; they come after
 * the one that deletes either.
 */
export const enqueueAccount = ({ db, enqueue }: Pick<PurgeNeeds, 'db' | 'enqueue'>, account: string): Statement[] => [
  // Of two units that delete the last person and the last workspace, the second sees that both are gone.
  ...lockDeletions(db, account),
  enqueue(systemWorkspace, {
    ...{ kind: purgeAccount, payload: purgeOf(account), key: account },
    when: store.isDeserted(account),
  }),
];

/** The jobs that delete people who have left, and accounts without people or workspaces. */
export const purgeJobs = ({ db, enqueue, belongingsOf }: PurgeNeeds): Job[] => {
  const finishPerson = async (user: string) => {
    const account = await store.accountOfDeleted(db, user);
    if (account === undefined) return [];
    return [store.removeDeleted(db, user, notEmpty), ...enqueueAccount({ db, enqueue }, account)];
  };
  return [
    job(purgePerson, (attempt) => purging(belongingsOf('person'), finishPerson)(attempt)),
    job(purgeAccount, (attempt) =>
      purging(belongingsOf('account'), (account) => [store.removeDeserted(db, account, notEmpty)])(attempt),
    ),
    job(
      leftovers,
      async ({ payload: { after } }) => {
        const people = after === undefined ? await store.findDeleted(db, maxFound) : [];
        const accounts = await store.accountsAfter(db, after ?? '', maxAccounts);
        const deserted = accounts.filter(({ isDeserted }) => isDeserted);
        const last = accounts.length < maxAccounts ? undefined : accounts.at(-1);
        return {
          effect: [
            ...people.map(({ id }) => enqueuePerson(enqueue, id)),
            ...deserted.flatMap(({ id }) => enqueueAccount({ db, enqueue }, id)),
          ],
          ...(last !== undefined && { next: { after: last.id } }),
        };
      },
      { pattern: '40 * * * *', payload: {} },
    ),
  ];
};
