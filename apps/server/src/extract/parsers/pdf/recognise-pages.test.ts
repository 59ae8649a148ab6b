// @module-tag pure

import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Recognise, SourceFailure } from '../../document.ts';
import { type PdfDraft, writePdf } from '../../testing/pdf-writer.ts';
import { scan, showScan } from '../../testing/scans.ts';
import { read } from '../read.ts';

const readPdf = async (pages: PdfDraft['pages'], recognise: Recognise) => {
  const { documents, warnings } = await read({ format: 'pdf', fileName: 'x.pdf', recognise }, writePdf({ pages }));
  return { text: documents[0]?.text, marks: documents[0]?.marks, warnings };
};

/** The size, resolution and pixels of a PNG as this service writes it. */
function pictureOf(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
  const pixel = (x: number, y: number) => rows[y * (width + 1) + 1 + x] ?? 255;
  return { width, height, dpi: Math.round(bytes.readUInt32BE(bytes.indexOf('pHYs') + 4) * 0.0254), pixel };
}

/** The picture that a page gives to the command. */
async function pictureOfPage(content: string, rotate = 0) {
  const pictures: Uint8Array[] = [];
  await readPdf([{ content, rotate }], async (picture) => {
    pictures.push(picture);
    return 'text';
  });
  expect(pictures).toHaveLength(1);
  return pictureOf(pictures[0] ?? new Uint8Array());
}

/** The share of the scan's pixels that a picture has at another place. */
function difference({ pixel }: Pick<ReturnType<typeof pictureOf>, 'pixel'>, shade = 0): number {
  let other = 0;
  for (let y = 0; y < scan.height; y += 1) {
    for (let x = 0; x < scan.width; x += 1) {
      const expected = scan.pixels[y * scan.width + x] === 0 ? shade : 255;
      if (pixel(x, y) !== expected) other += 1;
    }
  }
  return other / scan.pixels.length;
}

/** The height of the scan in points, if it is as wide as the page. */
const high = (595 * scan.height) / scan.width;
const atTop = [595, 0, 0, high, 0, 842 - high];

test('the command gets the image of a page in its own resolution', async () => {
  const picture = await pictureOfPage(showScan({ matrix: atTop }));
  expect([picture.width, picture.height, picture.dpi]).toEqual([620, 877, 75]);
  expect(difference(picture)).toBe(0);
  // The rest is paper.
  expect(picture.pixel(300, 500)).toBe(255);
});

test.each([
  [90, [0, 595, -high, 0, high, 0]],
  [180, [-595, 0, 0, -high, 595, high]],
  [270, [0, -595, high, 0, 595 - high, 842]],
])('an image on a page that is turned by %d° is upright', async (rotate, matrix) => {
  const picture = await pictureOfPage(showScan({ matrix }), rotate);
  expect([picture.width, picture.height]).toEqual(rotate === 180 ? [620, 877] : [877, 620]);
  expect(difference(picture)).toBeLessThan(0.001);
});

test('strips and layers of a scan are one picture', async () => {
  const height = (from: number, to: number) => ((to - from) * 595) / scan.width;
  const strip = (from: number, to: number) =>
    showScan({ rows: [from, to], matrix: [595, 0, 0, height(from, to), 0, 842 - height(0, to)] });
  const strips = await pictureOfPage([strip(0, 40), strip(40, 41), strip(41, 130)].join('\n'));
  expect([strips.width, strips.height]).toEqual([620, 877]);
  expect(difference(strips)).toBeLessThan(0.001);
  // A stencil in grey over a white ground, within a form.
  const ground = 'q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID \xff\xff\xff EI Q';
  const stencil = showScan({ matrix: atTop, isStencil: true });
  const layers = await pictureOfPage(`${ground}\nq 0.5 g ${stencil} Q`);
  expect(difference(layers, 128)).toBe(0);
});

test('only pages without text are recognised, and notes say which', async () => {
  const seen: number[] = [];
  const { text, marks, warnings } = await readPdf(
    [[{ text: 'Typed' }], { content: showScan() }, [], 'scan', { content: `${showScan()}` }, { content: showScan() }],
    async (picture) => {
      seen.push(pictureOf(picture).width);
      return seen.length === 2 ? ' \n\f' : `Recognised ${seen.length}\n\nMore`;
    },
  );
  expect(seen).toHaveLength(3);
  expect(text).toBe('Typed\n\nRecognised 1\n\nMore\n\nRecognised 3\n\nMore');
  expect(marks?.map(({ page }) => page)).toEqual([1, 2, 6]);
  expect(warnings).toEqual([
    {
      code: 'text_recognised',
      message: 'The text of 2 pages was read by text recognition (OCR), and may have errors: 2, 6.',
    },
    { code: 'pages_without_text', message: 'These pages have no text, and none was recognised (OCR): 3, 4, 5.' },
  ]);
});

test('a PDF in whose images nothing is recognised has no text', async () => {
  const reading = readPdf([{ content: showScan() }, 'scan'], async () => '');
  await expect(reading).rejects.toMatchObject({
    code: 'no_text',
    message: 'The PDF has no text, and none was recognised in the images of its pages (OCR).',
  });
});

const failing = (failures: readonly (SourceFailure | undefined)[]): Recognise => {
  let count = 0;
  return async () => {
    const failure = failures[count];
    count += 1;
    if (failure !== undefined) throw failure;
    return `Page ${count}`;
  };
};
const failure = new SourceFailure('parse_crashed', { message: 'Text recognition (OCR) failed: exit code 1.' });
const scans = (count: number) => Array.from({ length: count }, () => ({ content: showScan() }));

test('pages on which the command fails are left out with a note', async () => {
  const { text, warnings } = await readPdf(scans(4), failing([failure, undefined, failure]));
  expect(text).toBe('Page 2\n\nPage 4');
  expect(warnings).toContainEqual({
    code: 'recognition_failed',
    message: 'Text recognition (OCR) failed: exit code 1. 2 pages left out: 1, 3.',
  });
});

test('a PDF without any text left has the reason of the command', async () => {
  await expect(readPdf(scans(2), failing([failure, failure]))).rejects.toBe(failure);
});

test('after three failures in a row, or when the time is over, no further page is tried', async () => {
  const typed = [{ text: 'Typed' }];
  const failed = await readPdf([typed, ...scans(5)], failing([failure, failure, failure]));
  expect(failed.text).toBe('Typed');
  expect(failed.warnings.map(({ message }) => message)).toEqual([
    'Text recognition (OCR) failed: exit code 1. 3 pages left out: 2, 3, 4.',
    expect.stringMatching(/^Text recognition \(OCR\) ended before 2 pages, .*: 5, 6\.$/),
  ]);
  const over = await readPdf(scans(4), failing([undefined, new SourceFailure('too_large')]));
  expect(over.text).toBe('Page 1');
  expect(over.warnings.map(({ code }) => code)).toEqual(['text_recognised', 'recognition_ended']);
  expect(over.warnings[1]?.message).toMatch(/3 pages.*: 2, 3, 4\.$/);
});

test('a command that can’t be started is the failure of the whole PDF', async () => {
  const missing = new SourceFailure('internal_error');
  await expect(readPdf([[{ text: 'Typed' }], ...scans(1)], failing([missing]))).rejects.toBe(missing);
});

test('at most 200 pages are recognised', { tags: 'nightly' }, async () => {
  const small = `q 500 0 0 500 0 0 cm BI /W 100 /H 1 /CS /G /BPC 8 /F /AHx ID ${'00'.repeat(100)}> EI Q`;
  let count = 0;
  const { warnings } = await readPdf(
    Array.from({ length: 203 }, () => ({ content: small })),
    async () => {
      count += 1;
      return 'x';
    },
  );
  expect(count).toBe(200);
  expect(warnings.at(-1)?.message).toMatch(/ended before 3 pages, .*: 201, 202, 203\.$/);
});
