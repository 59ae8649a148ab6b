import { isDeepStrictEqual } from 'node:util';
import { demand, lineOf, type Principal, reachFor, reachOf } from '../../access/actor.ts';
import { retryIfStale } from '../../access/retry-stale.ts';
import type { Permission } from '../../access/scopes.ts';
import { workspaceMissing, workspaceWith } from '../../access/workspace-for.ts';
import { AppError, invalid } from '../../errors.ts';
import { changesOf } from '../../events/changes.ts';
import { foldName } from '../../storage/folded-name.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { everyone } from '../../storage/team-rows.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import type { SavedReplyNeeds } from './needs.ts';
import { createRendering } from './rendering.ts';
import {
  type RenderedReply,
  readOnlyFields,
  type SavedReply,
  type SavedReplyChanges,
  type SavedReplyDraft,
  type SavedReplySelection,
  savedReplyBounds,
} from './schema.ts';
import { readSavedReplies, savedReplies as store } from './store.ts';
import { checkVariables } from './variables.ts';

const failures = {
  notFound: () => new AppError('saved_reply_not_found', 'There is no such saved reply.'),
  nameTaken: () => new AppError('name_conflict', 'Another saved reply has this name.'),
  full: () =>
    new AppError('saved_reply_limit_reached', 'The workspace has 1,000 saved replies; more are not possible.', {
      hint: 'Delete one that is not used.',
    }),
  conflict: (version?: number) =>
    new AppError('version_conflict', 'The saved reply has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;

/** A saved reply, and the versions that `If-Match` allows; any if undefined. */
interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}

/** A saved reply as JSON text, with its row's version. */
interface Versioned {
  readonly json: string;
  readonly version: number;
}

/** A saved reply that was just created. */
export interface CreatedReply {
  readonly savedReply: SavedReply;
  readonly version: number;
}

export type SavedReplies = ReturnType<typeof createSavedReplies>;

/** Saved replies: create, read, list, update, delete, render. */
export function createSavedReplies(needs: SavedReplyNeeds) {
  const { db, now, newId, record } = needs;
  const render = createRendering(needs);

  /** Gets a saved reply that the actor sees. Throws `saved_reply_not_found`, or `insufficient_role`. */
  const get = async (actor: Principal, id: string, permission: Permission) => {
    const found = await store.find(db, reachOf(actor), { id, person: actor.user.id });
    if (found === undefined) throw failures.notFound();
    demand(actor, permission, found.workspace);
    return found;
  };

  /** Gets a saved reply to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Principal, { id, ifMatch }: Target) => {
    const found = await get(actor, id, 'conversations:write');
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw failures.conflict(found.version);
    return { ...found, reply: JSON.parse(found.json) as SavedReply };
  };

  return {
    create: async (
      actor: Principal,
      { workspaceId: named, name, text, isShared = true }: SavedReplyDraft,
      along: Along<CreatedReply> = nothingAlong,
    ): Promise<CreatedReply> => {
      const place = { named, permission: 'conversations:write', namesOf: needs.namesOf } as const;
      const workspace = await workspaceWith(actor, place);
      checkVariables(text);
      const { id: author } = actor.user;
      const [id, time] = [newId('savedReply'), now()];
      const at = new Date(time).toISOString();
      const fields = { _id: id, workspace, name, text, isShared, createdBy: author };
      const created = { savedReply: { ...fields, createdAt: at, updatedAt: at }, version: 1 };
      const row = {
        ...{ id, workspace_id: workspace, owner: isShared ? everyone : author, created_by: author, name, text },
        ...{ name_folded: foldName(name), version: 1, created_at: time, updated_at: time },
      };
      await db.write({
        reply: store.insert(db, row, {
          ...{ most: savedReplyBounds.ofWorkspace, full: failures.full },
          ...{ onMissing: workspaceMissing, onConflict: failures.nameTaken },
        }),
        event: record(actor, { type: 'saved_reply.created', workspace, data: { savedReply: id } }),
        along: along(created),
      });
      return created;
    },

    read: async (actor: Principal, id: string): Promise<Versioned> => {
      const { json, version } = await get(actor, id, 'conversations:read');
      return { json, version };
    },

    /** Reads a page as JSON text. */
    list: (actor: Principal, query: SavedReplySelection, awaited?: AwaitedAnswer): Promise<string> =>
      readSavedReplies(db, reachFor(actor, 'conversations:read', query.workspaceId), {
        ...{ query, person: actor.user.id, account: lineOf(actor), awaited },
      }),

    /** Merges changes into a saved reply. */
    update: (actor: Principal, target: Target, sent: SavedReplyChanges): Promise<Versioned> =>
      retryIfStale(target.ifMatch, async () => {
        const { reply, workspace, version } = await getTarget(actor, target);
        const { fields, after } = changed(reply, sent, actor.user.id);
        const { name, text, isShared } = after;
        const owner = isShared ? everyone : actor.user.id;
        const change = {
          ...{ id: target.id, version, now: now() },
          columns: { name, text, owner, name_folded: foldName(name) },
          ...{ orElse: () => failures.conflict(), onConflict: failures.nameTaken },
        };
        const { updated } = await db.write({
          updated: store.update(db, workspace, change),
          event: record(actor, {
            ...{ type: 'saved_reply.updated', workspace, data: { savedReply: target.id, fields } },
            changes: changesFor(workspace, reply, after),
          }),
        });
        const [row] = updated.rows;
        if (row === undefined) throw failures.notFound();
        return { json: row.json, version: Number(row.version) };
      }),

    remove: (actor: Principal, target: Target): Promise<void> =>
      retryIfStale(target.ifMatch, async () => {
        const { id } = target;
        const { workspace, version } = await getTarget(actor, target);
        await db.write({
          removed: store.remove(db, workspace, { id, version, orElse: () => failures.conflict() }),
          event: record(actor, { type: 'saved_reply.deleted', workspace, data: { savedReply: id } }),
        });
      }),

    /** Renders a saved reply for a conversation. */
    render: async (actor: Principal, id: string, conversation: string): Promise<RenderedReply> => {
      const { json, workspace } = await get(actor, id, 'conversations:read');
      const { text } = JSON.parse(json) as SavedReply;
      return render(actor, { workspace, conversation, text });
    },
  };
}

/** A saved reply after a change, and the names of the fields that were sent. Throws `validation_failed`. */
function changed(reply: SavedReply, sent: SavedReplyChanges, person: string) {
  const wrong = readOnlyFields.filter(
    (field) => sent[field] !== undefined && !isDeepStrictEqual(sent[field], reply[field]),
  );
  if (wrong.length > 0) {
    throw invalid(
      wrong.map((path) => ({ path, message: 'is read-only' })),
      'read_only_field',
    );
  }
  const { name = reply.name, text = reply.text, isShared = reply.isShared } = sent;
  if (sent.text !== undefined) checkVariables(text);
  if (reply.isShared && !isShared && reply.createdBy !== person) {
    throw invalid([{ path: 'isShared', message: 'must stay true: only its author can keep it for themselves' }]);
  }
  const fields = (['name', 'text', 'isShared'] as const).filter((field) => sent[field] !== undefined);
  return { fields, after: { name, text, isShared } };
}

/** The changes for the event. Admins read it, so those of a text that only its author sees are not in it. */
function changesFor(workspace: string, reply: SavedReply, after: Pick<SavedReply, 'name' | 'text' | 'isShared'>) {
  if (!reply.isShared || !after.isShared) return undefined;
  return changesOf(workspace, [
    { field: 'name', before: reply.name, after: after.name },
    { field: 'text', before: reply.text, after: after.text },
  ]);
}
