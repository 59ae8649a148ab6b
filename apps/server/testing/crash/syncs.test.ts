// @module-tag sql

import { setTimeout as wait } from 'node:timers/promises';
import type { Parley } from '@parley/sdk';
import { describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import type { Engine } from '../../src/storage/database.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { checkIntegrity, withReader } from '../../src/storage/sqlite/backup/backup-format.ts';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { asker, type Installation, makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_SYNC_KILLS', 4);

/** Kills after those if each came after its sync: on a busy machine the last moment of one is easily missed. */
const mostExtra = 30;

/** Sources that are changed at the same time, and the parts of each text: a chunk or so for each. */
const sources = 3;
const parts = 400;

/** Max time until the last sync has ended, in ms. On PostgreSQL it waits until the dead process's lease expires. */
const finished = takenOver + 60_000;

const seed = announceSeed('testing/crash/syncs');

/** A text whose every part names its edition. */
const textOf = (source: number, edition: number) =>
  Array.from({ length: parts }, (_, part) => `# Part ${part} of ${source}\n\nThis is edition ${edition}.`).join('\n\n');

const isNeeded = (kill: number, interrupted: number) => kill <= (interrupted > 0 ? kills : kills + mostExtra);

/** Half of the kills come at any time, the others while a sync is surely under way. */
const isWithinSync = (kill: number) => kill % 2 === 1 || kill > kills;

describe.each(engines)('a server on %s that is killed while it syncs sources', (engine) => {
  test(`serves one whole edition of each, ${kills} times`, {
    timeout: 180_000 + kills * 60_000 + finished,
  }, async () => {
    const random = createRandom(seed);
    const installation = await makeInstallation(engine);
    const { dataDir, env, client } = installation;
    let interrupted = 0;
    let edition = 0;
    let server = await startServer(dataDir, { env });
    const ids = await Promise.all(Array.from({ length: sources }, (_, index) => create(client(server.url), index)));
    for (let kill = 1; isNeeded(kill, interrupted); kill += 1) {
      const isSure = isWithinSync(kill);
      edition = await (isSure ? changeUntilSyncing : change)(client(server.url), ids, edition + 1);
      await wait(between(random, 0, isSure ? 50 : 900));
      await server.kill();
      if ((await unfinished(engine, installation)) > 0) interrupted += 1;
      server = await startServer(dataDir, { env });
      await Promise.all(ids.map((id) => expectWhole(client(server.url), id)));
    }
    const last = client(server.url);
    for (const [index, id] of ids.entries()) await expectEdition(last, { id, index, edition });
    await expectNothingElse(engine, installation);
    expect(await server.stop()).toBe(0);
    if (engine === 'sqlite') withReader(dataFolder(dataDir).database, checkIntegrity);
    await installation.close();
    // Otherwise all kills came too late to prove anything.
    expect(interrupted).toBeGreaterThan(0);
  });
});

async function create(client: Parley, index: number): Promise<string> {
  const { _id } = await client.knowledgeSources.create({ type: 'text', name: `${index}`, text: textOf(index, 0) });
  await client.knowledgeSources.waitUntilReady(_id);
  return _id;
}

/** Gives each text its next edition, and returns that. */
async function change(client: Parley, ids: readonly string[], edition: number): Promise<number> {
  await Promise.all(ids.map((id, index) => client.knowledgeSources.update(id, { text: textOf(index, edition) })));
  return edition;
}

/** Changes the texts, again if need be, until a sync is seen under way; returns the last edition. */
async function changeUntilSyncing(client: Parley, ids: readonly string[], first: number): Promise<number> {
  for (let edition = first; ; edition += 1) {
    await change(client, ids, edition);
    if (await seesSync(client, ids)) return edition;
  }
}

/** Waits until the sync of a source is under way, for some hundred milliseconds more; false if all have ended unseen. */
async function seesSync(client: Parley, ids: readonly string[]): Promise<boolean> {
  for (;;) {
    const found = await Promise.all(ids.map((id) => client.knowledgeSources.retrieve(id)));
    if (found.some(({ status }) => status === 'processing')) return true;
    if (found.every(({ status }) => status === 'ready')) return false;
    await wait(5);
  }
}

/** The editions of all chunks that serve. */
async function editionsOf(
  client: Parley,
  id: string,
): Promise<{ readonly editions: string[]; readonly chunks: number }> {
  const texts: string[] = [];
  for await (const { text } of client.knowledgeSources.chunks.list(id, { limit: 100 })) texts.push(text);
  return { editions: [...new Set(texts.join(' ').match(/edition \d+/g))], chunks: texts.length };
}

/** Expects that the serving content is of one edition, and has the size that the source reports. */
async function expectWhole(client: Parley, id: string): Promise<void> {
  const before = await client.knowledgeSources.retrieve(id);
  const found = await editionsOf(client, id);
  const after = await client.knowledgeSources.retrieve(id);
  // A sync may have ended between the pages.
  if (before.version !== after.version) return;
  expect(found).toEqual({ editions: [expect.any(String)], chunks: after.chunkCount });
}

/** Expects that a source is ready in the end, with its last edition. */
async function expectEdition(
  client: Parley,
  { id, index, edition }: { readonly id: string; readonly index: number; readonly edition: number },
): Promise<void> {
  const look = async () => {
    const source = await client.knowledgeSources.retrieve(id);
    expect(source).toMatchObject({ status: 'ready', error: null, progress: null, documentCount: 1 });
    expect((await editionsOf(client, id)).editions).toEqual([`edition ${edition}`]);
  };
  await vi.waitFor(look, { timeout: finished, interval: 250 });
  const { text } = await client.knowledgeSources.content(id);
  expect(text).toBe(textOf(index, edition));
}

const ask = (engine: Engine, { dataDir, env }: Installation) =>
  asker(dataFolder(dataDir).database, engine === 'postgres' ? env['DATABASE_URL'] : undefined);

/** Returns the number of sources whose sync waits to continue. */
const unfinished = (engine: Engine, installation: Installation): Promise<number> =>
  ask(
    engine,
    installation,
  )(async (sql) => {
    const [row] = await sql("select count(*) as number from knowledge_sources where status = 'processing'");
    return Number(row?.['number']);
  });

/** Expects that nothing is left of versions that don't serve, and that counted content exists. */
async function expectNothingElse(engine: Engine, installation: Installation): Promise<void> {
  const count = (sql: string) => ask(engine, installation)(async (query) => Number((await query(sql))[0]?.['number']));
  await vi.waitFor(
    async () => expect(await count("select count(*) as number from jobs where kind like 'knowledge.%'")).toBe(0),
    { timeout: finished, interval: 250 },
  );
  expect(await count('select count(*) as number from knowledge_documents')).toBe(sources);
  const orphans = `select count(*) as number from knowledge_chunks where document_id not in
    (select id from knowledge_documents)`;
  expect(await count(orphans)).toBe(0);
  expect(await count("select count(*) as number from knowledge_syncs where outcome = 'running'")).toBe(0);
  const served = await count('select sum(chunk_count) as number from knowledge_sources');
  expect(await count('select count(*) as number from knowledge_chunks')).toBe(served);
  const counted = "select sum(used) as number from quota_counts where kind = 'knowledgeChunks'";
  expect(await count(counted)).toBe(served);
}
