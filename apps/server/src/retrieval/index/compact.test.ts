// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { addSource, addTenant, attach, buildHere, serve, stage } from '../../../testing/fixtures/knowledge.ts';
import type { Database } from '../../storage/database.ts';
import { statement } from '../../storage/unit.ts';
import { termRules } from '../../text/terms.ts';
import { createRetrieval } from '../create-retrieval.ts';
import { createCompaction } from './compact.ts';
import { purgeSegments } from './purge-store.ts';
import { findOutdated } from './rebuild-store.ts';
import { buildSegment } from './segment.ts';
import { insertSegment } from './store.ts';

const subjects = ['cats', 'dogs', 'birds', 'fish', 'horses'];

describe.each(engines)('compaction, on %s', (engine) => {
  const database = databaseOf(engine);

  const attemptAt = (workspace: string, source: string) => ({
    ...{ workspace, payload: { source }, signal: new AbortController().signal },
    guard: () => ({ sql: 'select 1', parameters: [] }),
  });

  /** A source whose segments have 12 chunks each. */
  const make = async (name: string, segments: number) => {
    const db = database();
    const tenant = await addTenant(db, name);
    const source = `src_${name}`;
    const { workspace } = tenant;
    await addSource(db, { workspace, source });
    let first = 0;
    for (let version = 1; version <= segments; version += 1) {
      const chunks = Array.from(
        { length: 12 },
        (_, index) => `Page ${index} of ${version} is about ${subjects[index % 5]}`,
      );
      first = await stage(db, { workspace, source, version, first }, [{ title: `Part ${version}`, chunks }]);
    }
    const live = { version: segments, chunk_count: segments * 12 };
    await db.write([statement(db.query.updateTable('knowledge_sources').set(live).where('id', '=', source))]);
    await db.write([attach(db, { ...tenant, source })]);
    const retrieval = createRetrieval({ db });
    const search = async (text: string) =>
      (await retrieval.search({ ...tenant, text, topK: 50, mode: 'lexical', account: 'acct' })).found;
    const { compact, compactStaged } = createCompaction({ db, build: buildHere });
    const attempt = attemptAt(workspace, source);
    return {
      db,
      source,
      workspace,
      search,
      compact: () => compact(attempt),
      compactStaged: (version: number) => compactStaged(attempt, version),
    };
  };

  const segmentsOf = async (db: Database, source: string) => {
    const query = db.query
      .selectFrom('knowledge_segments')
      .select(['segment', 'state', 'chunks'])
      .where('source_id', '=', source);
    return (await db.read(query.orderBy('segment'))).map((row) => ({
      ...row,
      segment: Number(row.segment),
      chunks: Number(row.chunks),
    }));
  };
  const cutByOthers = (db: Database, source: string, rules: number) =>
    db.write([
      statement(db.query.updateTable('knowledge_segments').set({ rules }).where('source_id', '=', source)),
      statement(db.query.updateTable('knowledge_terms').set({ postings: '' }).where('source_id', '=', source)),
    ]);
  const rowsOf = async (db: Database, source: string) => {
    const query = db.query.selectFrom('knowledge_terms').select('segment').distinct().where('source_id', '=', source);
    return (await db.read(query)).map(({ segment }) => Number(segment));
  };

  test('merges small segments while searches find the same all the time', async () => {
    const { db, source, search, compact } = await make('merge', 10);
    const before = await search('Which page is about birds?');
    expect(before.length).toBeGreaterThan(10);
    let isDone = false;
    const searching = (async () => {
      let searches = 0;
      for (; !isDone || searches < 3; searches += 1) expect(await search('Which page is about birds?')).toEqual(before);
    })();
    await compact();
    isDone = true;
    await searching;
    expect(await segmentsOf(db, source)).toEqual([{ segment: 120, state: 'ready', chunks: 120 }]);
    expect(await rowsOf(db, source)).toEqual([120]);
    expect(await search('Which page is about birds?')).toEqual(before);
  });

  test('leaves segments alone that a newer release has cut', async () => {
    const { db, source, compact } = await make('newer', 8);
    await cutByOthers(db, source, termRules + 1);
    const before = await segmentsOf(db, source);
    expect(await findOutdated(db, 10)).toEqual([]);
    await compact();
    expect(await segmentsOf(db, source)).toEqual(before);
  });

  test('rebuilds segments that were cut by older rules, from the chunks that are left', async () => {
    const { db, source, search, compact } = await make('rules', 3);
    const before = await search('Which page is about birds?');
    expect(before.map(({ chunk }) => chunk)).toContain(30);
    await cutByOthers(db, source, termRules - 1);
    expect((await findOutdated(db, 10)).map(({ id }) => id)).toEqual([source]);
    const gone = db.query.updateTable('knowledge_documents').set({ until: 3 }).where('source_id', '=', source);
    await db.write([statement(gone.where('since', '=', 1))]);
    await compact();
    expect(await findOutdated(db, 10)).toEqual([]);
    expect((await segmentsOf(db, source)).map(({ state, chunks }) => [state, chunks])).toEqual([
      ['ready', 12],
      ['ready', 12],
    ]);
    const after = await search('Which page is about birds?');
    expect(after.map(({ chunk }) => chunk).sort()).toEqual(
      before.flatMap(({ chunk }) => (chunk < 12 ? [] : [chunk])).sort(),
    );
  });

  test('a segment of older rules is merged only after it is rebuilt', async () => {
    const { db, source, search, compact } = await make('both', 8);
    const before = await search('Which page is about fish?');
    await cutByOthers(db, source, termRules - 1);
    await compact();
    expect((await segmentsOf(db, source)).map(({ state, chunks }) => [state, chunks])).toEqual([['ready', 96]]);
    expect(await search('Which page is about fish?')).toEqual(before);
  });

  test('leaves out what is gone', async () => {
    const { db, source, search, compact } = await make('dead', 8);
    const gone = db.query.updateTable('knowledge_documents').set({ until: 8 }).where('source_id', '=', source);
    await db.write([statement(gone.where('since', '<', 8))]);
    await compact();
    expect(await segmentsOf(db, source)).toEqual([{ segment: 96, state: 'ready', chunks: 12 }]);
    expect((await search('birds')).every(({ title }) => title === 'Part 8')).toBe(true);
  });

  test('drops a segment without any chunk left', async () => {
    const { db, source, compact } = await make('nothing', 8);
    const gone = db.query.updateTable('knowledge_documents').set({ until: 8 }).where('source_id', '=', source);
    await db.write([statement(gone)]);
    await compact();
    expect(await segmentsOf(db, source)).toEqual([]);
    expect(await rowsOf(db, source)).toEqual([]);
  });

  test('rebuilds a large segment when most of it is gone', async () => {
    const { db, source, compact, workspace } = await make('large', 1);
    const chunks = Array.from({ length: 500 }, (_, index) => `Line ${index}`);
    await stage(db, { workspace, source, version: 2, first: 12 }, [
      { title: 'Kept', chunks: ['kept'] },
      { title: 'Gone', chunks },
    ]);
    await serve(db, source, 3);
    const gone = db.query.updateTable('knowledge_documents').set({ until: 3 }).where('source_id', '=', source);
    await db.write([
      statement(gone.where('title', '=', 'Gone')),
      statement(db.query.updateTable('knowledge_sources').set({ chunk_count: 13 }).where('id', '=', source)),
    ]);
    await compact();
    expect((await segmentsOf(db, source)).map((one) => one.chunks)).toEqual([12, 1]);
  });

  test('merges what is staged before it serves, and leaves what serves alone', async () => {
    const { db, source, compactStaged, workspace, search } = await make('staged', 1);
    let first = 12;
    for (let part = 0; part < 8; part += 1)
      first = await stage(db, { workspace, source, version: 2, first }, [
        { title: `Part ${part}`, key: `p${part}`, chunks: ['new birds'] },
      ]);
    await compactStaged(2);
    expect(await segmentsOf(db, source)).toEqual([
      { segment: 0, state: 'ready', chunks: 12 },
      { segment: 20, state: 'ready', chunks: 8 },
    ]);
    expect((await search('new birds')).some(({ text }) => text === 'new birds')).toBe(false);
    await serve(db, source, 2);
    expect((await search('new birds'))[0]?.text).toBe('new birds');
  });

  test('begins again after an attempt that didn’t end', async () => {
    const { db, source, compact } = await make('again', 8);
    const left = { state: 'merging', rules: 1, lengths: '', since: 1, first: 0, chunks: 0, slots: 1, segment: 5_000 };
    const row = { ...left, source_id: source, workspace_id: 'ws_again' };
    await db.write([statement(db.query.insertInto('knowledge_segments').values(row))]);
    await compact();
    expect(await segmentsOf(db, source)).toEqual([{ segment: 96, state: 'ready', chunks: 96 }]);
  });

  test('a segment that was dropped while it was written leaves no rows behind', async () => {
    const { db, source, workspace } = await make('late', 1);
    const built = buildSegment([{ number: 900, text: 'Whales sing in winter.', headings: [], title: 'Whales' }]);
    const [begun, ...late] = insertSegment(db, { workspace, source, segment: 900, since: 2, built });
    await db.write(begun ?? []);
    for (let part = await purgeSegments(db, workspace, { source, since: 2 }); part.length > 0; ) {
      await db.write(part);
      part = await purgeSegments(db, workspace, { source, since: 2 });
    }
    for (const unit of late) await db.write(unit);
    expect(late.length).toBeGreaterThan(1);
    expect(await rowsOf(db, source)).toEqual([0]);
    expect((await segmentsOf(db, source)).map(({ segment }) => segment)).toEqual([0]);
  });
});
