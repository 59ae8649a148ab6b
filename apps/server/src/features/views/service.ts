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
import { withCounts } from './counts.ts';
import type { ViewNeeds } from './needs.ts';
import {
  type Filters,
  maxFilterBytes,
  maxViews,
  readOnlyFields,
  type View,
  type ViewChanges,
  type ViewDraft,
  type ViewQuery,
} from './schema.ts';
import { readViews, views as store } from './store.ts';

const failures = {
  notFound: () => new AppError('view_not_found', 'There is no such view.'),
  nameTaken: () => new AppError('name_conflict', 'Another view has this name.'),
  full: () =>
    new AppError('view_limit_reached', 'The workspace has 100 views; more are not possible.', {
      hint: 'Delete one that is not used.',
    }),
  conflict: (version?: number) =>
    new AppError('version_conflict', 'The view has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;

/** A view, and the versions that `If-Match` allows; any if undefined. */
interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}

/** A view as JSON text, with its row's version. */
interface Versioned {
  readonly json: string;
  readonly version: number;
}

/** A view that was just created. */
export interface CreatedView {
  readonly view: View;
  readonly version: number;
}

export type Views = ReturnType<typeof createViews>;

/** Views: create, read, list, count, update, delete. */
export function createViews(needs: ViewNeeds) {
  const { db, now, newId, record } = needs;

  /** Gets a view that the actor sees. Throws `view_not_found`, or `insufficient_role`. */
  const get = async (actor: Principal, id: string, permission: Permission) => {
    const found = await store.find(db, reachOf(actor), { id, person: actor.user.id });
    if (found === undefined) throw failures.notFound();
    demand(actor, permission, found.workspace);
    return found;
  };

  /** Gets a view to change. Throws `version_conflict` if it has another version. */
  const getTarget = async (actor: Principal, { id, ifMatch }: Target) => {
    const found = await get(actor, id, 'conversations:write');
    if (ifMatch !== undefined && !ifMatch.includes(found.version)) throw failures.conflict(found.version);
    return { ...found, view: JSON.parse(found.json) as View };
  };

  return {
    create: async (
      actor: Principal,
      { workspaceId: named, name, filters, isShared = true }: ViewDraft,
      along: Along<CreatedView> = nothingAlong,
    ): Promise<CreatedView> => {
      const place = { named, permission: 'conversations:write', namesOf: needs.namesOf } as const;
      const workspace = await workspaceWith(actor, place);
      checkSize(filters);
      const { id: author } = actor.user;
      const [id, time] = [newId('view'), now()];
      const at = new Date(time).toISOString();
      const fields = { _id: id, workspace, name, filters, isShared, createdBy: author };
      const created = { view: { ...fields, createdAt: at, updatedAt: at }, version: 1 };
      const row = {
        ...{ id, workspace_id: workspace, owner: isShared ? everyone : author, created_by: author, name },
        ...{
          name_folded: foldName(name),
          filters: JSON.stringify(filters),
          version: 1,
          created_at: time,
          updated_at: time,
        },
      };
      await db.write({
        view: store.insert(db, row, {
          ...{ most: maxViews, full: failures.full },
          ...{ onMissing: workspaceMissing, onConflict: failures.nameTaken },
        }),
        event: record(actor, { type: 'view.created', workspace, data: { view: id } }),
        along: along(created),
      });
      return created;
    },

    read: async (actor: Principal, id: string): Promise<Versioned> => {
      const { json, version } = await get(actor, id, 'conversations:read');
      return { json, version };
    },

    /** Reads a page as JSON text, with counts if they are asked for. */
    list: async (actor: Principal, query: ViewQuery, awaited?: AwaitedAnswer): Promise<string> => {
      const page = await readViews(db, reachFor(actor, 'conversations:read', query.workspaceId), {
        ...{ query, person: actor.user.id, account: lineOf(actor), awaited },
      });
      return query.includeCounts ? withCounts(needs, actor, { page, awaited }) : page;
    },

    /** Merges changes into a view. */
    update: (actor: Principal, target: Target, sent: ViewChanges): Promise<Versioned> =>
      retryIfStale(target.ifMatch, async () => {
        const { view, workspace, version } = await getTarget(actor, target);
        const { fields, after } = changed(view, sent, actor.user.id);
        const { name, filters, isShared } = after;
        const owner = isShared ? everyone : actor.user.id;
        const change = {
          ...{ id: target.id, version, now: now() },
          columns: { name, filters: JSON.stringify(filters), owner, name_folded: foldName(name) },
          ...{ orElse: () => failures.conflict(), onConflict: failures.nameTaken },
        };
        const { updated } = await db.write({
          updated: store.update(db, workspace, change),
          event: record(actor, {
            ...{ type: 'view.updated', workspace, data: { view: target.id, fields } },
            changes: changesFor(workspace, view, after),
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
          event: record(actor, { type: 'view.deleted', workspace, data: { view: id } }),
        });
      }),
  };
}

/** A view after a change, and the names of the fields that were sent. Throws `validation_failed`. */
function changed(view: View, sent: ViewChanges, person: string) {
  const wrong = readOnlyFields.filter(
    (field) => sent[field] !== undefined && !isDeepStrictEqual(sent[field], view[field]),
  );
  if (wrong.length > 0) {
    throw invalid(
      wrong.map((path) => ({ path, message: 'is read-only' })),
      'read_only_field',
    );
  }
  const { name = view.name, filters = view.filters, isShared = view.isShared } = sent;
  if (sent.filters !== undefined) checkSize(filters);
  if (view.isShared && !isShared && view.createdBy !== person) {
    throw invalid([{ path: 'isShared', message: 'must stay true: only its author can keep it for themselves' }]);
  }
  const fields = (['name', 'filters', 'isShared'] as const).filter((field) => sent[field] !== undefined);
  return { fields, after: { name, filters, isShared } };
}

/** The changes for the event. Admins read it, so those of a view that only its author sees are not in it. */
function changesFor(workspace: string, view: View, after: Pick<View, 'name' | 'filters' | 'isShared'>) {
  if (!view.isShared || !after.isShared) return undefined;
  return changesOf(workspace, [
    { field: 'name', before: view.name, after: after.name },
    { field: 'filters', before: view.filters, after: after.filters },
  ]);
}

/** Throws `validation_failed` for filters that are longer than a URL can be. */
function checkSize(filters: Filters): void {
  if (Buffer.byteLength(JSON.stringify(filters)) <= maxFilterBytes) return;
  throw invalid([{ path: 'filters', message: `must be at most ${maxFilterBytes} bytes of JSON` }]);
}
