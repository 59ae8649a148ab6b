// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';

describe.each(engines)('pairs by CSV, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const create = async (pairs: { question: string; answer: string }[] = []) =>
    (await client.knowledgeSources.create({ type: 'qa', name: 'Shop', pairs }))._id;
  const pairsOf = async (id: string) =>
    (await client.knowledgeSources.pairs.list(id, { limit: 100, sort: 'createdAt' })).items.map(
      ({ question, answer }) => `${question} ${answer}`,
    );
  const { importCsv, exportCsv } = {
    importCsv: (id: string, csv: string, dryRun?: boolean) =>
      client.knowledgeSources.pairs.importCsv(id, { csv, ...(dryRun !== undefined && { dryRun }) }),
    exportCsv: async (id: string) => (await client.knowledgeSources.pairs.exportCsv(id)).csv,
  };
  const done = (created: number, updated = 0, unchanged = 0) => ({ created, updated, unchanged, errors: [] });

  test.each([
    ['commas and quotes', 'question,answer\r\nWhy?,"Because, ""so""."\r\n', ['Why? Because, "so".']],
    [
      'a byte order mark, semicolons and other columns',
      '\ufeffID;Topic;Answer;Question\n;x;So, and so.;Why?\n',
      ['Why? So, and so.'],
    ],
    ['tabs without a header', 'Why?\tSo.\n\nWho?\tWe.\n', ['Who? We.', 'Why? So.']],
    ['line breaks in cells', 'Why?,"One.\nTwo."', ['Why? One.\nTwo.']],
  ])('200: %s', async (_what, csv, pairs) => {
    const id = await create();
    expect(await importCsv(id, csv)).toEqual(done(pairs.length));
    expect((await pairsOf(id)).sort()).toEqual(pairs);
    expect(await importCsv(id, csv)).toEqual(done(0, 0, pairs.length));
  });

  test('200: an export is imported as it is, and changes pairs by ID and by question', async () => {
    const id = await create([
      { question: 'Which sign?', answer: '=1+1; -2' },
      { question: '- Where?', answer: 'Here.' },
    ]);
    const csv = await exportCsv(id);
    expect(csv).toMatch(/^id,question,answer\r\n/);
    expect(csv).toContain("'=1+1");
    expect(await importCsv(id, csv)).toEqual(done(0, 0, 2));
    const changed = csv.replace('Which sign?', 'Which signs?');
    expect(await importCsv(id, `${changed}`)).toEqual(done(0, 1, 1));
    expect(await importCsv(id, 'question,answer\n- Where?,There.\nNew?,Yes.')).toEqual(done(1, 1));
    expect((await pairsOf(id)).sort()).toEqual(['- Where? There.', 'New? Yes.', 'Which signs? =1+1; -2']);
    const other = await create();
    await expect(importCsv(other, csv)).rejects.toThrow(/no pair with the ID/);
  });

  test('200 and 400: a dry run lists what is wrong by line, and an import then changes nothing', async () => {
    const id = await create();
    const csv = `question,answer\nGood?,Yes.\n"Two\nlines?",\n,Alone.\nGood?,No.\n${'q'.repeat(1_001)},Long.`;
    const { errors, ...counts } = await importCsv(id, csv, true);
    expect(errors.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '4 The answer is missing.',
      '5 The question is missing.',
      '6 The row is about the same pair as that of line 2.',
      '7 The question must have at most 1,000 characters.',
    ]);
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0 });
    await expect(importCsv(id, csv)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    expect(await importCsv(id, 'Fine?,Yes.', true)).toEqual(done(1));
    for (const broken of ['"open', '\n\n', 'question,answer\n"a"b,c'])
      await expect(importCsv(id, broken)).rejects.toMatchObject({ status: 400 });
    expect(await pairsOf(id)).toEqual([]);
  });

  test('400 and 409: sources of another type, and more pairs than one may have', async () => {
    const { _id: text } = await client.knowledgeSources.create({ type: 'text', name: 'Text', text: 'Some.' });
    await expect(importCsv(text, 'Why?,So.')).rejects.toMatchObject({ status: 400, code: 'bad_request' });
    const id = await create([{ question: 'One more?', answer: 'Yes.' }]);
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `Question ${index}?,Yes.`).join('\n');
    await expect(importCsv(id, rows(1_000))).rejects.toMatchObject({ status: 409, code: 'quota_exceeded' });
    await expect(importCsv(id, rows(1_100))).rejects.toThrow(/more than 1,000 pairs/);
    expect(await importCsv(id, rows(999))).toEqual(done(999));
  });

  test('200: imports at once add each pair once', async () => {
    const id = await create();
    const csv = 'One?,Yes.\nTwo?,Yes.';
    const results = await Promise.all([1, 2, 3].map(() => importCsv(id, csv)));
    expect(results.map(({ created }) => created).sort()).toEqual([0, 0, 2]);
    expect((await pairsOf(id)).sort()).toEqual(['One? Yes.', 'Two? Yes.']);
  });
});
