import { type TObject, Type } from 'typebox';
import { multipartBody, type ReceivedFile, type ReceivedFiles } from '../../../http/body.ts';
import { endpoint } from '../../../http/endpoint.ts';
import type { Upload } from '../../../storage/blobs/blob-rows.ts';
import type { Blobs } from '../../../storage/blobs/blobs.ts';
import { bounds } from '../draft-schema.ts';
import { KnowledgeSource, SourcePath } from '../schema.ts';
import type { SourceFiles } from './service.ts';

/** Returns the form of a file with some fields. A file is stored as it arrives. */
export const fileForm = <Fields extends TObject>(blobs: Pick<Blobs, 'put' | 'discard'>, fields: Fields) =>
  multipartBody({
    fields,
    files: {
      file: { description: 'A PDF, DOCX, HTML, Markdown, plain text or CSV file.', maxBytes: bounds.fileBytes },
    },
    // The form has a boundary and fields beside its file.
    maxBytes: bounds.fileBytes + 1024 * 1024,
    receive: (_call, { content }) => blobs.put(content, { maxBytes: bounds.fileBytes }),
    discard: (upload: Upload) => void blobs.discard(upload),
  });

/** The only file of a form. */
export function fileOf(files: ReceivedFiles<Upload>): ReceivedFile<Upload> {
  const [file] = files['file'] ?? [];
  if (file === undefined) throw new Error('A form without its required file reached the handler.');
  return file;
}

/** The operations on the files of sources. */
export const fileEndpoints = (files: SourceFiles, blobs: Pick<Blobs, 'put' | 'discard'>) => [
  endpoint({
    id: 'replaceKnowledgeSourceFile',
    client: 'knowledgeSources.replaceFile',
    method: 'PUT',
    path: '/api/knowledge-sources/:id/file',
    access: 'agents:write',
    tag: 'Knowledge sources',
    summary: 'Replace the file of a knowledge source',
    description: 'Asks for a sync. The content so far serves until it is complete.',
    params: SourcePath,
    body: fileForm(blobs, Type.Object({}, { additionalProperties: false })),
    data: KnowledgeSource,
    errors: ['knowledge_source_not_found', 'quota_exceeded'],
    handle: async (call) => ({ json: await files.replace(call.actor, call.params.id, fileOf(call.files)) }),
  }),
];
