import type { Actor } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import type { Field } from '../../../events/changes.ts';
import { blobMark } from '../changed-fields.ts';
import { failures, StaleSource } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import { type createAdditions, type NewContent, taken } from './additions.ts';
import { findItem } from './item-list-store.ts';
import * as store from './item-store.ts';
import type { DocumentChanges } from './schema.ts';

/** A document of a source, by their IDs. */
export interface DocumentTarget {
  readonly source: string;
  readonly id: string;
}

/** A document of a source, by the caller's ID. */
export interface ExternalTarget {
  readonly source: string;
  readonly externalId: string;
}

/** A change of a document, with its new content. */
export interface Change {
  readonly fields: Omit<DocumentChanges, 'text'>;
  readonly arrived: NewContent | undefined;
}

/** The fields of a document that a change sets. Its content is shown by its hash and size. */
function changedItem(before: store.ItemFacts, fields: Change['fields'], arrived: NewContent | undefined) {
  const { title = before.title, url = before.url, externalId = before.externalId, metadata } = fields;
  const was: unknown = JSON.parse(before.metadata);
  const content = arrived?.content ?? before;
  const changed: readonly Field[] = [
    { field: 'title', before: before.title, after: title },
    { field: 'url', before: before.url, after: url },
    { field: 'externalId', before: before.externalId, after: externalId },
    { field: 'metadata', before: was, after: metadata ?? was, isPrivate: true },
    { field: 'fileName', before: before.fileName, after: content.fileName },
    { field: 'content', before: blobMark(before), after: blobMark(content) },
  ];
  return changed.map(({ field, ...values }) => ({ field: `documents.${before.id}.${field}`, ...values }));
}

/** Creates the functions that change documents once: a stale read throws. */
export function createChanges(
  needs: Pick<SourceNeeds, 'db' | 'now' | 'blobs'>,
  additions: ReturnType<typeof createAdditions>,
) {
  const { db, now, blobs } = needs;
  const { getCollection, asking, noted, insert } = additions;

  /** Changes an item of a source; the same content as before asks for a sync only if it couldn't be read. */
  const change = async (
    actor: Actor,
    { workspace, source, before }: { workspace: string; source: string; before: store.ItemFacts },
    { fields, arrived }: Change,
  ): Promise<void> => {
    const { title, url, externalId, metadata } = fields;
    const isOther = arrived !== undefined && arrived.content.hash !== before.hash;
    const isNamedOtherwise =
      arrived !== undefined &&
      (arrived.content.fileName !== before.fileName || arrived.content.contentType !== before.contentType);
    const isRetitled = (title ?? before.title) !== before.title || (url !== undefined && url !== before.url);
    const rereads = isOther || isNamedOtherwise || isRetitled || (arrived !== undefined && before.failed);
    const update = {
      ...{ id: before.id, now: now(), title, url, externalId, metadata, before, rereads },
      ...(arrived !== undefined && { content: arrived.content }),
    };
    const stale = () => new StaleSource();
    await db.write({
      ...(rereads ? asking(workspace, source) : {}),
      held: isOther ? blobs.hold(workspace, arrived.upload) : [],
      updated: store.updateItem(db, workspace, { source, update }, { stale, taken }),
      released: isOther ? blobs.release({ workspaceId: workspace, hash: before.hash }) : [],
      event: noted(actor, workspace, { source, document: before.id, fields: changedItem(before, fields, arrived) }),
    });
  };

  const read = async (workspace: string, { source, id }: DocumentTarget): Promise<string> => {
    const json = await findItem(db, workspace, { source, id });
    if (json === undefined) throw failures.noDocument();
    return json;
  };

  /** Creates or changes the document with an external ID. */
  const put = async (actor: Actor, target: ExternalTarget, { fields, arrived }: Change) => {
    const { source, externalId } = target;
    const workspace = await getCollection(actor, source);
    const before = await store.findFacts(db, workspace, { source, externalId });
    if (before !== undefined) {
      await change(actor, { workspace, source, before }, { fields, arrived });
      return { json: await read(workspace, { source, id: before.id }), created: undefined };
    }
    if (arrived === undefined)
      throw invalid([{ path: 'text', message: 'is required, or a file, because there is no such document yet' }]);
    const { title = null, url = null, metadata = {} } = fields;
    const drafts = [{ arrived, title, url, externalId, metadata }];
    const { items } = await insert(actor, { workspace, source }, { drafts, onTaken: () => new StaleSource() });
    return { json: JSON.stringify(items[0]), created: items[0]?._id };
  };

  const once = async (actor: Actor, { source, id }: DocumentTarget, given: Change): Promise<string> => {
    const workspace = await getCollection(actor, source);
    const before = await store.findFacts(db, workspace, { source, id });
    if (before === undefined) throw failures.noDocument();
    await change(actor, { workspace, source, before }, given);
    return read(workspace, { source, id });
  };

  const removeOnce = async (actor: Actor, { source, id }: DocumentTarget): Promise<void> => {
    const workspace = await getCollection(actor, source);
    const before = await store.findFacts(db, workspace, { source, id });
    if (before === undefined) throw failures.noDocument();
    await db.write({
      ...asking(workspace, source),
      removed: store.removeItem(db, workspace, { source, id, revision: before.revision }, () => new StaleSource()),
      released: blobs.release({ workspaceId: workspace, hash: before.hash }),
      event: noted(actor, workspace, { source, document: before.id }),
    });
  };

  return { put, update: once, remove: removeOnce };
}
