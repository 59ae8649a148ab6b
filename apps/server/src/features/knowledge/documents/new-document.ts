import type { NewItem } from './item-store.ts';
import type { SourceDocument } from './schema.ts';

/** A document to add to a source. */
export interface NewDocument extends NewItem {
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A document as the API returns it right after it was added. */
export function newDocument(given: NewDocument): SourceDocument {
  const { id, source, externalId, title, url, metadata, fileName, contentType, hash, bytes, now } = given;
  const at = new Date(now).toISOString();
  return {
    ...{ _id: id, source, key: id, externalId, url, title: title ?? fileName ?? 'Untitled' },
    metadata: { ...metadata },
    file: fileName === null ? null : { name: fileName, contentType, bytes, hash },
    ...{ status: 'queued', error: null, hash: '', bytes: 0, chunkCount: 0, version: 0 },
    ...{ createdAt: at, updatedAt: at },
  };
}
