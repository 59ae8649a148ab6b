import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../errors.ts';
import { tooLarge } from '../../errors.ts';
import { partsLimit } from '../bodies/collect.ts';
import { countContent } from '../framing.ts';

/** Max bytes of the header of a part. */
const maxHeaderBytes = 16 * 1024;

/** A body that breaks off, or has no boundary. */
const malformed = () => new AppError('bad_request', 'The multipart body is malformed or ends early.');

const cutOff = () => new AppError('bad_request', 'The request was cut off.');

function checkHeader(bytes: number): void {
  if (bytes > maxHeaderBytes) throw tooLarge('The header of a part', maxHeaderBytes);
}

/** Reads the next bytes; undefined at the end. */
type Next = () => Promise<Buffer | undefined>;

/**
 * Returns a function that reads a body of at most `maxBytes`, and nothing ahead. Not the iterator of the request, which
 * would close the connection before a refusal is sent.
 */
export function pullFrom(raw: IncomingMessage, maxBytes: number): Next {
  const what = 'The request body';
  const checkParts = partsLimit(what, maxBytes);
  let bytes = 0;
  // A lost connection is an error and then a close; only the second one counts.
  raw.on('error', () => undefined);
  const arrival = () =>
    new Promise<Buffer | undefined>((resolve, reject) => {
      if (raw.readableEnded) return resolve(undefined);
      if (raw.destroyed) return reject(cutOff());
      const stop = () => raw.off('data', onData).off('end', onEnd).off('close', onClose).pause();
      const onData = (chunk: Buffer) => {
        stop();
        resolve(chunk);
      };
      const onEnd = () => {
        stop();
        resolve(undefined);
      };
      const onClose = () => {
        stop();
        reject(cutOff());
      };
      raw.on('data', onData).on('end', onEnd).on('close', onClose).resume();
    });
  return async () => {
    if (bytes === 0 && Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(what, maxBytes);
    const chunk = await arrival();
    bytes += chunk?.length ?? 0;
    if (bytes > maxBytes) throw tooLarge(what, maxBytes);
    checkParts();
    countContent(raw, chunk?.length ?? 0);
    return chunk;
  };
}

/** A multipart body, cut at its boundaries (RFC 2046, section 5.1.1). */
export interface Frame {
  /**
   * Yields the bytes before the next boundary, and passes that. Throws `bad_request` if no boundary follows. The next
   * call yields the bytes that a caller leaves.
   */
  content(): AsyncGenerator<Buffer>;
  /** True if the boundary that was passed is the last one. */
  isLast(): Promise<boolean>;
  /** Returns the header after a boundary; undefined if it has no end before the next boundary, which isn't passed. */
  header(): Promise<Buffer | undefined>;
  /** Yields everything that is left. */
  epilogue(): AsyncGenerator<Buffer>;
}

/** Creates the frame of a body. It holds one arrived chunk, and a boundary or a header if they lie across chunks. */
export function createFrame(boundary: string, next: Next): Frame {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // A boundary at the very beginning has no line break before it.
  let window: Buffer = Buffer.from('\r\n');
  let isPassed = false;

  const take = (bytes: number): Buffer => {
    const taken = window.subarray(0, bytes);
    window = window.subarray(bytes);
    return taken;
  };
  const more = async (): Promise<void> => {
    const chunk = await next();
    if (chunk === undefined) throw malformed();
    window = window.length === 0 ? chunk : Buffer.concat([window, chunk]);
  };

  return {
    async *content() {
      while (!isPassed) {
        const at = window.indexOf(delimiter);
        isPassed = at !== -1;
        const sure = isPassed ? at : window.length - delimiter.length + 1;
        const content = take(Math.max(sure, 0));
        if (isPassed) take(delimiter.length);
        if (content.length > 0) yield content;
        if (!isPassed) await more();
      }
    },

    isLast: async () => {
      while (window.length < 2) await more();
      return window.toString('latin1', 0, 2) === '--';
    },

    header: async () => {
      isPassed = false;
      for (;;) {
        const at = window.indexOf('\r\n\r\n');
        const boundaryAt = window.indexOf(delimiter);
        if (boundaryAt !== -1 && (at === -1 || boundaryAt < at + 4)) return undefined;
        checkHeader(at === -1 ? window.length - 4 : at);
        // The line break at its end may be that of a boundary.
        if (at !== -1 && window.length >= at + 2 + delimiter.length) return take(at + 4);
        await more();
      }
    },

    async *epilogue() {
      yield take(window.length);
      for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
    },
  };
}
