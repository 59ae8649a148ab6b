// @module-tag sql
import { createHash } from 'node:crypto';
import type { Parley } from '@parley/sdk';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { makeSource, row } from '../../../testing/fixtures/people.ts';
import { service } from '../../../testing/harness.ts';
import { fakeRetrieval, found } from '../../../testing/servers/fake-retrieval.ts';
import { newId } from '../../ids.ts';
import { statement } from '../../storage/unit.ts';

const text = 'We are a bookshop.\n\nParcels take two to four days. Returns are free.\n\nThe end.';
const quote = 'Parcels take two to four days.';
const hashOf = (of: string) => createHash('sha256').update(of).digest('hex');

/** Cuts a text into chunks without the white space around them, at some places. */
function cut(whole: string, at: readonly number[]) {
  return [...at, whole.length].map((end, index) => {
    const part = whole.slice(at[index - 1] ?? 0, end);
    const start = (at[index - 1] ?? 0) + (part.length - part.trimStart().length);
    return { text: part.trim(), start, end: start + part.trim().length };
  });
}

describe.each(engines)('checking citations, on %s', (engine) => {
  const { retrieval, state } = fakeRetrieval();
  const parley = service(engine, { retrieval });
  let client: Parley;
  let workspace: string;
  let source: string;
  let version: number;
  let next: number;
  beforeAll(async () => {
    const person = await parley.person();
    client = await person.client();
    workspace = person.workspace;
  });
  beforeEach(async () => {
    // Without a job that would sync it.
    source = await makeSource(parley, workspace);
    version = 100;
    next = 1_000;
    await publish(text);
  });

  /** Makes a text the only document of the source in a new version, and the former one a row of the past. */
  async function publish(whole: string, { key = 'text', at = [20, 64] }: { key?: string; at?: number[] } = {}) {
    const { db } = parley;
    version += 1;
    const id = newId('document');
    const chunks = cut(whole, at);
    const ofSource = { source_id: source, workspace_id: workspace };
    const document = {
      ...{ id, ...ofSource, key, position: 0, url: null, title: 'Help', status: 'ready', problem: null, hash: '' },
      ...{ etag: null, last_modified: null, bytes: whole.length, chunk_count: chunks.length, since: version },
      ...{ until: null, created_at: 1 },
    };
    const numbered = chunks.map((chunk) => ({ ...chunk, number: next++ }));
    await db.write([
      statement(
        db.query
          .updateTable('knowledge_documents')
          .set({ until: version })
          .where('source_id', '=', source)
          .where('until', 'is', null),
      ),
      row(db, 'knowledge_documents', document),
      ...numbered.map(({ number, start, end, text: part }) =>
        row(db, 'knowledge_chunks', {
          ...{ ...ofSource, number, document_id: id, text: part, headings: '["Help"]', page: 2 },
          ...{ start_at: start, end_at: end, hash: '', enabled: 1 },
        }),
      ),
      statement(db.query.updateTable('knowledge_sources').set({ version }).where('id', '=', source)),
    ]);
    state.chunks = numbered.map(({ number, ...chunk }) =>
      found(number, chunk.text, { ...chunk, document: id, title: 'Help', source }),
    );
    return id;
  }

  const claimOf = (document: string, said = quote, at = text.indexOf(said)) => ({
    ...{ source, document, start: at, end: at + said.length, quote: said, quoteHash: hashOf(said) },
  });
  const verify = async (...citations: ReturnType<typeof claimOf>[]) =>
    (await client.citations.verify({ citations })).items;
  const current = () => state.chunks[0]?.document ?? '';

  test('valid: the document has the text at its place, also across chunks and in a new version', async () => {
    const before = current();
    const across = text.slice(0, 40);
    expect(await verify(claimOf(before), claimOf(before, across))).toMatchObject([
      {
        status: 'valid',
        reason: null,
        place: { document: before, version: 101, start: 20, page: 2, headings: ['Help'] },
      },
      { status: 'valid', place: { start: 0, chunk: 1_000 } },
    ]);
    const after = await publish(text, { at: [30] });
    expect(await verify(claimOf(before))).toMatchObject([
      { status: 'valid', place: { document: after, version: 102 } },
    ]);
  });

  test('moved: the source has it at another place or in another document, also across new chunks', async () => {
    const before = current();
    const moved = `Hello!\n\n${text}`;
    const after = await publish(moved, { at: [28, 40] });
    const place = { document: after, start: moved.indexOf(quote), end: moved.indexOf(quote) + quote.length };
    expect(await verify(claimOf(before))).toMatchObject([{ status: 'moved', reason: null, place }]);
    const other = await publish(text, { key: 'other' });
    expect(await verify(claimOf(before))).toMatchObject([{ status: 'moved', place: { document: other } }]);
  });

  test('gone: the text has changed, or the source was deleted or is another’s', async () => {
    const before = current();
    await publish(text.replace('four', 'five'));
    expect(await verify(claimOf(before))).toEqual([{ status: 'gone', reason: 'text_gone', place: null }]);
    const stranger = await (await parley.person()).client();
    const foreign = { status: 'gone', reason: 'source_gone', place: null };
    expect((await stranger.citations.verify({ citations: [claimOf(before)] })).items).toEqual([foreign]);
    await client.knowledgeSources.delete(source);
    expect(await verify(claimOf(before))).toEqual([foreign]);
  });

  test('a citation of a reply can be sent as it is', async () => {
    state.chunks = state.chunks.map((chunk) => ({ ...chunk, version }));
    const { _id: agent } = await client.agents.create({ name: 'Extract', model: 'builtin/extract' });
    const { reply } = await client.agents.chat(agent, { message: 'How many days do parcels take?' });
    const [cited] = reply?.citations ?? [];
    expect(cited).toMatchObject({ quote, start: 20, page: null, chunk: 1_001 });
    const { items } = await client.citations.verify({ citations: reply?.citations ?? [] });
    expect(items).toMatchObject([{ status: 'valid' }]);
  });

  test('a citation without a place is looked for in the whole source', async () => {
    const { items } = await client.citations.verify({
      citations: [
        { source, quote },
        { source, quote: 'Parcels are eaten.' },
      ],
    });
    expect(items).toMatchObject([
      { status: 'moved', place: { start: 20 } },
      { status: 'gone', reason: 'text_gone' },
    ]);
  });

  test('400: another quote than that of the hash, none, or too many', async () => {
    const claim = claimOf(current());
    const wrong = { ...claim, quote: 'Parcels take two to five days.' };
    await expect(verify(claim, wrong)).rejects.toMatchObject({ details: [{ path: 'citations.1.quoteHash' }] });
    await expect(verify()).rejects.toMatchObject({ status: 400 });
    await expect(verify(...Array.from({ length: 51 }, () => claim))).rejects.toMatchObject({ status: 400 });
  });
});
