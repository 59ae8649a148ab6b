import { Type } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { type Job, job, noPayload } from '../../storage/jobs/kind.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Target, WebhookNeeds } from './needs.ts';
import * as store from './removal-store.ts';
import type { Webhook } from './schema.ts';

/** Deletes a hidden webhook with its deliveries, which may be very many. */
const purge = {
  name: 'webhooks.purge',
  payload: Type.Object({ webhook: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: what is hidden must not stay.
  attempts: 20,
  // Their units would share one transaction.
  concurrency: 2,
} as const;

/** Max hidden webhooks that one look finds. */
const maxFound = 100;

/** Makes sure that nothing hidden stays, even if its job was cancelled or is dead. */
const leftovers = { name: 'webhooks.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Gets a webhook to delete. */
type GetTarget = (
  actor: Actor,
  target: Target,
) => Promise<{ readonly workspace: string; readonly version: number; readonly webhook: Webhook }>;

/** Creates the deletion of a webhook: it is hidden at once and without secrets, and a job deletes its rows. */
export const createRemoval = (
  { db, now, enqueue, record }: WebhookNeeds,
  getTarget: GetTarget,
  conflict: () => Error,
) => ({
  remove: async (actor: Actor, target: Target): Promise<void> => {
    const { workspace, version, webhook } = await getTarget(actor, target);
    const { _id: id, url, types, agents } = webhook;
    const versions = target.ifMatch === undefined ? undefined : [version];
    await db.write({
      hidden: store.hide(db, workspace, { id, versions, now: now() }, conflict),
      event: record(actor, {
        ...{ type: 'webhook.deleted', workspace, data: { webhook: id } },
        changes: Object.entries({ url, types, agents }).map(([field, before]) => ({ field, before, after: null })),
      }),
      job: enqueue(workspace, { kind: purge, payload: { webhook: id }, key: id }),
    });
  },
});

/** The statements that delete the next part of a webhook, and whether that is its end. */
async function nextPart(
  db: Database,
  workspace: string,
  id: string,
): Promise<{ readonly statement: Statement; readonly isLast: boolean }> {
  const ids = await store.someDeliveries(db, id);
  return ids.length > 0
    ? { statement: store.removeDeliveries(db, ids), isLast: false }
    : { statement: store.remove(db, workspace, id), isLast: true };
}

/** The jobs that delete what deleted webhooks leave behind, in portions. */
export const purgeJobs = ({ db, enqueue }: Pick<WebhookNeeds, 'db' | 'enqueue'>): Job[] => [
  job(purge, async ({ workspace, payload }) => {
    const { statement, isLast } = await nextPart(db, workspace, payload.webhook);
    return { effect: [statement], ...(!isLast && { next: payload }) };
  }),
  job(
    leftovers,
    async () => {
      const found = await store.findHidden(db, maxFound);
      return {
        effect: found.map(({ id, workspace }) =>
          enqueue(workspace, { kind: purge, payload: { webhook: id }, key: id }),
        ),
      };
    },
    { pattern: '50 * * * *', payload: {} },
  ),
];

/** The webhooks of a workspace, for its deletion. */
export const belongingsOf = ({ db }: Pick<WebhookNeeds, 'db'>): Belongings => ({
  next: async (workspace) => {
    const id = await store.anyOf(db, workspace);
    return id === undefined ? undefined : { statements: [(await nextPart(db, workspace, id)).statement] };
  },
});
