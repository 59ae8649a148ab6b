import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../errors.ts';
import { tooLarge } from '../errors.ts';
import { partsLimit } from './collect.ts';

/** Max bytes of the headers of a part, and max number of them. */
const partHeaders = { headerSize: 16 * 1024, headerPairs: 16 };

/** A part of a multipart body: a file if it has a file name, otherwise a field. */
export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string;
  readonly content: Readable;
}

/**
 * Yields the parts of a multipart body (RFC 7578) in order, no faster than they are read. Throws `payload_too_large`
 * past `maxBytes`, and `bad_request` for a malformed body or one that ends early. If the caller stops early, the rest
 * of the body stays unread.
 */
export async function* partsOf(raw: IncomingMessage, maxBytes: number): AsyncGenerator<Part> {
  const open = new Set<Readable>();
  const parts = new Readable({ objectMode: true, read: () => undefined });
  const parser = parserFor(raw);
  /** Ends every reader with the error: of the part that is being read, and of the parts. */
  const fail = (error: Error) => {
    for (const content of open) content.destroy(error);
    parts.destroy(error);
  };
  parser.on('file', (...event) => {
    const [name, content, fileName, , contentType] = event as FileEvent;
    open.add(content);
    content.once('end', () => open.delete(content));
    content.on('error', () => fail(malformed()));
    if (name === undefined || name === '')
      fail(new AppError('bad_request', 'A part of the multipart body has no name.'));
    else parts.push({ name, fileName, contentType, content } satisfies Part);
  });
  parser.on('error', () => fail(malformed()));
  parser.on('finish', () => parts.push(null));
  const stop = pump(raw, parser, { maxBytes, fail });
  try {
    for await (const part of parts) yield part as Part;
  } finally {
    stop();
    for (const content of open) content.destroy();
  }
}

/** Busboy's event of a part; its types don't say what may lack. */
type FileEvent = [string | undefined, Readable, string | undefined, string, string];

const malformed = () => new AppError('bad_request', 'The multipart body is malformed or ends early.');

/** Creates the parser. Every part is read as a stream, so that its limits and its text are checked in one place. */
function parserFor({ headers }: IncomingMessage) {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: partHeaders,
      isPartAFile: () => true,
    });
  } catch (cause) {
    throw new AppError('bad_request', 'The Content-Type of a multipart body must have a boundary.', { cause });
  }
}

interface Pumping {
  readonly maxBytes: number;
  readonly fail: (error: Error) => void;
}

/** Feeds the request to the parser. Not a `pipeline`, which would close the connection before the refusal is sent. */
function pump(raw: IncomingMessage, parser: BusboyInstance, { maxBytes, fail }: Pumping): () => void {
  let bytes = 0;
  const checkParts = partsLimit('The request body', maxBytes);
  const stop = () => {
    raw.off('data', onData).off('end', onEnd).off('close', onClose).pause();
    parser.off('drain', onDrain);
  };
  const refuse = (error: Error) => {
    stop();
    fail(error);
  };
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) return refuse(tooLarge('The request body', maxBytes));
    try {
      checkParts();
    } catch (error) {
      return refuse(error as Error);
    }
    if (!parser.write(chunk)) raw.pause();
  };
  const onDrain = () => raw.resume();
  const onEnd = () => parser.end();
  const onClose = () => {
    if (!raw.complete) refuse(new AppError('bad_request', 'The request was cut off.'));
  };
  parser.on('drain', onDrain);
  raw.on('data', onData).on('end', onEnd).on('close', onClose);
  // A lost connection is an error and then a close; only the second one counts.
  raw.on('error', () => undefined);
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) refuse(tooLarge('The request body', maxBytes));
  return stop;
}
