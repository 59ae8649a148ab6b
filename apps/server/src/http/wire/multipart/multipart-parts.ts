import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../errors.ts';
import { sizeText } from '../../body.ts';
import { ClosingError } from '../../errors.ts';
import { createFrame, pullFrom } from './multipart-frame.ts';
import { type PartHeader, readPartHeader } from './multipart-header.ts';

/**
 * Max parts of a multipart body, and max bytes outside a form's parts: preamble, epilogue, and parts that are passed
 * over because they don't belong to a form. Each part costs the same time, however empty it is.
 */
const limits = { parts: 1000, strayBytes: 64 * 1024 } as const;

/** A part of a multipart body: a file if it has a file name, otherwise a field. */
export interface Part extends PartHeader {
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Yields the parts of a multipart body (RFC 7578) in order, no faster than they are read. Throws `payload_too_large`
 * past `maxBytes` or one of the limits, and `bad_request` for a malformed body or one that ends early. If the caller
 * stops early, the rest of the body stays unread.
 */
export async function* partsOf(raw: IncomingMessage, maxBytes: number): AsyncGenerator<Part> {
  const frame = createFrame(boundaryOf(raw), pullFrom(raw, maxBytes));
  let stray = 0;
  const passOver = async (rest: AsyncIterable<Buffer>) => {
    for await (const { length } of rest) {
      stray += length;
      if (stray > limits.strayBytes) throw tooMuchStray();
    }
  };
  await passOver(frame.content());
  for (let parts = 0; !(await frame.isLast()); parts += 1) {
    if (parts === limits.parts) throw tooManyParts();
    const bytes = await frame.header();
    const header = bytes && readPartHeader(bytes);
    if (header === undefined) {
      stray += bytes?.length ?? 0;
      await passOver(frame.content());
      continue;
    }
    if (header.name === '') throw new AppError('bad_request', 'A part of the multipart body has no name.');
    yield { ...header, content: frame.content() };
    // Passes the bytes that the caller didn't read.
    for await (const _ of frame.content());
  }
  await passOver(frame.epilogue());
}

const tooManyParts = () =>
  new ClosingError('payload_too_large', `The multipart body has more than ${limits.parts} parts.`);

const tooMuchStray = () =>
  new ClosingError(
    'payload_too_large',
    `The multipart body has more than ${sizeText(limits.strayBytes)} outside of its parts.`,
  );

/** A boundary of at most 70 characters (RFC 2046, section 5.1.1), in quotes or not. */
const boundaryParameter = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([ -!#-[\]-~]{1,70})"|([!#-:<-[\]-~]{1,70}))[ \t]*(?:;|$)/i;

/** Returns the boundary that a request names. */
function boundaryOf({ headers }: IncomingMessage): string {
  const [, quoted, token] = boundaryParameter.exec(headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? token;
  if (boundary !== undefined) return boundary;
  throw new AppError(
    'bad_request',
    'The Content-Type of a multipart body must have a boundary, of at most 70 characters.',
  );
}
