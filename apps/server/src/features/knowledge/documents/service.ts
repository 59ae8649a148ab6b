import type { Actor } from '../../../access/actor.ts';
import { invalid } from '../../../errors.ts';
import { checkMetadata } from '../../../storage/sql/metadata-check.ts';
import type { Along } from '../../../storage/unit.ts';
import type { ChangeQueue } from '../change-queue.ts';
import { withTexts } from '../contents/text-blobs.ts';
import { checkedUrl } from '../drafts.ts';
import type { ArrivedFile } from '../files/service.ts';
import type { SourceNeeds } from '../needs.ts';
import { type AddedDocuments, createAdditions, ofFile, ofText, taken } from './additions.ts';
import { createChanges, type DocumentTarget, type ExternalTarget } from './changes.ts';
import type { DocumentChanges, DocumentDraft } from './schema.ts';

/** The fields of files that a form adds. */
export interface FileFields {
  readonly title?: string;
  readonly url?: string;
  readonly externalId?: string;
  readonly metadata?: Record<string, unknown>;
}

export type Documents = ReturnType<typeof createDocuments>;

/** The documents of sources of that type. Each change of a content asks for a sync, which reads what has changed. */
export function createDocuments(needs: SourceNeeds, inTurn: ChangeQueue) {
  const { blobs } = needs;
  const additions = createAdditions(needs);
  const { getCollection, insert } = additions;
  const { put, update: once, remove: removeOnce } = createChanges(needs, additions);

  return {
    /** Adds texts: all of them, or none. */
    add: async (
      actor: Actor,
      source: string,
      { drafts, along }: { readonly drafts: readonly DocumentDraft[]; readonly along?: Along<AddedDocuments> },
    ): Promise<AddedDocuments> => {
      const workspace = await getCollection(actor, source);
      const checked = drafts.map(checkedFields);
      const texts = drafts.map(({ text }) => text);
      return withTexts(blobs, texts, (uploads) => {
        const given = uploads.flatMap((upload, index) => {
          const fields = checked[index];
          return fields === undefined ? [] : [{ arrived: ofText(upload), ...fields }];
        });
        return insert(actor, { workspace, source }, { drafts: given, onTaken: taken, ...(along && { along }) });
      });
    },

    /** Adds files: all of them, or none. The caller discards them if this fails. */
    addFiles: async (actor: Actor, source: string, { files, fields, along }: FilesAdded): Promise<AddedDocuments> => {
      const workspace = await getCollection(actor, source);
      const ofOne = (['title', 'url', 'externalId'] as const).filter((name) => fields[name] !== undefined);
      if (files.length > 1 && ofOne.length > 0)
        throw invalid(ofOne.map((path) => ({ path, message: 'is only for a form with one file' })));
      const checked = checkedFields(fields);
      const drafts = files.map((file) => ({ arrived: ofFile(file), ...checked }));
      return insert(actor, { workspace, source }, { drafts, onTaken: taken, ...(along && { along }) });
    },

    /** Creates or changes the document with an external ID; `created` is the ID of a new one. */
    upsert: (actor: Actor, target: ExternalTarget, { text, ...fields }: DocumentChanges) =>
      withTexts(blobs, text === undefined ? [] : [text], ([upload]) => {
        const given = { fields: checkedChanges(fields), arrived: upload && ofText(upload) };
        return inTurn(`${target.source} ${target.externalId}`, () => put(actor, target, given));
      }),

    /** Creates or changes the document of a file. The caller discards the file if this fails, or holds no other. */
    upsertFile: (actor: Actor, target: ExternalTarget, { file, fields }: FilePut) => {
      const given = { fields: checkedChanges(fields), arrived: ofFile(file) };
      return inTurn(`${target.source} ${target.externalId}`, () => put(actor, target, given));
    },

    /** Changes a document and returns it as JSON; absent fields stay. */
    update: (actor: Actor, target: DocumentTarget, { text, ...fields }: DocumentChanges): Promise<string> =>
      withTexts(blobs, text === undefined ? [] : [text], ([upload]) => {
        const given = { fields: checkedChanges(fields), arrived: upload && ofText(upload) };
        return inTurn(`${target.source} ${target.id}`, () => once(actor, target, given));
      }),

    /** Replaces the content of a document by a file. The caller discards the file if this fails, or holds no other. */
    updateFile: (actor: Actor, target: DocumentTarget, { file, fields }: FilePut): Promise<string> => {
      const given = { fields: checkedChanges(fields), arrived: ofFile(file) };
      return inTurn(`${target.source} ${target.id}`, () => once(actor, target, given));
    },

    /** Deletes a document: it is out of searches after the next sync. */
    remove: (actor: Actor, target: DocumentTarget): Promise<void> =>
      inTurn(`${target.source} ${target.id}`, () => removeOnce(actor, target)),
  };
}

/** Files to add, with the fields that they have in common. */
interface FilesAdded {
  readonly files: readonly ArrivedFile[];
  readonly fields: FileFields;
  readonly along?: Along<AddedDocuments>;
}

/** A file that creates or replaces a document. */
interface FilePut {
  readonly file: ArrivedFile;
  readonly fields: Omit<FileFields, 'externalId'>;
}

/** Checks the fields of a new document. Throws `validation_failed`. */
function checkedFields({ title, url, externalId, metadata = {} }: FileFields | DocumentDraft) {
  checkMetadata(metadata);
  const checked = url === undefined ? null : checkedUrl(url);
  return { title: title ?? null, url: checked, externalId: externalId ?? null, metadata };
}

/** Checks the fields of a change. Throws `validation_failed`. */
function checkedChanges<Fields extends Omit<DocumentChanges, 'text'>>(fields: Fields): Fields {
  checkMetadata(fields.metadata);
  return typeof fields.url === 'string' ? { ...fields, url: checkedUrl(fields.url) } : fields;
}
