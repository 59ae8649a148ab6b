import type { Actor } from '../../access/actor.ts';
import type { Upload } from '../../storage/blobs/blob-rows.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import type { Statement } from '../../storage/unit.ts';
import { getSource } from './access.ts';
import type { ChangeQueue } from './change-queue.ts';
import { changedFields } from './changed-fields.ts';
import { changeConnection } from './connections/connections.ts';
import { withText } from './contents/text-blobs.ts';
import type { SourceChanges } from './draft-schema.ts';
import { changedSettings, checkChanges, scheduleOf } from './drafts.ts';
import { failures, StaleSource } from './failures.ts';
import type { SourceNeeds } from './needs.ts';
import type { Settings } from './settings-schema.ts';
import * as store from './store.ts';
import { syncKindOf } from './sync/job/kind.ts';

/** A change of what a source is made of, with what its files do. */
interface Change {
  readonly before: store.SourceFacts;
  readonly settings: Settings;
  readonly hold: readonly Statement[];
  readonly release: readonly Statement[];
}

/** Creates the function that changes a source. */
export function createSourceChanges({ db, now, enqueue, blobs, record, secrets }: SourceNeeds, inTurn: ChangeQueue) {
  /** Returns the change by a new text; the same text as before changes nothing. */
  const changeOf = (before: store.SourceFacts, changed: Settings, upload: Upload | undefined): Change => {
    const { workspace, settings } = before;
    if (upload === undefined || upload.hash === settings.text?.hash)
      return { before, settings: changed, hold: [], release: [] };
    const { hash, bytes } = upload;
    return {
      before,
      settings: { ...changed, text: { hash, bytes } },
      hold: blobs.hold(workspace, upload),
      release: settings.text === null ? [] : blobs.release({ workspaceId: workspace, hash: settings.text.hash }),
    };
  };

  const once = async (actor: Actor, id: string, { changes, upload }: { changes: SourceChanges; upload?: Upload }) => {
    const source = await getSource(db, actor, { id, permission: 'agents:write' });
    const { workspace, settings: stored, settingsText } = source;
    checkMetadata(changes.metadata);
    const url = checkChanges(source.type, changes);
    const before = { ...source, url: stored.url, connection: stored.connection ?? null };
    const asked = { before, given: changes.connection, url: url ?? stored.url };
    const { connection, credentials, secret } = changeConnection(secrets, id, asked) ?? {};
    const changed = { ...changedSettings(stored, changes, url), ...(connection && { connection }) };
    const { settings, hold, release } = changeOf(source, changed, upload);
    const syncs = JSON.stringify(settings) !== settingsText || credentials !== undefined;
    const time = now();
    const { name, syncInterval, externalId, metadata } = changes;
    const isNew = syncInterval !== undefined && syncInterval !== source.syncInterval;
    const update: store.SourceUpdate = {
      ...{ id, now: time, name, externalId, metadata, syncs, before: source },
      ...(syncs && { settings, credentials }),
      ...(isNew && { schedule: scheduleOf(syncInterval, time) }),
    };
    const { updated } = await db.write({
      hold,
      updated: store.update(db, workspace, update, { stale: () => new StaleSource(), taken: failures.sourceIdTaken }),
      release,
      job: syncs
        ? enqueue(workspace, { kind: syncKindOf(source.type), payload: { source: id, cause: 'changed' }, key: id })
        : undefined,
      event: record(actor, {
        ...{ type: 'knowledge_source.updated', workspace },
        data: { source: id, fields: Object.keys(changes) },
        changes: changedFields(source, {
          ...{ settings, name, externalId, metadata, syncInterval },
          ...(secret !== undefined && { secrets: [`connection.${secret}`] }),
        }),
      }),
    });
    const [row] = updated.rows;
    if (row === undefined) throw failures.noSource();
    return row.json;
  };

  /** Merges changes into a source and returns its JSON. */
  return (actor: Actor, id: string, changes: SourceChanges): Promise<string> =>
    withText(blobs, changes.text, (upload) =>
      inTurn(id, () => once(actor, id, { changes, ...(upload !== undefined && { upload }) })),
    );
}
