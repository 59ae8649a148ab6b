import type { Static } from 'typebox';
import { type Actor, lineOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { changesOf, type Field } from '../../../events/changes.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import { getSource } from '../access.ts';
import { readBounded } from '../bounded-list.ts';
import type { ChangeQueue } from '../change-queue.ts';
import type { Chunk, ChunkChanges, ChunkQuery } from '../chunks/schema.ts';
import * as chunkStore from '../chunks/store.ts';
import { findItem, listedItems } from '../documents/item-list-store.ts';
import type { DocumentQuery } from '../documents/schema.ts';
import * as documentStore from '../documents/store.ts';
import { failures, StaleSource } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import * as sources from '../store.ts';
import { editKind } from '../sync/job/kind.ts';
import type { SyncQuery } from '../sync/schema.ts';
import * as edits from '../sync/stage/edit-store.ts';
import * as syncStore from '../sync/store.ts';

/** A request for a list of a source. */
interface Listing<Query> {
  readonly query: Query;
  readonly awaited?: AwaitedAnswer | undefined;
}

/** A chunk of a source. */
interface ChunkTarget {
  readonly source: string;
  /** As the path has it. */
  readonly number: string;
}

/** The text that a chunk is to get; undefined for no change of it, null if it has it already. */
function pendingOf(chunk: Static<typeof Chunk>, text: string | null | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  const original = chunk.original ?? chunk.text;
  const wanted = text === null ? original : text.normalize('NFC').trim();
  if (wanted === chunk.text) return null;
  return wanted === original ? '' : wanted;
}

/** The fields of a chunk that a change sets; its text is that which it is to get. */
function changedChunk(chunk: Static<typeof Chunk>, enabled = chunk.enabled, pending?: string | null): readonly Field[] {
  const field = `chunks.${chunk.number}`;
  const [was, set] = [chunk.pendingText ?? chunk.text, pending === '' ? (chunk.original ?? chunk.text) : pending];
  const after = set === undefined ? was : (set ?? chunk.text);
  return [
    { field: `${field}.enabled`, before: chunk.enabled, after: enabled },
    { field: `${field}.text`, before: was, after, isPrivate: true },
  ];
}

type ContentNeeds = Pick<SourceNeeds, 'db' | 'enqueue' | 'record'>;

export type Contents = ReturnType<typeof createContents>;

/** Reads the contents of a source: its documents and chunks, and the syncs that made them. */
export function createContents({ db, enqueue, record }: ContentNeeds, inTurn: ChangeQueue) {
  const reading = (actor: Actor, awaited: AwaitedAnswer | undefined) =>
    withScans(db, { account: lineOf(actor), awaited, narrow: 'Leave out q, enabled, status or includeTotal.' });

  /** Changes a chunk as it was read. Throws `StaleSource` if another change came in between: the event shows both values. */
  const changeOnce = async (actor: Actor, { source, number: text }: ChunkTarget, changes: ChunkChanges) => {
    const found = await getSource(db, actor, { id: source, permission: 'agents:write' });
    const { workspace, version } = found;
    if (changes.text !== undefined && found.type === 'qa')
      throw new AppError('bad_request', 'Chunks of type qa can’t be edited.', { hint: 'Change the pair instead.' });
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    const before = await chunkStore.find(db, workspace, { source, version, number });
    if (before === undefined) throw failures.noChunk();
    const was = JSON.parse(before) as Static<typeof Chunk>;
    const pending = pendingOf(was, changes.text);
    const change = { source, number, enabled: changes.enabled, pending, was };
    const edit = { kind: editKind, payload: { source, cause: 'edited' as const }, key: source };
    await db.write({
      // A swap of the version comes before the change or after it.
      locked: sources.hold(db, workspace, source),
      changed: chunkStore.change(db, workspace, change, () => new StaleSource()),
      ...(typeof pending === 'string' && {
        queued: edits.mark(db, workspace, source),
        job: enqueue(workspace, edit),
      }),
      event: record(actor, {
        ...{ type: 'knowledge_source.updated', workspace },
        data: { source, fields: ['chunks'], chunk: number },
        changes: changesOf(workspace, changedChunk(was, changes.enabled, pending)),
      }),
    });
    const json = await chunkStore.find(db, workspace, { source, version, number });
    if (json === undefined) throw failures.noChunk();
    return json;
  };

  return {
    /** Reads a page of the documents that serve, as JSON text. */
    documents: async (actor: Actor, source: string, { query, awaited }: Listing<DocumentQuery>): Promise<string> => {
      const { workspace, version, type } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      const reader = reading(actor, awaited);
      const list =
        type === 'documents'
          ? listedItems(reader, workspace, { source, query })
          : documentStore.listed(reader, workspace, { source, version, query });
      return readBounded(reader, { query, account: lineOf(actor), ...list });
    },

    /** Reads a document as JSON: one that serves, or one that was added. Throws `document_not_found`. */
    document: async (actor: Actor, { source, id }: { readonly source: string; readonly id: string }) => {
      const { workspace, version, type } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      const json =
        type === 'documents'
          ? await findItem(db, workspace, { source, id })
          : await documentStore.find(db, workspace, { source, version, id });
      if (json === undefined) throw failures.noDocument();
      return json;
    },

    /** Reads a page of the chunks that serve, as JSON text. */
    chunks: async (actor: Actor, source: string, { query, awaited }: Listing<ChunkQuery>): Promise<string> => {
      const { workspace, version } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      const reader = reading(actor, awaited);
      const list = chunkStore.listed(reader, workspace, { source, version, query });
      return readBounded(reader, { query, account: lineOf(actor), ...list });
    },

    /** Switches or edits a chunk that serves, and returns it as JSON. An edit asks for a version that has it. */
    changeChunk: (actor: Actor, target: ChunkTarget, changes: ChunkChanges): Promise<string> =>
      inTurn(target.source, () => changeOnce(actor, target, changes)),

    /** Reads a page of the syncs, newest first, as JSON text. */
    syncs: async (actor: Actor, source: string, query: SyncQuery): Promise<string> => {
      const { workspace } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      return readBounded(db, { query, account: lineOf(actor), ...syncStore.listed(db, workspace, source) });
    },
  };
}
