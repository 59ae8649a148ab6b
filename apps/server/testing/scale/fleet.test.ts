// @module-tag nightly
// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../src/storage/migrations/index.ts';
import { engines } from '../databases/engines.ts';
import { connectTo, type TestDatabase } from '../databases/postgres.ts';
import { hasRedis, startRedis } from '../databases/redis.ts';
import { emptyDatabase } from '../databases/temp-postgres.ts';
import type { RunningServer } from '../processes/program.ts';
import { tempFolder } from '../temp-folder.ts';
import { type Fleet, isOver, type Owned, startFleet } from './fleet.ts';
import { type RevocationResult, revokeUnderLoad } from './revocations.ts';
import { lostWrites, startWriters } from './writers.ts';

const processes = 3;
const writers = 8;
const revocations = 100;

/** Max time that another process may still accept a revoked key, in milliseconds. */
const atMost = 5_000;

/** Min age of the oldest use if nothing is announced and processes look every second, in milliseconds. */
const unannounced = 200;

/** Median age of the revocations by how they became known, in milliseconds. */
const medians = new Map<string, number>();
const byLooking = 'with no announcement coming through';

/** Expects that announcements were faster than looking, if this run measured both. */
function expectFasterThanLooking(how: string): void {
  const looking = medians.get(byLooking);
  if (looking !== undefined) expect(medians.get(how)).toBeLessThan(looking);
}

/** Prints and returns the ages of the revocations when a use was last accepted. */
function agesOf(results: readonly RevocationResult[], how: string) {
  const ages = results.map(({ oldestUse }) => oldestUse).sort((a, b) => a - b);
  const oldest = ages.at(-1) ?? Number.NaN;
  const p99 = ages[Math.ceil(ages.length * 0.99) - 1] ?? Number.NaN;
  medians.set(how, ages[Math.floor(ages.length / 2)] ?? Number.NaN);
  process.stdout.write(
    `${ages.length} revocations ${how}: the oldest use that another process accepted came after ` +
      `${Math.round(oldest)} ms, p99 ${Math.round(p99)} ms\n`,
  );
  return { oldest };
}

/** Sequential on the same processes: the last test kills one of them. */
describe.runIf(engines.includes('postgres'))('three processes on one database', { timeout: 60_000 }, () => {
  const folder = tempFolder();
  let database: TestDatabase;
  let fleet: Fleet;
  let owned: Owned;

  beforeAll(async () => {
    database = await emptyDatabase();
    // Before the servers connect: they find this function before PostgreSQL's own, so a test can disable it later.
    await replaceNotify(database.url, 'pg_catalog.pg_notify(channel, payload)');
    await execute(database.url, `alter database ${database.name} set search_path = public, pg_catalog`);
    fleet = await startFleet({ databaseUrl: database.url, folder, count: processes });
    owned = await fleet.own();
  }, 60_000);
  afterAll(async () => {
    fleet.close();
    await Promise.all(fleet.servers.map((server) => server.kill()));
    await database.drop();
  });

  test('that start at once migrate it once', () => {
    const applied = fleet.servers.flatMap(migratedBy);
    expect(applied.sort()).toEqual(migrations.map(({ name }) => name).sort());
  });

  const paths = [
    { path: 'announced', announce: true },
    { path: byLooking, announce: false },
  ];
  test.each(paths)(`refuse ${revocations} keys revoked under load within 5 s, $path`, async ({ path, announce }) => {
    if (!announce) await replaceNotify(database.url, 'null');
    const load = startWriters(fleet.wires, owned.headers, 2);
    const results = await revokeUnderLoad(fleet, owned, revocations);
    await load.stop();
    const { oldest } = agesOf(results, path);
    expect(results).toHaveLength(revocations);
    expect(results.filter(({ usesWhereRevoked }) => usesWhereRevoked > 0)).toEqual([]);
    expect(oldest).toBeLessThanOrEqual(atMost);
    // If uses were refused as fast without announcements, no process remembered the key, or one was told.
    if (!announce) expect(oldest).toBeGreaterThan(unannounced);
    if (!announce) expectFasterThanLooking('announced');
    expect(load.attempts.filter(({ reply }) => (reply?.status ?? 0) >= 400)).toEqual([]);
  });

  test('still serve if one of them is killed, and have every acknowledged write', async () => {
    const load = startWriters(fleet.wires, owned.headers, writers);
    await sleep(1_000);
    const killedAt = performance.now();
    await fleet.servers[1]?.kill();
    load.avoid(1);
    await sleep(2_000);
    await load.stop();

    const later = load.attempts.filter(({ sentAt }) => sentAt > killedAt);
    const failed = load.attempts.filter(({ server, reply }) => server !== 1 && (reply?.status ?? 0) >= 300);
    const broken = load.attempts.filter(({ reply }) => reply === undefined);
    expect(failed.map(({ reply }) => reply?.text)).toEqual([]);
    expect(broken.filter(({ server }) => server !== 1)).toEqual([]);
    for (const server of [0, 2]) {
      expect(later.filter((attempt) => attempt.server === server && attempt.reply !== undefined)).not.toEqual([]);
    }
    expect(await Promise.all(fleet.servers.map(isOver))).toEqual([false, true, false]);
    expect(load.acknowledged.size).toBeGreaterThan(0);
    for (const server of [0, 2]) expect(await lostWrites(fleet.wires[server], owned.headers, load)).toEqual([]);
  });
});

describe.runIf(engines.includes('postgres') && hasRedis)(
  'three processes that share Redis',
  { timeout: 60_000 },
  () => {
    const folder = tempFolder();

    test(`refuse ${revocations} keys revoked under load at once, without announcements by PostgreSQL`, async () => {
      const [database, redis] = await Promise.all([emptyDatabase(), startRedis()]);
      await replaceNotify(database.url, 'null');
      await execute(database.url, `alter database ${database.name} set search_path = public, pg_catalog`);
      const env = { REDIS_URL: redis.url };
      const fleet = await startFleet({ databaseUrl: database.url, folder, count: processes, env });
      const owned = await fleet.own();
      const load = startWriters(fleet.wires, owned.headers, 2);
      const results = await revokeUnderLoad(fleet, owned, revocations);
      await load.stop();
      fleet.close();
      await Promise.all(fleet.servers.map((server) => server.kill()));
      await redis.close();
      await database.drop();
      const { oldest } = agesOf(results, 'announced through Redis');
      expect(results.filter(({ usesWhereRevoked }) => usesWhereRevoked > 0)).toEqual([]);
      expect(oldest).toBeLessThanOrEqual(atMost);
      expectFasterThanLooking('announced through Redis');
    });
  },
);

/** The migrations that a server's log reports as applied at start. */
function migratedBy(server: RunningServer): string[] {
  const line = server
    .log()
    .split('\n')
    .find((text) => text.includes('"migrated"'));
  if (line === undefined) throw new Error(`The server does not say what it migrated:\n${server.log()}`);
  return (JSON.parse(line) as { readonly migrated: string[] }).migrated;
}

/** Replaces NOTIFY for every session that looks for functions in `public` first. */
const replaceNotify = (url: string, what: string) =>
  execute(
    url,
    `create or replace function public.pg_notify(channel text, payload text) returns void language plpgsql
     as 'begin perform ${what}; end'`,
  );

async function execute(url: string, sql: string): Promise<void> {
  const connection = await connectTo(url);
  await connection.command(sql).finally(connection.close);
}
