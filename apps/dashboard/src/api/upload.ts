import { APIConnectionError, APIError, APIUserAbortError, type KnowledgeSource } from '@parley/sdk';

/** How an upload is watched and given up. */
export interface UploadOptions {
  /** Called with the bytes that have been sent. */
  readonly onProgress: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/** Creates a source from a file. */
export function uploadSource(
  file: File,
  fields: Readonly<Record<string, string>>,
  options: UploadOptions,
): Promise<KnowledgeSource> {
  return send('POST', '/api/knowledge-sources', { fields, file, options });
}

/** Replaces the file of a source. */
export function replaceFile(id: string, file: File, options: UploadOptions): Promise<KnowledgeSource> {
  return send('PUT', `/api/knowledge-sources/${encodeURIComponent(id)}/file`, { fields: {}, file, options });
}

interface Sending {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: File;
  readonly options: UploadOptions;
}

/** `fetch` does not tell how much of a body has been sent. */
function send(method: string, path: string, { fields, file, options }: Sending): Promise<KnowledgeSource> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.upload.addEventListener('progress', ({ loaded }) => options.onProgress(Math.min(loaded, file.size)));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText).data);
      else reject(failureOf(request));
    });
    request.addEventListener('error', () => reject(new APIConnectionError('The upload was cut off.')));
    request.addEventListener('abort', () => reject(new APIUserAbortError('The upload was given up.')));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function failureOf({ status, responseText }: XMLHttpRequest): APIError {
  const body = readBody(responseText);
  return new APIError({
    status,
    message: body.error ?? `The server answered with status ${status}.`,
    headers: new Headers(),
    attempts: 1,
    code: body.code,
    hint: body.hint,
    requestId: body.requestId,
  });
}

type Refusal = Partial<Record<'error' | 'code' | 'hint' | 'requestId', string>>;

function readBody(text: string): Refusal {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return {};
  }
}
