import { ParleyError } from '../errors.ts';
import type { Fetch } from './settings.ts';

/** Bytes of a file, as they are or as they come. A stream is read into memory, so that a retry can send it again. */
export type FileContent =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | string
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>;

/**
 * A file to upload: a `File`; a `Blob` or other bytes with a name. In Node.js, `openAsBlob` of `node:fs` opens a path.
 */
export type Uploadable =
  | File
  | { readonly name: string; readonly content: FileContent; readonly type?: string | undefined };

/** Progress of an upload, in bytes of the request's body. A retry begins again. */
export interface UploadProgress {
  readonly loaded: number;
  readonly total: number;
}

/** A file of a form, in memory or on the disk. */
interface FormFile {
  readonly file: Blob;
  readonly fileName: string;
}

/** A form with one file or several. */
export interface Form {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly files: readonly FormFile[];
}

/** A part of a `Blob`; its name differs between compilers' libraries. */
type Part = string | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** Bytes that one step of an upload sends. */
const STEP = 64 * 1024;

/** Reads the content to upload; throws a `ParleyError` unless it is a `File`, or has a name and content. */
async function readFile(given: Uploadable): Promise<FormFile> {
  if (given instanceof Blob) return { file: given, fileName: given.name };
  const { name, content, type = '' } = given ?? {};
  if (typeof name !== 'string' || content === undefined || content === null) {
    throw new ParleyError('file must be a File, or an object with a name and its content.', {
      code: 'invalid_argument',
    });
  }
  if (content instanceof Blob) return { file: content.slice(0, content.size, type || content.type), fileName: name };
  return { file: new Blob(await partsOf(content), { type }), fileName: name };
}

/** Reads the files to upload, like `readFile`. */
export const readFiles = (given: Uploadable | readonly Uploadable[]): Promise<FormFile[]> =>
  Promise.all(([given].flat() as readonly Uploadable[]).map(readFile));

async function partsOf(content: Exclude<FileContent, Blob>): Promise<Part[]> {
  if (typeof content === 'string' || content instanceof ArrayBuffer) return [content];
  if (content instanceof Uint8Array) return [content as Uint8Array<ArrayBuffer>];
  const parts: Part[] = [];
  for await (const part of chunksOf(content)) parts.push(part as Uint8Array<ArrayBuffer>);
  return parts;
}

/** Safari's streams can't be iterated, so they are read by hand. */
async function* chunksOf(content: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in content)) return yield* content;
  const reader = content.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/** Writes a form as `multipart/form-data` (RFC 7578). The files' bytes are not copied. */
export function encodeForm({ fields, files }: Form, boundary: string): Blob {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`],
  );
  const parts = files.flatMap(({ file, fileName }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(fileName)}"\r\n` +
      `Content-Type: ${file.type === '' ? 'application/octet-stream' : file.type}\r\n\r\n`,
    ...[file, '\r\n'],
  ]);
  return new Blob([...texts, ...parts, `--${boundary}--\r\n`]);
}

/** As browsers escape names (HTML, multipart/form-data encoding algorithm). */
const escaped = (text: string) => text.replace(/\r\n?|\n/g, '%0D%0A').replace(/"/g, '%22');

interface Reporting {
  readonly onProgress: (progress: UploadProgress) => void;
  readonly browser: boolean;
}

/**
 * Returns a `fetch` that reports the progress of its upload. If a body can't be a stream, as in most browsers, it
 * reports only the beginning and the end, unless the page has `XMLHttpRequest`, which reports all progress.
 */
export function reporting(fetch: Fetch, { onProgress, browser }: Reporting): Fetch {
  return async (url, init) => {
    const { body } = init;
    if (!(body instanceof Blob)) return fetch(url, init);
    const total = body.size;
    const tell = (loaded: number) => onProgress({ loaded, total });
    tell(0);
    if (browser) {
      const response = await fetch(url, init);
      tell(total);
      return response;
    }
    return fetch(url, { ...init, body: streamOf(body, tell), duplex: 'half' } as RequestInit);
  };
}

/** The bytes as a stream that tells how many were taken. */
function streamOf(body: Blob, tell: (loaded: number) => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const part = await body.slice(at, at + STEP).arrayBuffer();
        if (part.byteLength === 0) return controller.close();
        controller.enqueue(new Uint8Array(part));
        at += part.byteLength;
        tell(at);
      },
    },
    { highWaterMark: 0 },
  );
}
