import { type KnowledgeDocument, type KnowledgeSource, Parley } from '@parley/sdk';
import { callApi } from './client.ts';

/** Max duration of one upload, in ms: 20 MiB on a slow line. */
const timeout = 15 * 60_000;

/** Options to watch and cancel an upload. */
export interface UploadOptions {
  /** Called with the bytes that have been sent. */
  readonly onProgress: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/** Creates a source from a file. */
export const uploadSource = (workspaceId: string, file: File, options: UploadOptions): Promise<KnowledgeSource> =>
  callApi(() =>
    uploader(file, options).knowledgeSources.upload({ file, workspaceId }, { timeout, signal: options.signal }),
  );

/** Replaces the file of a source. */
export const replaceFile = (id: string, file: File, options: UploadOptions): Promise<KnowledgeSource> =>
  callApi(() =>
    uploader(file, options).knowledgeSources.replaceFile(id, { file }, { timeout, signal: options.signal }),
  );

/** Adds files of one folder to a source of documents: all of them or none. Their metadata has the folder's path. */
export const uploadDocuments = (
  id: string,
  { files, folder }: { readonly files: readonly File[]; readonly folder: string },
  options: UploadOptions,
): Promise<readonly KnowledgeDocument[]> =>
  callApi(async () => {
    const client = uploader({ size: files.reduce((sum, { size }) => sum + size, 0) }, options);
    const limits = { timeout, signal: options.signal };
    return (
      await client.knowledgeSources.documents.upload(
        id,
        { file: [...files], ...(folder !== '' && { metadata: { folder } }) },
        limits,
      )
    ).items;
  });

/** Replaces the content of a document by a file. */
export const replaceDocument = (
  ref: { knowledgeSourceId: string; documentId: string },
  file: File,
  options: UploadOptions,
): Promise<KnowledgeDocument> =>
  callApi(() =>
    uploader(file, options).knowledgeSources.documents.replaceFile(ref, { file }, { timeout, signal: options.signal }),
  );

/** A client that tells how much of a file it has sent. */
const uploader = ({ size }: Pick<File, 'size'>, { onProgress }: UploadOptions) =>
  new Parley({
    baseURL: '',
    session: true,
    logLevel: 'off',
    fetch: (url, init) => send({ url, init, onProgress: (sent) => onProgress(Math.min(sent, size)) }),
  });

interface Sending {
  readonly url: string;
  readonly init: RequestInit;
  readonly onProgress: (sent: number) => void;
}

/** Does what `fetch` does, which doesn't tell how much of a body has been sent. */
function send({ url, init, onProgress }: Sending): Promise<Response> {
  const { method = 'GET', headers, body = null, signal } = init;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request) })),
    );
    request.addEventListener('error', () => reject(new TypeError('The connection was cut off.')));
    request.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit | null);
  });
}

/** The headers of a response, one on each line. */
function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
