import type { TObject } from 'typebox';
import { eitherBody, multipartBody, type ReceivedFiles } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { withMetadata } from '../../../http/wire/bodies/form-metadata.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import type { Blobs } from '../../../storage/blobs/blobs.ts';
import type { Contents } from '../contents/service.ts';
import { SourcePath } from '../schema.ts';
import type { AddedDocuments as Added } from './additions.ts';
import {
  AddedDocuments,
  DocumentChanges,
  DocumentDrafts,
  DocumentPath,
  DocumentQuery,
  DocumentUpsert,
  ExternalDocumentPath,
  FileChanges,
  FilesDraft,
  SourceDocument,
} from './schema.ts';
import type { Documents } from './service.ts';

const tag = 'Knowledge sources';

/** The services of the operations. */
interface Services {
  readonly documents: Documents;
  readonly contents: Contents;
  readonly blobs: Pick<Blobs, 'put' | 'discard'>;
}

/** Files are stored as they arrive. */
const form = <Fields extends TObject>(
  blobs: Services['blobs'],
  { fields, maxCount }: { readonly fields: Fields; readonly maxCount: number },
) =>
  multipartBody({
    fields,
    files: {
      file: {
        description: 'PDF, DOCX, HTML, Markdown, plain text or CSV.',
        maxBytes: sourceLimits.fileBytes,
        maxCount,
      },
    },
    // The form has a boundary and fields beside its files.
    maxBytes: (maxCount === 1 ? sourceLimits.fileBytes : sourceLimits.filesBytes) + 1024 * 1024,
    receive: (_call, { content }) => blobs.put(content, { maxBytes: sourceLimits.fileBytes }),
    discard: (upload: Upload) => void blobs.discard(upload),
  });

/** The only file of a form. */
function fileOf(files: ReceivedFiles<Upload>) {
  const [file] = files['file'] ?? [];
  if (file === undefined) throw new Error('A form without its required file reached the handler.');
  return file;
}

const added = ({ items, workspace }: Added) => ({
  data: { items: [...items] },
  right: { permission: 'agents:write', workspace } as const,
});

/** The operations on the documents of a source. */
export const documentEndpoints = ({ documents, contents, blobs }: Services) => [
  endpoint({
    id: 'listKnowledgeDocuments',
    client: 'knowledgeSources.documents.list',
    method: 'GET',
    path: '/api/knowledge-sources/:id/documents',
    access: 'agents:read',
    tag,
    summary: 'List the documents of a knowledge source',
    description:
      'The documents of the version that serves, in the order in which they were read. A source of type `documents` ' +
      'has all that were added, oldest first, also those that no sync has read yet.',
    params: SourcePath,
    query: DocumentQuery,
    data: pageOf(SourceDocument),
    scans: true,
    errors: ['knowledge_source_not_found'],
    handle: async (call) => ({ json: await contents.documents(call.actor, call.params.id, call) }),
  }),
  endpoint({
    id: 'addKnowledgeDocuments',
    client: 'knowledgeSources.documents.create',
    clientUpload: 'knowledgeSources.documents.upload',
    method: 'POST',
    path: '/api/knowledge-sources/:id/documents',
    access: 'agents:write',
    tag,
    summary: 'Add documents to a knowledge source',
    description:
      'To a source of type `documents`, which has at most 10,000: up to 20 texts as JSON, or up to 20 files of at most ' +
      '20 MiB each and 100 MiB together. All are added, or none. The next sync reads those that are new; one that ' +
      'can’t be read doesn’t hold up the others.',
    params: SourcePath,
    body: eitherBody(DocumentDrafts, form(blobs, { fields: FilesDraft, maxCount: sourceLimits.documentsAtOnce })),
    data: AddedDocuments,
    status: 201,
    location: (_data, { id }) => `/api/knowledge-sources/${id}/documents`,
    errors: ['knowledge_source_not_found', 'external_id_conflict', 'quota_exceeded'],
    handle: (call) =>
      answering(call, added, (along) =>
        call.files === undefined
          ? documents.add(call.actor, call.params.id, { drafts: call.body.documents, along })
          : documents.addFiles(call.actor, call.params.id, {
              ...{ files: call.files['file'] ?? [], fields: withMetadata(call.body), along },
            }),
      ),
  }),
  endpoint({
    id: 'putKnowledgeDocument',
    client: 'knowledgeSources.documents.upsert',
    clientUpload: 'knowledgeSources.documents.uploadAs',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/documents/by-external-id/:externalId',
    access: 'agents:write',
    tag,
    summary: 'Create or change a document by your own ID',
    description:
      'Creates the document (201), or changes the one that has the ID (200): absent fields stay. Earlier content ' +
      'serves until a sync has read the new one. The same content again asks for no sync.',
    params: ExternalDocumentPath,
    body: eitherBody(DocumentUpsert, form(blobs, { fields: FileChanges, maxCount: 1 })),
    data: SourceDocument,
    mayCreate: true,
    errors: ['knowledge_source_not_found', 'quota_exceeded'],
    handle: async (call) => {
      const { id: source, externalId } = call.params;
      const target = { source, externalId };
      const { json, created } = await (call.files === undefined
        ? documents.upsert(call.actor, target, call.body)
        : documents.upsertFile(call.actor, target, { file: fileOf(call.files), fields: withMetadata(call.body) }));
      return { json, created: created && `/api/knowledge-sources/${source}/documents/${created}` };
    },
  }),
  endpoint({
    id: 'getKnowledgeDocument',
    client: 'knowledgeSources.documents.retrieve',
    method: 'GET',
    path: '/api/knowledge-sources/:id/documents/:documentId',
    access: 'agents:read',
    tag,
    summary: 'Get a document of a knowledge source',
    description: 'With its status. The identifier of a citation finds the document that was added.',
    params: DocumentPath,
    data: SourceDocument,
    errors: ['knowledge_source_not_found', 'document_not_found'],
    handle: async ({ actor, params: { id: source, documentId: id } }) => ({
      json: await contents.document(actor, { source, id }),
    }),
  }),
  endpoint({
    id: 'updateKnowledgeDocument',
    client: 'knowledgeSources.documents.update',
    clientUpload: 'knowledgeSources.documents.replaceFile',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/documents/:documentId',
    access: 'agents:write',
    tag,
    summary: 'Change a document of a knowledge source',
    description:
      'Of one that was added. Absent fields stay; `metadata` is replaced as a whole and counts at once. A change of the ' +
      'text, the file, the title or the URL is searched after the sync that it asks for. A form replaces its content by ' +
      'a file.',
    params: DocumentPath,
    body: eitherBody(DocumentChanges, form(blobs, { fields: FileChanges, maxCount: 1 })),
    data: SourceDocument,
    errors: ['knowledge_source_not_found', 'document_not_found', 'external_id_conflict', 'quota_exceeded'],
    handle: async (call) => {
      const target = { source: call.params.id, id: call.params.documentId };
      return {
        json: await (call.files === undefined
          ? documents.update(call.actor, target, call.body)
          : documents.updateFile(call.actor, target, { file: fileOf(call.files), fields: withMetadata(call.body) })),
      };
    },
  }),
  endpoint({
    id: 'deleteKnowledgeDocument',
    client: 'knowledgeSources.documents.delete',
    method: 'DELETE',
    path: '/api/knowledge-sources/:id/documents/:documentId',
    access: 'agents:write',
    tag,
    summary: 'Delete a document of a knowledge source',
    description: 'Of one that was added. It is out of searches, and its room is free, after the sync that it asks for.',
    params: DocumentPath,
    data: 'message',
    says: 'Document deleted.',
    errors: ['knowledge_source_not_found', 'document_not_found'],
    handle: async ({ actor, params: { id: source, documentId: id } }) => {
      await documents.remove(actor, { source, id });
      return { message: 'Document deleted.' };
    },
  }),
];
