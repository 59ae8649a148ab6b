// @module-tag pure

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventSlicer } from './event-slices.ts';

const slicesOf = (...chunks: readonly string[]): string[] => {
  const slices = createEventSlicer();
  return chunks.flatMap((chunk) => [...slices(Buffer.from(chunk))].map((slice) => Buffer.from(slice).toString()));
};

/** Line ends as a parser reads them (WHATWG HTML, section 9.2.6). */
const normalised = (text: string) => text.replaceAll(/\r\n?/g, '\n');

describe('slices of events', () => {
  test('contain everything, with LF at the end of each line, however it arrives', () => {
    const word = fc.constantFrom('\r', '\n', '\r\n', 'data: {"a":"\\"[{"}', ': note', '"', '\\', 'x'.repeat(20_000));
    const chunks = fc.array(
      fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(chunks, (texts) => {
        expect(slicesOf(...texts).join('')).toBe(normalised(texts.join('')));
      }),
    );
  });

  test('are at most 16 KiB or 32 lines long', () => {
    const lengths = slicesOf('x'.repeat(100_000)).map(({ length }) => length);
    expect(Math.max(...lengths)).toBe(16 * 1024);
    for (const slice of slicesOf('a\n\n'.repeat(5_000))) expect(slice.split('\n').length).toBeLessThanOrEqual(33);
  });

  test('have fewer events, the larger these are', () => {
    const event = (elements: number) => `data: [${'[],'.repeat(elements / 2)}0]\n\n`;
    const mostEvents = (elements: number) =>
      Math.max(...slicesOf(event(elements).repeat(100)).map((slice) => slice.split('\n\n').length - 1));
    expect(mostEvents(2)).toBeGreaterThan(10);
    expect(mostEvents(1_000)).toBe(1);
  });

  test('end with an error in an event of more than 1 MiB', () => {
    const fitting = 'x'.repeat(1024 * 1024);
    expect(slicesOf(fitting).join('')).toBe(fitting);
    expect(() => slicesOf(fitting, 'x')).toThrow('an event of more than 1048576 bytes');
  });

  test.each(['\n', '\r', '\r\n'])('end with an error in an event of more than 1,000 lines that end with %j', (end) => {
    const fitting = `data: y${end}`.repeat(999) + end;
    expect(slicesOf(fitting, fitting).join('')).toBe(normalised(fitting + fitting));
    expect(() => slicesOf(`data: y${end}`.repeat(1_001))).toThrow('an event of more than 1000 lines');
  });

  test('end with an error in an event of more than 4,000 elements, not counted in strings', () => {
    const fitting = `data: [${'1,'.repeat(3_999)}1]\n\n`;
    const text = `data: ${JSON.stringify('[{,"\\'.repeat(100_000))}\n\n`;
    expect(slicesOf(fitting.repeat(3), text).join('')).toBe(fitting.repeat(3) + text);
    expect(() => slicesOf(`data: [${'1,'.repeat(4_000)}1]\n\n`)).toThrow('an event with more than 4000 elements');
  });
});
