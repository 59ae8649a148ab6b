import { isDeepStrictEqual } from 'node:util';
import { type Actor, lineOf, reachFor } from '../../access/actor.ts';
import { retryIfStale } from '../../access/retry-stale.ts';
import { newSigningSecret } from '../../access/standard-webhooks.ts';
import { workspaceMissing, workspaceWith } from '../../access/workspace-for.ts';
import { AppError } from '../../errors.ts';
import type { FieldChange } from '../../events/happening.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { getWebhook, notFound, permission, placeOf } from './access.ts';
import { checkAgents, checkTypes, checkUrl } from './checks.ts';
import * as listStore from './list-store.ts';
import type { Target, WebhookNeeds } from './needs.ts';
import { createRemoval } from './removal.ts';
import type { Webhook, WebhookChanges, WebhookDraft, WebhookQuery } from './schema.ts';
import * as store from './store.ts';

const hourMs = 60 * 60_000;

/** A webhook with its secret, at its creation or rotation. */
export interface SecretWebhook {
  readonly webhook: Webhook;
  readonly version: number;
  readonly secret: string;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Webhooks: create, read, list, update, rotate their secrets, delete. */
export function createWebhooks(needs: WebhookNeeds) {
  const { db, now, newId, room, secrets, log, delivery, record } = needs;

  /** The end of the log of a workspace. */
  const endOf = async (workspace: string): Promise<number> => {
    const account = await log.accountOf(workspace);
    if (account === undefined) throw workspaceMissing();
    return log.last(account);
  };

  /** Checks settings that were sent; `kept` are agents that the webhook has already, which may be deleted. */
  const check = async (
    workspace: string,
    { url, types, agents = [] }: WebhookChanges,
    kept: readonly string[] = [],
  ): Promise<void> => {
    if (types !== undefined) checkTypes(types);
    const added = agents.filter((agent) => !kept.includes(agent));
    checkAgents(agents, new Set([...kept, ...(await store.agentsOf(db, workspace, added))]));
    if (url !== undefined) await checkUrl(url, needs.outbound.judge);
  };

  /** Gets a webhook to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Actor, { id, ifMatch }: Target) => {
    const found = await getWebhook(db, actor, id);
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw conflict(found.version);
    return { ...found, webhook: JSON.parse(found.json) as Webhook };
  };

  return {
    create: async (
      actor: Actor,
      { workspaceId, ...draft }: WebhookDraft,
      along: Along<SecretWebhook> = nothingAlong,
    ): Promise<SecretWebhook> => {
      const workspace = await workspaceWith(actor, { named: workspaceId, permission, namesOf: needs.namesOf });
      await check(workspace, draft);
      const [id, secret, time] = [newId('webhook'), newSigningSecret(), now()];
      const { url, description = '', types = ['*'], agents = [], status = 'enabled' } = draft;
      const settings = { url, description, types, agents, status };
      const position = await endOf(workspace);
      const stamp = new Date(time).toISOString();
      const webhook: Webhook = {
        ...{ _id: id, workspace, ...settings, disabledReason: status === 'enabled' ? null : 'manual' },
        // Its own creation is an event, too, which it hasn't come to.
        ...{ failingSince: null, lastSuccessAt: null, pending: 0, caughtUp: false },
        ...{ missedThrough: null, oldSecretUntil: null },
        ...{ createdAt: stamp, updatedAt: stamp },
      };
      const row = {
        ...{ id, workspace_id: workspace, url, description, status, version: 1, position, replay_through: 0 },
        ...{ types: JSON.stringify(types), agents: JSON.stringify(agents), disabled_reason: webhook.disabledReason },
        ...{ secret: secrets.seal(secret, placeOf.secret(id)), old_secret: null, old_secret_until: null },
        ...{ resend_after: null, resend_through: null, missed_through: null },
        ...{ failing_since: null, last_success_at: null },
        ...{ created_at: time, updated_at: time, deleted_at: null },
      };
      const made = { webhook, version: 1, secret };
      await db.write({
        webhook: store.insert(db, row, workspaceMissing),
        event: record(actor, {
          ...{ type: 'webhook.created', workspace, data: { webhook: id } },
          changes: changesOf({}, settings),
        }),
        room: room('webhooks', { workspace }),
        soon: status === 'enabled' ? delivery.soon(workspace, id) : undefined,
        along: along(made),
      });
      return made;
    },

    read: async (actor: Actor, id: string): Promise<{ readonly json: string; readonly version: number }> => {
      // `caughtUp` is about all that was committed.
      await log.settle();
      const { json, version } = await getWebhook(db, actor, id);
      return { json, version };
    },

    /** Reads a page as JSON text. */
    list: async (actor: Actor, query: WebhookQuery, awaited?: AwaitedAnswer): Promise<string> => {
      await log.settle();
      const reach = reachFor(actor, permission, query.workspaceId);
      return listStore.readWebhooks(db, reach, { query, account: lineOf(actor), awaited });
    },

    update: (
      actor: Actor,
      { id, ifMatch }: Target,
      sent: WebhookChanges,
    ): Promise<{ readonly json: string; readonly version: number }> =>
      retryIfStale(ifMatch, async () => {
        const { webhook, workspace, version } = await getTarget(actor, { id, ifMatch });
        await check(workspace, sent, webhook.agents);
        const { status, types, agents, ...texts } = sent;
        const isWoken = status === 'enabled' || (texts.url !== undefined && texts.url !== webhook.url);
        const change = {
          ...{ id, version, now: now() },
          columns: {
            ...texts,
            ...(types !== undefined && { types: JSON.stringify(types) }),
            ...(agents !== undefined && { agents: JSON.stringify(agents) }),
          },
          moved: status && { status, through: await endOf(workspace) },
        };
        const { updated } = await db.write({
          updated: store.update(db, workspace, change, conflict),
          event: record(actor, {
            ...{ type: 'webhook.updated', workspace, data: { webhook: id } },
            changes: changesOf(webhook, sent),
          }),
          retry: isWoken ? store.retryWaiting(db, workspace, { id, now: now() }) : undefined,
          soon: isWoken ? delivery.soon(workspace, id) : undefined,
        });
        const [row] = updated.rows;
        if (row === undefined) throw notFound();
        return { json: row.json, version: Number(row.version) };
      }),

    /** Generates a new secret; the old one also signs for some hours, and no third one does. */
    rotate: (
      actor: Actor,
      { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
      along: Along<SecretWebhook> = nothingAlong,
    ): Promise<SecretWebhook> =>
      retryIfStale(undefined, async () => {
        const before = await getTarget(actor, { id, ifMatch: undefined });
        const { webhook, workspace, version } = before;
        const [secret, time] = [newSigningSecret(), now()];
        const until = overlapHours === 0 ? null : time + overlapHours * hourMs;
        const old = secrets.open(before.secret, placeOf.secret(id));
        const columns = {
          secret: secrets.seal(secret, placeOf.secret(id)),
          old_secret: until === null ? null : secrets.seal(old, placeOf.oldSecret(id)),
          old_secret_until: until,
        };
        const oldSecretUntil = until === null ? null : new Date(until).toISOString();
        const updatedAt = new Date(Math.max(Date.parse(webhook.updatedAt) + 1, time)).toISOString();
        const made = { webhook: { ...webhook, oldSecretUntil, updatedAt }, version: version + 1, secret };
        const changed = { field: 'secret', before: null, after: null };
        await db.write({
          updated: store.update(db, workspace, { id, version, now: time, columns }, conflict),
          event: record(actor, {
            ...{ type: 'webhook.updated', workspace, data: { webhook: id } },
            changes: [changed, ...changesOf(webhook, { oldSecretUntil })],
          }),
          along: along(made),
        });
        return made;
      }),

    remove: createRemoval(needs, getTarget, conflict).remove,
  };
}

/** The fields that differ, for the event. No secret is among them. */
const changesOf = (before: Partial<Webhook>, after: Partial<Webhook>): readonly FieldChange[] =>
  (Object.keys(after) as (keyof Webhook)[])
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));

/** `version` is the one that the webhook has, if it is known. */
const conflict = (version?: number) =>
  new AppError('version_conflict', 'The webhook has been changed by another request.', {
    hint: 'Read it again, then repeat the change.',
    ...(version !== undefined && { version }),
  });
