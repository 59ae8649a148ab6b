import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

declare module 'fastify' {
  interface FastifyInstance {
    /** False if a proxy compresses responses instead (`PARLEY_COMPRESSION=off`). */
    compresses: boolean;
  }
}

/** The encodings of responses (RFC 9110, section 8.4.1), preferred first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Responses of fewer bytes are sent as they are: they fit into one packet anyway. */
const leastBytes = 1024;

/** Up to so many bytes are compressed at once, in 0.1 ms. To hand them to another thread would take as long. */
const mostBytesAtOnce = 32 * 1024;

/** Max responses that the thread pool compresses at the same time; others are sent as they are. It has four threads. */
const maxUnderWay = 4;

/** Max length of an `Accept-Encoding` header that is remembered, and max remembered headers. */
const remembered = { characters: 80, headers: 100 } as const;

const chosen = new Map<string, Encoding | undefined>();

/** Returns the best encoding that a client accepts (RFC 9110, section 12.5.3); undefined for none. */
export function encodingOf({ server, headers }: FastifyRequest): Encoding | undefined {
  const header = headers['accept-encoding'];
  if (header === undefined || !server.compresses) return undefined;
  const text = String(header);
  if (chosen.has(text)) return chosen.get(text);
  const accepted = new Negotiator({ headers: { 'accept-encoding': text } }).encodings([...encodings]);
  const best = encodings.find((encoding) => accepted.includes(encoding));
  // Clients send a few different headers. Anything else isn't worth memory.
  if (text.length <= remembered.characters && chosen.size < remembered.headers) chosen.set(text, best);
  return best;
}

/** True if a response of so many bytes depends on `Accept-Encoding`. */
export const varies = ({ server }: Pick<FastifyRequest, 'server'>, bytes: number): boolean =>
  bytes >= leastBytes && server.compresses;

/** Returns the value of `Vary` with `Accept-Encoding` added. */
export const varyWith = (before: unknown): string =>
  before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`;

/** Measured: quality 1 of Brotli and level 1 of gzip save four fifths; the next levels take twice the time for a tenth. */
const brotliOptions = (bytes: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    // A window no larger than the text saves the time to clear it.
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes)))),
  },
});

const gzipOptions = (bytes: number): ZlibOptions =>
  bytes <= 8 * 1024 ? { level: 1, windowBits: 13, memLevel: 6 } : { level: 1 };

const brotliLater = promisify(brotliCompress);
const gzipLater = promisify(gzip);
let underWay = 0;

/**
 * Compresses a response of so many bytes: at once if it is small, otherwise in the thread pool. Returns undefined if the
 * pool is busy: the response is sent as it is, because to wait would take longer.
 */
export function compress(
  text: string | Buffer,
  bytes: number,
  encoding: Encoding,
): Buffer | Promise<Buffer> | undefined {
  if (bytes <= mostBytesAtOnce) {
    return encoding === 'br' ? brotliCompressSync(text, brotliOptions(bytes)) : gzipSync(text, gzipOptions(bytes));
  }
  if (underWay >= maxUnderWay) return undefined;
  underWay += 1;
  const packed = encoding === 'br' ? brotliLater(text, brotliOptions(bytes)) : gzipLater(text, gzipOptions(bytes));
  return packed.finally(() => {
    underWay -= 1;
  });
}
