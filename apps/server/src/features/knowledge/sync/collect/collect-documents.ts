import { SourceFailure } from '../../../../extract/document.ts';
import type { ReadFor } from '../../../../extract/extractor.ts';
import { isBlank } from '../../../../extract/long-text.ts';
import { DamagedFile } from '../../../../storage/blobs/blob-store.ts';
import { readBlob } from '../../contents/text-blobs.ts';
import type { KnownDocument } from '../stage/stage-store.ts';
import { type Collecting, type CollectNeeds, type Collector, type CutDocument, lost, type Sink } from './collect.ts';
import { allItems, type ItemProblem, noteProblem, type SyncedItem } from './item-source-store.ts';

/** Items that one sync reads, and for how many ms: then what is read serves, and another sync reads the rest. */
interface Portion {
  readonly items: number;
  readonly ms: number;
}

const usualPortion: Portion = { items: 500, ms: 2 * 60_000 };

const inWords = (count: number) => (count === 1 ? '1 document' : `${count.toLocaleString('en-US')} documents`);

/** Max warnings of one item that the source keeps. */
const maxWarnings = 3;

/**
 * The name of the content of an item, kept as the tag of its documents: it changes with the item, so that a sync knows
 * those that it needn't read.
 */
const tagOf = ({ revision }: SyncedItem): string => String(revision);

/** Reads the items of a source: those that have changed since the version that serves. */
export const collectDocuments =
  (needs: CollectNeeds, portion = usualPortion): Collector =>
  async (of, sink) => {
    const { workspace, id: source, known, reader } = of;
    const items = await allItems(needs.db, workspace, source);
    const parts = partsByItem(known);
    const stay = staying(parts, sink);
    // A requested sync reads again what couldn't be read.
    const isRead = (item: SyncedItem) =>
      item.problem === undefined ? known.get(item.id)?.etag === tagOf(item) : reader.since === undefined;
    const done = items.filter(isRead);
    for (const item of done) stay(item, item.problem);
    let read = 0;
    let failed = done.filter(({ problem }) => problem !== undefined).length;
    const waiting = items.filter((item) => !isRead(item));
    const started = performance.now();
    for (const item of waiting) {
      if (read >= portion.items || performance.now() - started > portion.ms) {
        sink.more();
        stay(item, undefined);
        continue;
      }
      await sink.progress({ done: read, total: waiting.length, unit: 'documents' });
      if (!(await readItem({ ...needs, ...of, stay }, item, sink))) failed += 1;
      read += 1;
    }
    if (failed > 0)
      sink.warn({ code: 'documents_failed', message: `${inWords(failed)} can’t be read; the list says why.` });
  };

/** The keys of the documents of each item in the version that serves: usually one. */
function partsByItem(known: ReadonlyMap<string, KnownDocument>): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  for (const key of known.keys()) {
    const item = key.split(':', 1)[0] ?? key;
    const keys = parts.get(item);
    if (keys === undefined) parts.set(item, [key]);
    else keys.push(key);
  }
  return parts;
}

type Stay = (item: SyncedItem, problem: ItemProblem | undefined) => void;

/** Keeps what serves of an item; one that can't be read and doesn't serve is listed with the reason. */
const staying =
  (parts: ReadonlyMap<string, readonly string[]>, sink: Sink): Stay =>
  (item, problem) => {
    const { id: key, url, title, fileName } = item;
    if (problem !== undefined)
      sink.skip({ ...{ key, url, title: title ?? fileName ?? key, status: 'failed', problem }, keep: true });
    for (const part of parts.get(key) ?? []) if (problem === undefined || part !== key) sink.same(part);
  };

/** Reads an item and returns true, or notes why that isn't possible. */
async function readItem(
  of: CollectNeeds & Collecting & { readonly stay: Stay },
  item: SyncedItem,
  sink: Sink,
): Promise<boolean> {
  const { db, workspace, signal, stay } = of;
  try {
    const documents = await documentsOf(of, item, sink);
    // It was replaced or deleted meanwhile: the sync that this has asked for reads what there is now.
    if (documents === undefined) stay(item, undefined);
    else await sink.together(documents);
    if (item.problem !== undefined) await db.write([noteProblem(db, workspace, { ...item, problem: null })]);
    return true;
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceFailure) || !isItsOwn(error)) throw error;
    const problem = { code: error.code, message: error.message };
    await db.write([noteProblem(db, workspace, { ...item, problem })]);
    stay(item, problem);
    return false;
  }
}

/** True for a failure of the item's own, which another attempt at all items doesn't mend. */
const isItsOwn = ({ code, retry }: SourceFailure) => code !== 'sync_timeout' && (code !== 'internal_error' || !retry);

/** Reads an item and cuts it into chunks. Undefined if its content is gone; throws a `SourceFailure`. */
async function documentsOf(
  { workspace, blobs, extractor, reader, signal }: CollectNeeds & Collecting,
  item: SyncedItem,
  sink: Sink,
): Promise<CutDocument[] | undefined> {
  const { id, hash, url, fileName, contentType, position } = item;
  const by: ReadFor = { ...reader, signal };
  const bytes = await readBlob(blobs, { workspaceId: workspace, hash }).catch(ifLost);
  if (bytes === undefined) return undefined;
  const kind = fileName === null ? 'markdown' : extractor.kindOf(fileName, contentType, bytes.subarray(0, 4 * 1024));
  if (kind instanceof SourceFailure) throw kind;
  const read = await extractor.extract({ kind, bytes, ...(fileName !== null && { fileName }) }, by);
  const texts = read.documents.filter(({ text }) => !isBlank(text));
  if (texts.length === 0) throw new SourceFailure('no_text');
  for (const { code, message } of read.warnings.slice(0, maxWarnings))
    sink.warn({ code, message: `${item.title ?? fileName ?? id}: ${message}` });
  const titled = texts.map((text) => ({ ...text, title: titleOf(item, text.title, texts.length === 1) }));
  const prepared = await extractor.prepare(titled, by);
  return titled.map(({ title, text, marks }, index) => ({
    ...{ key: index === 0 ? id : `${id}:${index + 1}`, item: id, url, title, text, marks, position },
    ...{ chunks: prepared[index]?.chunks ?? [], etag: tagOf(item), lastModified: null, links: null },
  }));
}

/** Bytes that are lost are the failure of their item alone. */
function ifLost(error: unknown): never {
  throw error instanceof DamagedFile ? lost('Send the document again.') : error;
}

/** The title of a document: that of its item, its own, or the name of its file. */
function titleOf({ title, fileName }: SyncedItem, own: string, isOnly: boolean): string {
  if (title === null) return own === '' ? (fileName ?? 'Untitled') : own;
  return isOnly || own === '' ? title : `${title}: ${own}`;
}
