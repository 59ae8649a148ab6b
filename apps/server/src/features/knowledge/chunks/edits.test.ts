// @module-tag sql
import { createHash } from 'node:crypto';
import type { KnowledgeChunk, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { documentValues } from '../../../../testing/fixtures/source-rows.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';
import { carryEdits } from '../sync/stage/edit-store.ts';

const patient = { timeout: 60_000, interval: 10 };

const sections = (...answers: readonly string[]) =>
  answers.map((answer, index) => `# Part ${index}\n\n${answer}`).join('\n\n');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(engines)('edits of chunks, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const chunksOf = async (id: string) => (await client.knowledgeSources.chunks.list(id, { limit: 100 })).items;
  const ready = (id: string) =>
    vi.waitFor(async () => {
      const source = await client.knowledgeSources.retrieve(id);
      expect(source.status).toBe('ready');
      return source;
    }, patient);
  const create = async (text: string) => {
    const { _id } = await client.knowledgeSources.create({ type: 'text', name: 'Help', text });
    await ready(_id);
    return _id;
  };
  const update = (knowledgeSourceId: string, chunk: KnowledgeChunk | undefined, body: object) =>
    client.knowledgeSources.chunks.update({ knowledgeSourceId, number: chunk?.number ?? -1 }, body);
  /** Edits the nth chunk, and waits for the version that has it. */
  const edit = async (id: string, nth: number, text: string | null) => {
    await update(id, (await chunksOf(id))[nth], { text });
    await ready(id);
    return chunksOf(id);
  };

  test('200: an edited text is found and quoted in place of the original', async () => {
    const id = await create(sections('We open at nine.', 'Parcels take two days.', 'Returns are free.'));
    const before = await chunksOf(id);
    const [first] = (await client.knowledgeSources.documents.list(id)).items;
    const waiting = await update(id, before[1], { text: '  Parcels arrive within a zeppelin’s fortnight. ' });
    expect(waiting).toMatchObject({ text: before[1]?.text, edited: false, original: null });
    expect(waiting.pendingText).toBe('Parcels arrive within a zeppelin’s fortnight.');
    const source = await ready(id);
    const after = await chunksOf(id);
    expect(after.map(({ edited }) => edited)).toEqual([false, true, false]);
    const [, chunk, last] = after;
    expect(chunk).toMatchObject({
      ...{ text: waiting.pendingText, original: before[1]?.text, pendingText: null },
      ...{ hash: hashOf(waiting.pendingText ?? ''), headings: before[1]?.headings, start: before[1]?.start },
    });
    // Places are those of the text that serves.
    for (const { text, start, end } of after) expect(end - start).toBe(text.length);
    expect((last?.start ?? 0) - (chunk?.end ?? 0)).toBe((before[2]?.start ?? 0) - (before[1]?.end ?? 0));
    const grown = Buffer.byteLength(chunk?.text ?? '') - Buffer.byteLength(before[1]?.text ?? '');
    const [document] = (await client.knowledgeSources.documents.list(id)).items;
    expect(document?.bytes).toBe((first?.bytes ?? 0) + grown);
    expect(source.bytes).toBe(document?.bytes);

    const { _id: agent } = await client.agents.create({ name: 'Helper', knowledgeSources: [id] });
    const [found] = (await client.agents.search(agent, { query: 'zeppelin fortnight' })).items;
    expect(found).toMatchObject({ text: chunk?.text });
    expect((await client.agents.search(agent, { query: 'two' })).items.filter(({ text }) => /two/.test(text))).toEqual(
      [],
    );
    const [sync] = (await client.knowledgeSources.syncs.list(id)).items;
    expect(sync).toMatchObject({ cause: 'edited', outcome: 'ready', facts: { changed: 1, unchanged: 0 } });
  });

  test('200: a citation of an edited chunk, and of what follows it, is verified', async () => {
    const id = await create(sections('We open at nine.', 'Parcels take two days.', 'Returns are free.'));
    await edit(id, 0, 'We open when the baker wakes, which is rather early, at five.');
    const { _id: agent } = await client.agents.create({ name: 'Helper', knowledgeSources: [id] });
    for (const [query, quote] of [
      ['baker', 'We open when the baker wakes, which is rather early, at five.'],
      ['returns', 'Returns are free.'],
    ] as const) {
      const [found] = (await client.agents.search(agent, { query })).items;
      if (found === undefined) throw new Error('Nothing was found.');
      const start = found.start + found.text.indexOf(quote);
      const cited = { source: id, document: found.document, version: found.version, chunk: found.chunk };
      const place = { start, end: start + quote.length, quote, quoteHash: hashOf(quote) };
      const checked = await client.citations.verify({ citations: [{ ...cited, ...place }] });
      expect(checked.items).toMatchObject([{ status: 'valid', place: { start } }]);
    }
  });

  test('200: an edit stays until its source changes there, and is reset by null', async () => {
    const id = await create(sections('One.', 'Two.', 'Three.'));
    await edit(id, 1, 'Second.');
    await client.knowledgeSources.update(id, { text: sections('New first.', 'Two.', 'Three.') });
    await ready(id);
    expect((await chunksOf(id)).map(({ text, edited }) => [/\w+\.$/.exec(text)?.[0], edited])).toEqual([
      ...[
        ['first.', false],
        ['Second.', true],
        ['Three.', false],
      ],
    ]);
    const reset = await edit(id, 1, null);
    expect(reset.map(({ edited, original }) => edited || original !== null)).toEqual([false, false, false]);
    expect(reset[1]?.text).toMatch(/Two\.$/);
    await edit(id, 1, 'Second.');
    await client.knowledgeSources.update(id, { text: sections('New first.', 'Two and a half.', 'Three.') });
    await ready(id);
    expect((await chunksOf(id)).map(({ text, edited }) => [/[\w ]+\.$/.exec(text)?.[0], edited])[1]).toEqual([
      ...['Two and a half.', false],
    ]);
  });

  test('200: edits at once are all kept, and equal passages are told apart', async () => {
    const id = await create(sections('Same.', 'Same.', 'Last.').replaceAll(/Part \d/g, 'Part'));
    const before = await chunksOf(id);
    await Promise.all(
      [1, 2].map((nth) =>
        // The version with the first edit may begin to serve before the second one comes.
        vi.waitFor(async () => update(id, (await chunksOf(id))[nth], { text: `Edited ${nth}.` }), patient),
      ),
    );
    await vi.waitFor(async () => {
      expect((await chunksOf(id)).map(({ text }) => text)).toEqual([before[0]?.text, 'Edited 1.', 'Edited 2.']);
    }, patient);
  });

  test('200: a chunk that was switched off stays off when it is edited, and both in one request', async () => {
    const id = await create(sections('One.', 'Two.'));
    const [first] = await chunksOf(id);
    await update(id, first, { enabled: false, text: 'First.' });
    await ready(id);
    expect((await chunksOf(id)).map(({ enabled, edited }) => [enabled, edited])).toEqual([
      [false, true],
      [true, false],
    ]);
    const [reset] = await edit(id, 0, null);
    expect(reset).toMatchObject({ enabled: false, edited: false, text: first?.text });
  });

  test('200: the text that a chunk has asks for nothing, and takes back an edit that waits', async () => {
    const id = await create(sections('One.'));
    const { version } = await client.knowledgeSources.retrieve(id);
    const [chunk] = await chunksOf(id);
    for (const text of [chunk?.text ?? '', null])
      expect(await update(id, chunk, { text })).toMatchObject({ pendingText: null, edited: false });
    expect(await ready(id)).toMatchObject({ status: 'ready', version });
  });

  test('200: an edit that comes during a sync waits in the document that takes the place of its own', async () => {
    const id = await create(sections('One.'));
    const { db } = parley;
    const of = { workspace: alice.workspace, source: id };
    const row = (number: number, text: string, pending: string | null) => {
      const [document, chunk] = documentValues({ ...of, number, text });
      return { document: { ...document, key: 'page' }, chunk: { ...chunk, pending, hash: hashOf(text) } };
    };
    const before = [row(901, 'Same.', null), row(902, 'Same.', 'Edited.'), row(903, 'Gone.', 'Lost.')];
    const after = [row(911, 'Same.', null), row(912, 'Same.', null), row(913, 'New.', null)];
    const rows = (of: typeof before, more: { since: number; until: number | null }) => {
      const [first] = of;
      if (first === undefined) return [];
      const { id: document } = first.document;
      return [
        statement(db.query.insertInto('knowledge_documents').values({ ...first.document, ...more })),
        ...of.map(({ chunk }) =>
          statement(db.query.insertInto('knowledge_chunks').values({ ...chunk, document_id: document })),
        ),
      ];
    };
    await db.write([
      ...[...rows(before, { since: 80, until: 90 }), ...rows(after, { since: 90, until: null })],
      carryEdits(db, { source: id, version: 90 }),
    ]);
    const read = db.query.selectFrom('knowledge_chunks').select(['number', 'pending']).where('source_id', '=', id);
    const found = await db.read(read.where('number', '>', 910).orderBy('number'));
    expect(found.map(({ pending }) => pending)).toEqual([null, 'Edited.', null]);
  });

  test('400: an empty text, a long one, and chunks of pairs', async () => {
    const id = await create(sections('One.'));
    const [chunk] = await chunksOf(id);
    for (const text of ['', ' \n', 'a'.repeat(10_001)])
      await expect(update(id, chunk, { text })).rejects.toMatchObject({ status: 400 });
    const pairs = [{ question: 'Why?', answer: 'So.' }];
    const { _id: qa } = await client.knowledgeSources.create({ type: 'qa', name: 'Pairs', pairs });
    await ready(qa);
    const [pair] = await chunksOf(qa);
    await expect(update(qa, pair, { text: 'Other.' })).rejects.toMatchObject({
      ...{ status: 400, message: expect.stringContaining('qa') },
    });
    expect(await update(qa, pair, { enabled: false })).toMatchObject({ enabled: false });
  });

  test('404: a chunk that a later version has replaced', async () => {
    const id = await create(sections('One.', 'Two.'));
    const [old] = await chunksOf(id);
    await edit(id, 1, 'Second.');
    await expect(update(id, old, { text: 'First.' })).rejects.toMatchObject({ code: 'chunk_not_found' });
  });
});
