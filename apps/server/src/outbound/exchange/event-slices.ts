import { OutboundError } from '../error.ts';

/** Max bytes of one server-sent event. A reply of 100,000 control characters, each escaped, takes 600,000. */
const maxEventBytes = 1024 * 1024;

/** Max lines of an event: providers send two or three. The packages' parser makes an error of each that it ignores. */
const maxEventLines = 1_000;

/** Max elements of an event's JSON: a chunk of a reply has about 20. */
const maxEventElements = 4_000;

/** Max bytes of a slice. */
const maxSliceBytes = 16 * 1024;

/** The work of a line, and of an element of an event: that of its bytes. Whole numbers, as V8 allocates all others. */
const lineWork = 1024;
const elementWork = 32;

/** Max work of a slice. */
const maxSliceWork = 32 * lineWork;

const lf = 0x0a;
const cr = 0x0d;
const quote = 0x22;
const backslash = 0x5c;
const elementStarts = new Set([...'{[,'].map((character) => character.charCodeAt(0)));

/**
 * Cuts a stream of server-sent events (WHATWG HTML, section 9.2) into slices whose parsing is little work. Each ends
 * with a line, unless the line is longer than a slice. Line ends become LF: with a CR in its input, the packages'
 * parser takes a time that grows with the square of the lines. Changes the chunks in place. Throws an `OutboundError`
 * for an event beyond its limits, before the packages see all of it.
 */
export function createEventSlicer() {
  const measure = createMeasure();
  let afterCr = false;
  return function* slices(chunk: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    let end = 0;
    let work = 0;
    // By index: an iterator makes an object for each byte, a third of all that a reply allocated.
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      const isSecondHalf = byte === lf && afterCr;
      afterCr = byte === cr;
      if (isSecondHalf) continue;
      const kept = afterCr ? lf : byte;
      chunk[end] = kept;
      end += 1;
      work += measure(kept);
      if (work < maxSliceWork && end - from < maxSliceBytes) continue;
      yield chunk.subarray(from, end);
      from = end;
      work = 0;
    }
    if (end > from) yield chunk.subarray(from, end);
  };
}

/** Creates a function that takes the bytes of a stream and returns the work that each one causes. */
function createMeasure() {
  const isElement = createElementFinder();
  let lineBytes = 0;
  let lines = 0;
  let bytes = 0;
  let elements = 0;

  const endLine = (): number => {
    const isEventEnd = lineBytes === 0;
    lineBytes = 0;
    lines += 1;
    if (lines > maxEventLines) throw tooLarge(`of more than ${maxEventLines} lines`);
    if (!isEventEnd) return lineWork;
    // An event is parsed at the empty line after it.
    const work = lineWork + elements * elementWork + bytes;
    lines = 0;
    bytes = 0;
    elements = 0;
    return work;
  };

  return (byte: number): number => {
    if (isElement(byte)) elements += 1;
    if (elements > maxEventElements) throw tooLarge(`with more than ${maxEventElements} elements`);
    bytes += 1;
    if (bytes > maxEventBytes) throw tooLarge(`of more than ${maxEventBytes} bytes`);
    if (byte === lf) return endLine();
    lineBytes += 1;
    return 0;
  };
}

/** Creates a function that takes the bytes of JSON and says of each whether an element starts there. */
function createElementFinder() {
  let quoted = false;
  let escaped = false;
  return (byte: number): boolean => {
    // A string of JSON has no line breaks.
    if (byte === lf) quoted = false;
    else if (!quoted) {
      quoted = byte === quote;
      return elementStarts.has(byte);
    } else if (!escaped && byte === quote) quoted = false;
    escaped = quoted && !escaped && byte === backslash;
    return false;
  };
}

const tooLarge = (what: string) => new OutboundError('too_large', `The response has an event ${what}.`);
