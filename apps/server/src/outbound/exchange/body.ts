import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { OutboundError } from '../error.ts';
import { toOutboundError } from '../network-errors.ts';

/** Options of reading a body. */
interface BodyOptions {
  readonly subject: string;
  /** The `Content-Encoding` of the response. */
  readonly coding: string | undefined;
  /** Max bytes, as received and as decoded. */
  readonly maxBytes: number;
  /** Called before each wait for a part, and after it. A reader that is slow is no silence of the server. */
  onWait(): void;
  onPart(): void;
  /** Called after the last part; throws if the connection carried more than the response. */
  onEnd(): void;
  /** Called once, when the body has been read, has failed or is no longer wanted. */
  onClose(): void;
}

/** Creates the decoder of a coding (RFC 9110, section 8.4.1), given the first byte of the body. */
const decoders: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  // Some servers send it without the header of zlib, whose first byte says 8 (RFC 1950).
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/**
 * Returns the decoded body as a stream. It fails with an `OutboundError`: beyond the limit, for more than one coding
 * or an unknown one, and if the body isn't what its headers say.
 */
export function readBody(received: Readable, options: BodyOptions): Readable {
  const chunks = parts(received, options);
  const body = new Readable({
    read: () => {
      chunks.next().then(
        ({ done, value }) => body.push(done === true ? null : value),
        (error: Error) => body.destroy(error),
      );
    },
    destroy: (error, callback) => {
      options.onClose();
      chunks.return(undefined).catch(() => undefined);
      callback(error);
    },
  });
  // A body that is not read yet may fail: by a time limit, or because the caller aborts.
  return body.on('error', () => undefined);
}

async function* parts(received: Readable, options: BodyOptions): AsyncGenerator<Buffer> {
  const codings = (options.coding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  try {
    const raw = limited(received, options);
    yield* codings.length === 0
      ? arrived(raw, options)
      : limited(decoded(arrived(raw, options), codings, options), options);
  } catch (error) {
    throw toOutboundError(error, options.subject);
  }
}

/** Passes parts on until they exceed the limit. */
async function* limited(chunks: AsyncIterable<Buffer>, { subject, maxBytes }: BodyOptions): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(subject, maxBytes);
    yield chunk;
  }
}

/** Returns the error for a body beyond its limit. */
export const tooLarge = (subject: string, maxBytes: number): OutboundError =>
  new OutboundError('too_large', `${subject} sent a body of more than ${maxBytes} bytes.`);

async function* arrived(chunks: AsyncGenerator<Buffer>, options: BodyOptions): AsyncGenerator<Buffer> {
  for (;;) {
    options.onWait();
    const { done, value } = await chunks.next();
    if (done === true) break;
    options.onPart();
    yield value;
  }
  options.onEnd();
}

/** Decodes parts. An empty body is empty in any coding, as the response to HEAD is. */
async function* decoded(
  chunks: AsyncGenerator<Buffer>,
  codings: readonly string[],
  { subject }: BodyOptions,
): AsyncGenerator<Buffer> {
  const first = await chunks.next();
  if (first.done === true) return;
  const [coding = '', ...more] = codings;
  const createDecoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  if (createDecoder === undefined || more.length > 0) {
    throw new OutboundError('broken', `${subject} sent a body in a Content-Encoding that was not requested.`);
  }
  const decoder = createDecoder(first.value[0] ?? 0);
  // Errors of either side end the decoder, which is read below.
  pipeline(startingWith(first.value, chunks), decoder, () => undefined);
  yield* decoder;
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
