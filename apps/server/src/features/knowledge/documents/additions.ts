import type { Actor } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { changesOf, type Field } from '../../../events/changes.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import { getSource } from '../access.ts';
import { failures } from '../failures.ts';
import type { ArrivedFile } from '../files/service.ts';
import type { SourceNeeds } from '../needs.ts';
import * as sources from '../store.ts';
import { syncKindOf } from '../sync/job/kind.ts';
import * as store from './item-store.ts';
import { type NewDocument, newDocument } from './new-document.ts';
import type { SourceDocument } from './schema.ts';

/** Time in ms after which a change is read: of many changes in a row, one sync reads all that have come by then. */
const gatheredMs = 1_000;

/** Media type of a text that was sent as JSON. */
const textType = 'text/markdown';

/** Documents that were just added. */
export interface AddedDocuments {
  readonly items: readonly SourceDocument[];
  readonly workspace: string;
}

/** A content that has arrived, and the upload that holds it. */
export interface NewContent {
  readonly content: store.ItemContent;
  readonly upload: Upload;
}

/** Documents to insert, and the error for an external ID that is taken. */
interface Insertion {
  readonly drafts: readonly (Pick<NewDocument, 'title' | 'url' | 'externalId' | 'metadata'> & {
    readonly arrived: NewContent;
  })[];
  readonly onTaken: () => Error;
  readonly along?: Along<AddedDocuments>;
}

/** The error of an external ID that another document of the source has. */
export const taken = () => failures.idTaken('document of the source');

const full = () =>
  new AppError(
    'quota_exceeded',
    `The source has ${sourceLimits.documents.toLocaleString('en-US')} documents, which is the most.`,
    { hint: 'Delete documents, or create another source.' },
  );

/** The content of a text. */
export const ofText = (upload: Upload): NewContent => ({
  upload,
  content: { fileName: null, contentType: textType, hash: upload.hash, bytes: upload.bytes },
});

/** The content of a file. */
export const ofFile = ({ fileName, contentType, received: upload }: ArrivedFile): NewContent => ({
  upload,
  content: { fileName, contentType, hash: upload.hash, bytes: upload.bytes },
});

/** Creates the functions that add to sources of documents, and that all of their changes have in common. */
export function createAdditions({ db, now, newId, enqueue, record, blobs }: SourceNeeds) {
  const getCollection = async (actor: Actor, id: string): Promise<string> => {
    const { workspace, type } = await getSource(db, actor, { id, permission: 'agents:write' });
    if (type === 'documents') return workspace;
    throw new AppError('bad_request', 'Only a source of type documents takes documents.', {
      hint: 'Create a source of type documents.',
    });
  };

  /** Statements of every change that a sync must read. They lock the source's row, so they come first. */
  const asking = (workspace: string, source: string) => ({
    requested: sources.request(db, workspace, source, failures.noSource),
    job: enqueue(workspace, {
      ...{ kind: syncKindOf('documents'), payload: { source, cause: 'changed' }, key: source },
      runAt: now() + gatheredMs,
    }),
  });

  /** Returns the event of a change; `document` is the only one that was changed. */
  const noted = (
    actor: Actor,
    workspace: string,
    { source, document, fields = [] }: { source: string; document?: string | undefined; fields?: readonly Field[] },
  ): Statement =>
    record(actor, {
      ...{ type: 'knowledge_source.updated', workspace },
      data: { source, fields: ['documents'], ...(document !== undefined && { document }) },
      changes: changesOf(workspace, fields),
    });

  const insert = async (
    actor: Actor,
    { workspace, source }: { readonly workspace: string; readonly source: string },
    { drafts, onTaken, along = nothingAlong }: Insertion,
  ): Promise<AddedDocuments> => {
    const time = now();
    const items = drafts.map(({ arrived: { content }, ...draft }) => ({ id: newId('document'), ...draft, ...content }));
    const added = { items: items.map((item) => newDocument({ ...item, source, now: time })), workspace };
    await db.write({
      ...asking(workspace, source),
      items: store.insertItems(db, workspace, { source, items, now: time }, onTaken),
      room: store.demandRoom(db, source, full),
      held: drafts.flatMap(({ arrived }) => blobs.hold(workspace, arrived.upload)),
      event: noted(actor, workspace, { source, document: items.length === 1 ? items[0]?.id : undefined }),
      along: along(added),
    });
    return added;
  };

  return {
    /** Returns the workspace of a source that takes documents, and throws for others. */
    getCollection,
    asking,
    noted,
    /** Adds documents: all of them, or none. */
    insert,
  };
}
