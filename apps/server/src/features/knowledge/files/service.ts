import type { Actor } from '../../../access/actor.ts';
import { workspaceFor, workspaceMissing } from '../../../access/workspace-for.ts';
import { AppError } from '../../../errors.ts';
import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import { checkMetadata } from '../../../storage/sql/metadata-check.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { getSource } from '../access.ts';
import type { ChangeQueue } from '../change-queue.ts';
import { changedFields } from '../changed-fields.ts';
import type { FileDraft } from '../draft-schema.ts';
import { failures, StaleSource } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import { newSource } from '../new-source.ts';
import type { CreatedSource } from '../service.ts';
import { type HeldFile, noSettings } from '../settings-schema.ts';
import * as store from '../store.ts';
import { syncKindOf } from '../sync/job/kind.ts';

/** Max characters of a source's name. */
const maxName = 200;

/** A file that has arrived. */
export interface ArrivedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly received: Upload;
}

/** The fields of a new source of a file; its metadata is parsed. */
type NewFile = Omit<FileDraft, 'metadata'> & { readonly metadata?: Record<string, unknown> };

export type SourceFiles = ReturnType<typeof createFiles>;

/** Sources of one file. The caller discards the file if this fails. */
export function createFiles(
  { db, now, newId, room, enqueue, blobs, namesOf, record }: SourceNeeds,
  inTurn: ChangeQueue,
) {
  const heldOf = ({ fileName, contentType, received }: ArrivedFile): HeldFile => ({
    ...{ name: fileName, contentType, bytes: received.bytes, hash: received.hash },
  });

  return {
    create: async (
      actor: Actor,
      { draft, file }: { readonly draft: NewFile; readonly file: ArrivedFile },
      along: Along<CreatedSource> = nothingAlong,
    ): Promise<CreatedSource> => {
      const held = heldOf(file);
      const workspace = await workspaceFor(actor, draft.workspaceId, namesOf);
      checkMetadata(draft.metadata);
      const name = draft.name ?? nameOf(held.name);
      const id = newId('source');
      const settings = { ...noSettings, file: held };
      const row: store.NewSource = {
        ...{ id, type: 'file', name, settings, syncInterval: null, nextSyncAt: null, now: now() },
        ...{ externalId: draft.externalId ?? null, metadata: draft.metadata ?? {} },
      };
      const created = { source: newSource(workspace, row) };
      await db.write({
        source: store.insert(db, workspace, row, { onMissing: workspaceMissing, onConflict: failures.sourceIdTaken }),
        held: blobs.hold(workspace, file.received),
        job: enqueue(workspace, { kind: syncKindOf('file'), payload: { source: id, cause: 'created' }, key: id }),
        event: record(actor, { type: 'knowledge_source.created', workspace, data: { source: id, type: 'file' } }),
        room: room('knowledgeSources', { workspace }),
        along: along(created),
      });
      return created;
    },

    /** Replaces the file of a source, which serves on until the sync is complete; returns the source as JSON. */
    replace: (actor: Actor, id: string, file: ArrivedFile): Promise<string> =>
      inTurn(id, () => replaceOnce(actor, id, file)),
  };

  async function replaceOnce(actor: Actor, id: string, file: ArrivedFile): Promise<string> {
    const held = heldOf(file);
    const source = await getSource(db, actor, { id, permission: 'agents:write' });
    const { workspace, type, settings } = source;
    if (type !== 'file' || settings.file === null) {
      throw new AppError('bad_request', 'Only a source of type file has a file.', { hint: 'Create one with a file.' });
    }
    const changed = { ...settings, file: held };
    const update = { id, now: now(), settings: changed, before: source, syncs: true };
    const { updated } = await db.write({
      held: blobs.hold(workspace, file.received),
      updated: store.update(db, workspace, update, { stale: () => new StaleSource(), taken: failures.sourceIdTaken }),
      released: blobs.release({ workspaceId: workspace, hash: settings.file.hash }),
      job: enqueue(workspace, { kind: syncKindOf('file'), payload: { source: id, cause: 'changed' }, key: id }),
      event: record(actor, {
        ...{ type: 'knowledge_source.updated', workspace },
        data: { source: id, fields: ['file'] },
        changes: changedFields(source, { settings: changed }),
      }),
    });
    const [row] = updated.rows;
    if (row === undefined) throw failures.noSource();
    return row.json;
  }
}

/** The name of a source by that of its file. */
function nameOf(fileName: string): string {
  const name = fileName.trim().slice(0, maxName).toWellFormed().trim();
  return name === '' ? 'File' : name;
}
