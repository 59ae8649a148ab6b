// @module-tag pure

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formBytes } from '../../../../testing/fixtures/forms.ts';
import { announceSeed, runs } from '../../../../testing/processes/runs.ts';
import { partsOf } from './multipart-parts.ts';

const mebibyte = 1024 * 1024;
const seed = announceSeed('apps/server/src/http/wire/multipart/multipart-parts.test.ts');

/** Reads a body that arrives in chunks; tells how much of it was asked for. */
async function read(chunks: Iterable<Uint8Array>, boundary = 'X') {
  let arrived = 0;
  function* counted() {
    for (const chunk of chunks) {
      arrived += chunk.length;
      yield chunk;
    }
  }
  const raw = Object.assign(Readable.from(counted(), { highWaterMark: 1 }), {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const parts: object[] = [];
  try {
    for await (const { content, ...part } of partsOf(raw as Readable & IncomingMessage, 20 * mebibyte)) {
      const bytes: Buffer[] = [];
      for await (const chunk of content) bytes.push(chunk);
      parts.push({ ...part, content: Buffer.concat(bytes).toString('latin1') });
    }
    return { parts, arrived, error: undefined };
  } catch (error) {
    return { parts, arrived, error: (error as Error).message };
  }
}

const field = 'Content-Disposition: form-data; name="a"\r\n\r\n';

/** A text of so many bytes at least, read in chunks of 64 KiB. */
function* long(start: string, unit: string, bytes = 17 * mebibyte): Generator<Buffer> {
  yield Buffer.from(start);
  const chunk = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

describe('a multipart body', () => {
  test('has the same parts however it arrives, also if they look like its boundary', async () => {
    const content = fc
      .array(fc.constantFrom('\r\n--X', '\r\n--', '\r\n', '\r', '--', 'X', '-', 'a', '\r\n\r\n', '\n--X'), {
        maxLength: 12,
      })
      .map((pieces) => pieces.join(''))
      .filter((text) => !`\r\n${text}\r\n--`.includes('\r\n--X'));
    const part = fc.record({
      name: fc.constantFrom('a', 'b c', 'größe'),
      fileName: fc.option(fc.constantFrom('f.txt', 'ö;x.pdf', ''), { nil: undefined }),
      content,
    });
    const body = fc.record({ parts: fc.array(part, { maxLength: 5 }), cuts: fc.array(fc.nat(30), { maxLength: 60 }) });
    await fc.assert(
      fc.asyncProperty(body, async ({ parts, cuts }) => {
        const bytes = formBytes(parts as never, { boundary: 'X' });
        const chunks: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        const arriving = [...chunks, bytes.subarray(at)].filter((chunk) => chunk.length > 0);
        const { parts: found, error } = await read(arriving);
        expect(error).toBeUndefined();
        expect(found).toEqual(parts.map((each) => ({ ...each, contentType: 'text/plain' })));
      }),
      { seed, numRuns: runs(200) },
    );
  });

  const tooManyParts = 'The multipart body has more than 1000 parts.';
  const tooMuchStray = 'The multipart body has more than 64 KiB outside of its parts.';
  const tooLargeHeader = 'The header of a part is larger than 16 KiB.';

  test.each<[string, () => Generator<Buffer>, string]>([
    ['empty parts', () => long('', '--X\r\n\r\n'), tooManyParts],
    ['empty parts with a line', () => long('', '--X\r\n\r\n\r\n'), tooManyParts],
    ['boundaries alone', () => long('', '\r\n--X'), tooManyParts],
    ['parts without a name', () => long('', '--X\r\nA: b\r\n\r\nx\r\n'), tooManyParts],
    ['parts of another kind', () => long('', '--X\r\nContent-Disposition: attachment\r\n\r\n\r\n'), tooManyParts],
    ['empty fields', () => long('', `--X\r\n${field}\r\n`), tooManyParts],
    ['empty files', () => long('', `--X\r\n${field.replace('"a"', '"a"; filename="b"')}\r\n`), tooManyParts],
    ['a preamble', () => long('', 'abc\r\n'), tooMuchStray],
    ['a preamble of what is almost a boundary', () => long('', '\r\n--Y'), tooMuchStray],
    ['an epilogue', () => long(`--X\r\n${field}x\r\n--X--\r\n`, '\r\n--X\r\n'), tooMuchStray],
    ['a part that belongs to no form', () => long('--X\r\nA: b\r\n\r\n', 'abc'), tooMuchStray],
    ['a header without an end', () => long('--X\r\nA: ', 'a'), tooLargeHeader],
    ['headers without an end', () => long('--X\r\n', 'A: b\r\n'), tooLargeHeader],
    ['a folded header', () => long('--X\r\nA: b', '\r\n c'), tooLargeHeader],
  ])('with %s is refused soon', async (_what, body, refusal) => {
    const { error, arrived, parts } = await read(body());
    expect(error).toBe(refusal);
    expect(arrived).toBeLessThan(300_000);
    expect(parts.length).toBeLessThanOrEqual(1000);
  });

  test('may have as much as the limits allow', async () => {
    const most = formBytes(
      Array.from({ length: 1000 }, () => ({ name: 'a', content: '' })),
      { boundary: 'X' },
    );
    expect(await read([Buffer.alloc(65_000, 'a\n'), Buffer.from('\r\n'), most])).toMatchObject({
      error: undefined,
      parts: { length: 1000 },
    });
    const header = `--X\r\nA: ${'a'.repeat(16_000)}\r\n${field}x\r\n--X--`;
    expect((await read([Buffer.from(header)])).parts).toEqual([
      { name: 'a', fileName: undefined, contentType: 'text/plain', content: 'x' },
    ]);
  });

  test.each([
    ['form-data; name="a"; filename="b\\"c.txt"', 'a', 'b"c.txt'],
    ['form-data; name="a"; filename="b;c%22.txt"', 'a', 'b;c%22.txt'],
    ['form-data; name=a; filename=b.txt', 'a', 'b.txt'],
    ['FORM-DATA ; NAME="a" ;FileName="b.txt"', 'a', 'b.txt'],
    ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe.txt', 'a', 'größe.txt'],
    ['form-data; name="a"; filename*=UTF-8\'\'%ff; filename="x.txt"', 'a', 'x.txt'],
    ['form-data;\r\n name="a";\r\n\tfilename="b.txt"', 'a', 'b.txt'],
    ['form-data; name="__proto__"', '__proto__', undefined],
  ])('names its parts: %s', async (disposition, name, fileName) => {
    const { parts } = await read([Buffer.from(`--X\r\ncontent-disposition: ${disposition}\r\n\r\nx\r\n--X--`)]);
    expect(parts).toEqual([{ name, fileName, contentType: 'text/plain', content: 'x' }]);
  });

  test.each(['----WebKitFormBoundaryAb12', `"a b(c):=,./?_+'d"`, 'x; charset=utf-8', 'a'.repeat(70)])(
    'has a boundary as RFC 2046 allows it: %s',
    async (written) => {
      const boundary = /^"(.*)"$/.exec(written)?.[1] ?? written.split(';')[0] ?? '';
      const { parts } = await read([formBytes([{ name: 'a', content: 'x' }], { boundary })], written);
      expect(parts).toHaveLength(1);
    },
  );

  test('400: a longer boundary, or none', async () => {
    const refusal = 'The Content-Type of a multipart body must have a boundary, of at most 70 characters.';
    for (const boundary of ['a'.repeat(71), '', '""', '"a']) expect((await read([], boundary)).error).toBe(refusal);
  });
});
