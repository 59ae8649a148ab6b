import { type Actor, lineOf, may, reachOf } from '../../access/actor.ts';
import { workspaceFor, workspaceMissing } from '../../access/workspace-for.ts';
import { AppError } from '../../errors.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { allowed, getSource } from './access.ts';
import * as agentStore from './agent-store.ts';
import type { ChangeQueue } from './change-queue.ts';
import { changeConnection } from './connections/connections.ts';
import { readBlob, withText } from './contents/text-blobs.ts';
import type { SourceDraft } from './draft-schema.ts';
import { checkDraft, scheduleOf, settingsOf } from './drafts.ts';
import { failures } from './failures.ts';
import * as listStore from './list-store.ts';
import type { SourceNeeds } from './needs.ts';
import { newSource } from './new-source.ts';
import { insertPairs } from './pairs/store.ts';
import type { KnowledgeSource, SourceAgentQuery, SourceSelection } from './schema.ts';
import type { Settings } from './settings-schema.ts';
import { createSourceChanges } from './source-changes.ts';
import * as store from './store.ts';
import { syncKindOf } from './sync/job/kind.ts';

/** A source that was just created. */
export interface CreatedSource {
  readonly source: KnowledgeSource;
}

export type Sources = ReturnType<typeof createSources>;

/** A source that is to be synced. */
type Synced = Pick<store.NewSource, 'id' | 'type'>;

/** Knowledge sources: create, read, list, change, sync. */
export function createSources(needs: SourceNeeds, inTurn: ChangeQueue) {
  const { db, now, newId, room, enqueue, blobs, namesOf, record } = needs;

  const syncOf = (workspace: string, { id, type }: Synced, cause: 'created' | 'requested') =>
    enqueue(workspace, { kind: syncKindOf(type), payload: { source: id, cause }, key: id });

  const update = createSourceChanges(needs, inTurn);

  return {
    create: async (
      actor: Actor,
      draft: SourceDraft,
      along: Along<CreatedSource> = nothingAlong,
    ): Promise<CreatedSource> => {
      checkMetadata(draft.metadata);
      const url = checkDraft(draft);
      const workspace = await workspaceFor(actor, draft.workspaceId, namesOf);
      return withText(blobs, draft.text, async (upload) => {
        const time = now();
        const { interval, next } = scheduleOf(draft.syncInterval ?? null, time);
        const text = upload === undefined ? null : { hash: upload.hash, bytes: upload.bytes };
        const newborn = newId('source');
        const before = { type: draft.type, url: null, connection: null, credentials: '' };
        const connected = changeConnection(needs.secrets, newborn, {
          before,
          given: draft.connection,
          url: url ?? null,
        });
        const { connection, credentials } = connected ?? {};
        const settings: Settings = { ...settingsOf(draft, url), text, ...(connection && { connection }) };
        const given = { type: draft.type, name: draft.name ?? url ?? draft.type, settings, now: time };
        const own = { externalId: draft.externalId ?? null, metadata: draft.metadata ?? {} };
        const row: store.NewSource = {
          ...{ id: newborn, ...given, ...own, syncInterval: interval, nextSyncAt: next },
          ...(credentials !== undefined && { credentials }),
        };
        const created = { source: newSource(workspace, row) };
        const { id, type } = row;
        await db.write({
          source: store.insert(db, workspace, row, { onMissing: workspaceMissing, onConflict: failures.sourceIdTaken }),
          pairs: insertPairs(db, workspace, { source: id, pairs: draft.pairs ?? [], now: time, newId }),
          held: upload === undefined ? [] : blobs.hold(workspace, upload),
          job: syncOf(workspace, row, 'created'),
          event: record(actor, { type: 'knowledge_source.created', workspace, data: { source: id, type } }),
          room: room('knowledgeSources', { workspace }),
          along: along(created),
        });
        return created;
      });
    },

    read: async (actor: Actor, id: string): Promise<string> =>
      allowed(actor, 'agents:read', await store.find(db, reachOf(actor), id)).json,

    /** Reads a page as JSON text. */
    list: (actor: Actor, query: SourceSelection, awaited?: AwaitedAnswer): Promise<string> => {
      const { workspaceId } = query;
      const visible = reachOf(actor).filter((workspace) => may(actor, 'agents:read', workspace));
      const reach = workspaceId === undefined ? visible : visible.filter((each) => each === workspaceId);
      return listStore.read(db, reach, { query, account: lineOf(actor), awaited });
    },

    /** Merges changes into a source and returns its JSON. A change of what it is made of asks for a sync. */
    update,

    /** Asks for a sync, and returns the source as JSON. */
    sync: async (actor: Actor, id: string, along: Along<{ json: string; workspace: string }> = nothingAlong) => {
      const { workspace, type } = await getSource(db, actor, { id, permission: 'agents:write' });
      const before = allowed(actor, 'agents:write', await store.find(db, [workspace], id));
      const answer = { json: withStatus(before.json), workspace };
      await db.write({
        requested: store.request(db, workspace, id, failures.noSource),
        job: syncOf(workspace, { id, type }, 'requested'),
        event: record(actor, { type: 'knowledge_source.updated', workspace, data: { source: id, fields: ['sync'] } }),
        along: along(answer),
      });
      return answer;
    },

    /** Reads the text of a text source. Throws `bad_request` for a source of another type. */
    content: async (actor: Actor, id: string): Promise<string> => {
      const { workspace, settings } = await getSource(db, actor, { id, permission: 'agents:read' });
      if (settings.text === null) {
        throw new AppError('bad_request', 'Only a source of type text has a text of its own.', {
          hint: 'Read its chunks instead.',
        });
      }
      const bytes = await readBlob(blobs, { workspaceId: workspace, hash: settings.text.hash });
      if (bytes === undefined) throw failures.noSource();
      return bytes.toString('utf8');
    },

    /** Reads a page of the agents that use a source, as JSON text. */
    agents: async (actor: Actor, id: string, query: SourceAgentQuery): Promise<string> => {
      const { workspace } = await getSource(db, actor, { id, permission: 'agents:read' });
      return agentStore.read(db, workspace, { source: id, query });
    },
  };
}

/** The source as it is right after a sync was asked for. */
function withStatus(json: string): string {
  const source = JSON.parse(json) as KnowledgeSource;
  return JSON.stringify(source.status === 'processing' ? source : { ...source, status: 'queued', error: null });
}
