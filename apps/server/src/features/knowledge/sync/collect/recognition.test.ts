import { expect, test } from 'vitest';
import { service } from '../../../../../testing/harness.ts';
import { writePdf } from '../../../../extract/testing/pdf-writer.ts';
import { scanPng, showScan } from '../../../../extract/testing/scans.ts';

/** Recognises a sentence in pictures of the whole scan, and nothing in others. */
const script =
  'size=$(wc -c); test $size -gt 900 && echo "Parking is free on Sundays, says a picture of" $size "bytes."; exit 0';
const parley = service('sqlite', {
  environment: { PARLEY_OCR_COMMAND: `sh -c '${script}'`, PATH: process.env['PATH'] ?? '' },
});
const unset = service('sqlite');

const png = { name: 'sign.png', content: scanPng() };
const scanned = {
  name: 'rules.pdf',
  content: writePdf({
    pages: [[{ text: 'House rules' }], { content: showScan() }, []],
  }),
};

test('200: pictures and scanned pages are documents, found by their words and cited by their page', async () => {
  const { knowledgeSources, agents } = await (await parley.person()).client();
  const sources = await Promise.all([png, scanned].map(async (file) => (await knowledgeSources.upload({ file }))._id));
  const [sign, rules] = await Promise.all(sources.map((id) => knowledgeSources.waitUntilReady(id)));
  expect(sign).toMatchObject({ status: 'ready', warnings: [{ code: 'text_recognised' }] });
  expect(rules?.warnings.map(({ code }) => code)).toEqual(['text_recognised', 'pages_without_text']);
  const agent = await agents.create({ name: 'Support', knowledgeSources: sources });
  const { items } = await agents.search(agent._id, { query: 'Is parking free on Sundays?' });
  const found = items.map(({ text, page }) => `${page}: ${text}`).sort();
  expect(found).toEqual([
    expect.stringMatching(/^2: Parking is free on Sundays, says a picture of \d+ bytes\.$/),
    expect.stringMatching(/^null: Parking is free on Sundays, says a picture of \d+ bytes\.$/),
  ]);
});

test('a picture without words, or on a server without recognition, is never ready', async () => {
  const blank = { name: 'blank.png', content: scanPng().slice(0, 800) };
  const outcomes = [
    [parley, blank, 'no_text', 'No text was recognised in the picture (OCR).'],
    [unset, png, 'unsupported_type', 'This is a PNG image.'],
  ] as const;
  for (const [server, file, code, message] of outcomes) {
    const { knowledgeSources } = await (await server.person()).client();
    const { _id } = await knowledgeSources.upload({ file });
    await expect(knowledgeSources.waitUntilReady(_id)).rejects.toMatchObject({ code: 'source_failed' });
    expect(await knowledgeSources.retrieve(_id)).toMatchObject({
      status: 'failed',
      version: 0,
      error: { code, message },
    });
  }
});
