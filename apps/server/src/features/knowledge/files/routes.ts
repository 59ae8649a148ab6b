import { type TObject, Type } from 'typebox';
import { eitherBody, multipartBody, type ReceivedFile, type ReceivedFiles } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { withMetadata } from '../../../http/wire/bodies/form-metadata.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import type { Blobs } from '../../../storage/blobs/blobs.ts';
import { FileDraft, SourceDraft } from '../draft-schema.ts';
import { KnowledgeSource, SourcePath } from '../schema.ts';
import type { CreatedSource, Sources } from '../service.ts';
import type { SourceFiles } from './service.ts';

const fileDescription =
  'A PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, EPUB, RTF, HTML, Markdown, plain text, CSV, JSON, XML, EML, MSG, ICS, ' +
  'VTT, SRT, IPYNB, AsciiDoc, reStructuredText or Org file.';

/** Returns the form of a file with some fields. A file is stored as it arrives. */
const fileForm = <Fields extends TObject>(blobs: Pick<Blobs, 'put' | 'discard'>, fields: Fields) =>
  multipartBody({
    fields,
    files: {
      file: { description: fileDescription, maxBytes: sourceLimits.fileBytes },
    },
    // The form has a boundary and fields beside its file.
    maxBytes: sourceLimits.fileBytes + 1024 * 1024,
    receive: (_call, { content }) => blobs.put(content, { maxBytes: sourceLimits.fileBytes }),
    discard: (upload: Upload) => void blobs.discard(upload),
  });

/** The only file of a form. */
function fileOf(files: ReceivedFiles<Upload>): ReceivedFile<Upload> {
  const [file] = files['file'] ?? [];
  if (file === undefined) throw new Error('A form without its required file reached the handler.');
  return file;
}

const tag = 'Knowledge sources';

const created = ({ source }: CreatedSource) => ({
  data: source,
  right: { permission: 'agents:write', workspace: source.workspace } as const,
});
/** The services of the operations. */
interface Services {
  readonly sources: Sources;
  readonly files: SourceFiles;
  readonly blobs: Pick<Blobs, 'put' | 'discard'>;
}

/** The operations that take what a source is made of, which may be a file. */
export const draftEndpoints = ({ sources, files, blobs }: Services) => [
  endpoint({
    id: 'createKnowledgeSource',
    client: 'knowledgeSources.create',
    clientUpload: 'knowledgeSources.upload',
    method: 'POST',
    path: '/api/knowledge-sources',
    access: 'agents:write',
    tag,
    summary: 'Create a knowledge source',
    description:
      'It is `queued`, and searched as soon as it is `ready`. Attach it with `knowledgeSources` of an agent. JSON ' +
      'creates a text, pairs, a page or a website; `multipart/form-data` creates a source of one file.',
    body: eitherBody(SourceDraft, fileForm(blobs, FileDraft)),
    data: KnowledgeSource,
    status: 201,
    location: ({ _id }) => `/api/knowledge-sources/${_id}`,
    errors: ['quota_exceeded', 'workspace_not_found', 'external_id_conflict'],
    handle: (call) =>
      answering(call, created, (along) =>
        call.files === undefined
          ? sources.create(call.actor, call.body, along)
          : files.create(call.actor, { draft: withMetadata(call.body), file: fileOf(call.files) }, along),
      ),
  }),
  endpoint({
    id: 'replaceKnowledgeSourceFile',
    client: 'knowledgeSources.replaceFile',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/file',
    access: 'agents:write',
    tag,
    summary: 'Replace the file of a knowledge source',
    description: 'Asks for a sync. The content so far serves until it is complete.',
    params: SourcePath,
    body: fileForm(blobs, Type.Object({}, { additionalProperties: false })),
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found', 'quota_exceeded'],
    handle: async (call) => ({ json: await files.replace(call.actor, call.params.id, fileOf(call.files)) }),
  }),
];
