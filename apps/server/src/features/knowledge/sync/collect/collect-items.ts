import { type ConnectorItem, connectorLimits, type ReadItem } from '../../../../connectors/connector.ts';
import { connectorKindOf } from '../../../../connectors/kinds.ts';
import { SourceFailure } from '../../../../extract/document.ts';
import { joinDocuments } from '../../../../extract/join-documents.ts';
import type { Outbound } from '../../../../outbound/outbound.ts';
import type { Sealing } from '../../../../storage/secrets/sealed.ts';
import { openCredentials } from '../../connections/connections.ts';
import type { SyncExtractor } from '../job/seams.ts';
import type { Collecting, Collector, Sink } from './collect.ts';

/** Max items that were left out and are kept as documents with their reason. */
const maxSkipped = 200;

/** Dependencies of reading connected sources. */
export interface ItemNeeds {
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly secrets: Sealing;
  /** Addresses of services that are elsewhere, by the type of source. */
  readonly origins: Readonly<Record<string, string>>;
  readonly extractor: SyncExtractor;
}

/** Opens the store that a source is connected to. */
function open({ outbound, secrets, origins }: ItemNeeds, { id, source, signal }: Collecting) {
  const { type, settings, credentials: sealed } = source;
  const { url, include, exclude, connection = null } = settings;
  const kind = connectorKindOf(type);
  if (kind === undefined || connection === null) throw new Error(`A source of type ${type} is not connected.`);
  const credentials = openCredentials(secrets, id, { type, url, credentials: sealed });
  return kind.open({
    url: url ?? origins[type] ?? '',
    connection,
    credentials,
    include,
    exclude,
    fetch: outbound.fetch,
    signal,
  });
}

/** Reads the items of a connected store that have changed: a document for each, by its key. */
export const collectItems =
  (needs: ItemNeeds): Collector =>
  async (of, sink) => {
    const store = open(needs, of);
    const changed: ConnectorItem[] = [];
    let count = 0;
    for await (const item of store.list()) {
      count += 1;
      if (count > connectorLimits.items) {
        sink.warn({
          code: 'truncated',
          message: `Only the first ${connectorLimits.items.toLocaleString('en-US')} items are read.`,
        });
        break;
      }
      const before = of.known.get(item.key);
      if (before?.status === 'ready' && before.etag === item.version && before.url === item.url) sink.same(item.key);
      else changed.push(item);
    }
    await readChanged(needs, of, {
      sink,
      items: store.read(changed.filter(fits(sink))),
      total: count,
      done: count - changed.length,
    });
  };

/** Returns a test for items of a size that can be read; the others are left out without a request. */
const fits =
  (sink: Sink) =>
  (item: ConnectorItem): boolean => {
    const isSmall = (item.bytes ?? 0) <= connectorLimits.itemBytes;
    if (!isSmall) skip(sink, item, new SourceFailure('too_large'));
    return isSmall;
  };

function skip(sink: Sink, { key, url, title }: ConnectorItem, { code, message, retry }: SourceFailure): void {
  sink.skip({ key, url, title, status: 'failed', problem: { code, message }, keep: retry });
}

interface Reading {
  readonly sink: Sink;
  readonly items: AsyncIterable<ReadItem>;
  readonly total: number;
  readonly done: number;
}

async function readChanged(
  needs: ItemNeeds,
  of: Collecting,
  { sink, items, total, done: before }: Reading,
): Promise<void> {
  let [done, skipped] = [before, 0];
  await sink.progress({ done, total, unit: 'documents' });
  for await (const { item, content } of items) {
    const problem = content instanceof SourceFailure ? content : await read(needs, of, { sink, item, content });
    if (problem !== undefined) {
      skipped += 1;
      if (skipped <= maxSkipped) skip(sink, item, problem);
    }
    done += 1;
    await sink.progress({ done, total, unit: 'documents' });
  }
  if (skipped > maxSkipped)
    sink.warn({ code: 'pages_skipped', message: `${skipped} items were left out; ${maxSkipped} are listed.` });
}

/** Extracts the text of an item. Returns the reason for which it has none. */
async function read(
  { extractor }: ItemNeeds,
  { reader, signal }: Collecting,
  {
    sink,
    item,
    content,
  }: {
    readonly sink: Sink;
    readonly item: ConnectorItem;
    readonly content: Exclude<ReadItem['content'], SourceFailure>;
  },
): Promise<SourceFailure | undefined> {
  const { bytes, fileName, contentType, warnings: leftOut = [] } = content;
  const kind = extractor.kindOf(fileName, contentType, bytes.subarray(0, 4 * 1024));
  if (kind instanceof SourceFailure) return kind;
  try {
    const { documents, warnings } = await extractor.extract({ kind, bytes, fileName }, { ...reader, signal });
    for (const { code, message } of [...leftOut, ...warnings])
      sink.warn({ code, message: `${item.label ?? item.key}: ${message}` });
    const { title, text, marks } = joinDocuments(documents);
    await sink.document({
      ...{ key: item.key, url: item.url, title: title === '' ? item.title : title, text, marks },
      ...{ etag: item.version, lastModified: null, links: null },
    });
    return undefined;
  } catch (error) {
    // A quota that is used up is no fault of one item.
    if (error instanceof SourceFailure && error.code !== 'quota_exceeded') return error;
    throw error;
  }
}
