// @module-tag sql
import { afterAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { documentRows, sourceRows, workspaceRows } from '../../../testing/fixtures/knowledge-rows.ts';
import { embeddingModel, isComplete, testVectors } from '../../../testing/fixtures/vectors.ts';
import { until } from '../../../testing/jobs/jobs.ts';
import { embeds, embedsWithout, inputOf } from '../../../testing/servers/fake-embeddings.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import { statement } from '../../storage/unit.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

const texts = (count: number) => Array.from({ length: count }, (_, at) => `text number ${at}`);

/** A play that answers when the test says so. */
function held() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const play: fake.Play = async (response, asked) => {
    arrive();
    await released;
    embeds()(response, asked);
  };
  return { play, arrived, release };
}

describe.each(engines)('embedding sources, on %s', (engine) => {
  const database = databaseOf(engine);

  const prepare = async (
    documents: Parameters<typeof sourceRows>[2]['documents'],
    options: Parameters<typeof testVectors>[2] = {},
  ) => {
    const db = database();
    const workspace = await workspaceRows(db);
    const source = await sourceRows(db, workspace, { documents });
    return { db, workspace, source, ...testVectors(db, provider, options) };
  };

  const vectorsOf = async (source: string) =>
    database().read(
      database()
        .query.selectFrom('knowledge_vectors')
        .select(['number', 'model', 'vector'])
        .where('source_id', '=', source),
    );

  test('asks for batches, with the title and each different text once, and notes the progress', async () => {
    const all = [...texts(200), 'text number 7', 'text number 8'];
    const { workspace, source, enqueue, noted, asked, note } = await prepare([{ title: 'Numbers', texts: all }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    const inputs = asked().map(({ body }) => inputOf(body));
    expect(Math.max(...inputs.map(({ length }) => length))).toBeLessThanOrEqual(64);
    expect(inputs.flat()).toHaveLength(200);
    expect(new Set(inputs.flat())).toContain('Numbers\n\ntext number 7');
    expect(await note(source)).toMatchObject({ dimensions: 256, done: 202, total: 202, error: null });
    expect(await vectorsOf(source)).toHaveLength(202);
  });

  test('embeds what a new version adds, and not what the source has already', async () => {
    const { db, workspace, source, enqueue, noted, asked } = await prepare([{ texts: texts(10) }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    const before = asked().length;
    const document = { since: 2, texts: [...texts(5), 'something new'] };
    await documentRows(db, { workspace, source, first: 10, document });
    await db.write([statement(db.query.updateTable('knowledge_sources').set({ version: 2 }).where('id', '=', source))]);
    await enqueue(workspace, source);
    await noted(source, ({ complete, done }) => complete && done === 16);
    expect(
      asked()
        .slice(before)
        .flatMap(({ body }) => inputOf(body)),
    ).toEqual(['something new']);
  });

  test('continues in another process where one has stopped', async () => {
    const model = embeddingModel();
    const first = await prepare([{ texts: texts(400) }], { model });
    const { play, arrived, release } = held();
    provider.play(model, embeds(), embeds(), embeds(), embeds(), embeds(), play);
    await first.enqueue(first.workspace, first.source);
    await arrived;
    await until(async () => expect((await first.note(first.source))?.done).toBeGreaterThan(0));
    await first.jobs.close();
    release();
    const stored = await vectorsOf(first.source);
    const before = first.asked().length;
    provider.play(model, embeds());
    const second = testVectors(database(), provider, { model });
    await second.noted(first.source, isComplete);
    expect(await vectorsOf(first.source)).toHaveLength(400);
    const again = second
      .asked()
      .slice(before)
      .flatMap(({ body }) => inputOf(body));
    expect(again).toHaveLength(400 - stored.length);
  });

  test.each([
    ['is down', [fake.refuses(500)], 'unavailable', /status 500/, /can be reached.*tried again by itself/],
    ['refuses the key', [fake.refuses(401)], 'authentication', /refused the API key/, /Check the API key/],
    ['has too many requests', [fake.refuses(429)], 'rate_limited', /too many requests/, /tried again by itself/],
    ['returns no vectors', [embeds({ as: () => [] })], 'invalid_response', /0 vectors for/, /is an embedding model/],
  ] as const)('a provider that %s is a reason with the source, and is tried again later', async (...row) => {
    const [, [play], code, message, hint] = row;
    const { workspace, source, enqueue, noted, model, note, clock, found, jobs } = await prepare([{ texts: texts(3) }]);
    provider.play(model, play);
    await enqueue(workspace, source);
    await noted(source, ({ error }) => error !== null);
    expect(await note(source)).toMatchObject({
      ...{ complete: false, done: 0, total: 3 },
      error: { code, message: expect.stringMatching(message), hint: expect.stringMatching(hint) },
    });
    expect(JSON.stringify(await note(source))).not.toContain(fake.providerKey);
    expect(await found([source], 'text number 1')).toMatch(/^The question could not be embedded/);
    expect(jobs.errors).toEqual([]);
    provider.play(model, embeds());
    clock.pass(3_600_000);
    await noted(source, isComplete);
    expect(await note(source)).toMatchObject({ done: 3, total: 3, error: null });
    expect(await found([source], 'text number 1', { limit: 1 })).toEqual([`${source} 1`]);
  });

  test('a model that changes its dimensions each time is a reason with the source', async () => {
    const { workspace, source, enqueue, noted, model, note } = await prepare([{ texts: texts(600) }]);
    const [small, large] = [embeds({ dimensions: 16 }), embeds({ dimensions: 32 })];
    provider.play(model, (response, asked) => {
      // One portion is two requests; the next one has other dimensions.
      const isOdd = provider.asked.filter((each) => each.model === asked.model).length % 8 < 4;
      return (isOdd ? small : large)(response, asked);
    });
    await enqueue(workspace, source);
    await noted(source, ({ error }) => error !== null);
    expect((await note(source))?.error?.code).toBe('invalid_response');
    expect((await note(source))?.error?.message).toMatch(/dimensions/);
  });

  test('a text that the model refuses is left out, and the others are embedded', async () => {
    const { workspace, source, enqueue, noted, model, note, found } = await prepare([
      { texts: ['good one', 'a bad one', 'good two'] },
    ]);
    provider.play(model, embedsWithout('bad'));
    await enqueue(workspace, source);
    await noted(source, isComplete);
    expect(await note(source)).toMatchObject({ done: 3, total: 3, error: null });
    expect((await vectorsOf(source)).map(({ vector }) => vector === '')).toEqual([false, true, false]);
    expect(await found([source], 'good two')).toEqual([`${source} 2`, `${source} 0`]);
  });

  test('a source that is deleted meanwhile ends its job, and keeps no vector', async () => {
    const { db, workspace, source, enqueue, model, jobs } = await prepare([{ texts: texts(10) }]);
    const { play, arrived, release } = held();
    provider.play(model, play);
    await enqueue(workspace, source);
    await arrived;
    await db.write([
      statement(db.query.updateTable('knowledge_sources').set({ deleted_at: 1 }).where('id', '=', source)),
    ]);
    release();
    const queued = () => db.read(db.query.selectFrom('jobs').select('id').where('workspace_id', '=', workspace));
    await until(async () => expect(await queued()).toEqual([]));
    expect(await vectorsOf(source)).toEqual([]);
    expect(jobs.errors).toEqual([]);
  });

  test('chunks that are deleted meanwhile are left out, and the vectors of chunks go with them', async () => {
    const { db, workspace, source, enqueue, noted, model } = await prepare([
      { texts: texts(10) },
      { title: 'Other', texts: texts(10) },
    ]);
    const { play, arrived, release } = held();
    provider.play(model, play, embeds());
    await enqueue(workspace, source);
    await arrived;
    const remove = (title: string) =>
      db.write([
        statement(
          db.query.deleteFrom('knowledge_documents').where('source_id', '=', source).where('title', '=', title),
        ),
      ]);
    await remove('Other');
    release();
    await noted(source, isComplete);
    expect(await vectorsOf(source)).toHaveLength(10);
    await remove('');
    expect(await vectorsOf(source)).toEqual([]);
  });

  test('another model embeds everything again: the sweep finds the sources, also those that no swap enqueued', async () => {
    const first = await prepare([{ texts: texts(4) }]);
    const { workspace, source, db } = first;
    const never = await sourceRows(db, workspace, { documents: [{ texts: texts(2) }] });
    const nothing = await sourceRows(db, workspace, { version: 0, documents: [] });
    await first.enqueue(workspace, source);
    await first.noted(source, isComplete);
    await first.jobs.close();
    const second = testVectors(db, provider);
    expect(await second.found([source], 'text number 1')).toBe('The sources are not embedded yet.');
    const [sweep] = second.vectors.jobs.filter(({ kind }) => kind.name === 'knowledge.embed-all');
    if (sweep === undefined) throw new Error('There is no sweep.');
    await second.jobs.db.write([second.jobs.enqueue('system', { kind: sweep.kind, payload: {} })]);
    await second.noted(source, isComplete);
    await second.noted(never, isComplete);
    expect(await second.note(source)).toMatchObject({ model: `fake/${second.model}`, done: 4, total: 4 });
    expect(await second.found([source], 'text number 1', { limit: 1 })).toEqual([`${source} 1`]);
    expect(await second.note(nothing)).toBeUndefined();
  });
});
