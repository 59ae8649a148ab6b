// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { connectTo, startCluster } from '../../../testing/databases/postgres.ts';
import { postgresPrograms } from '../../../testing/databases/postgres-programs.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { emptyDatabase, idsIn, parent, server, tempPostgres } from '../../../testing/databases/temp-postgres.ts';
import { startProxy } from '../../../testing/servers/tcp-proxy.ts';
import { openPostgres } from './open.ts';

const unavailable = { code: 'unavailable', extras: { retryAfter: 1 } };

/** A database that is reached through a proxy. */
async function throughProxy() {
  const direct = await tempPostgres();
  const url = new URL(direct.url);
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const onNotice = vi.fn<(message: string) => void>();
  const db = await openPostgres({ url: url.href, connections: 4, onNotice });
  onTestFinished(async () => {
    proxy.mend();
    await db.close();
    await proxy.close();
  });
  return { direct, proxy, db, onNotice };
}

describe.runIf(engines.includes('postgres'))('a lost connection', () => {
  test('during the COMMIT rejects the unit as unavailable, without a retry', async () => {
    const { direct, proxy, db } = await throughProxy();
    await db.write([raw('insert into parents (id) values ($1)', ['warm'], { rows: 1 })]);
    // Match the whole command: its end distinguishes it from the isolation level in the BEGIN.
    proxy.cutAfter('commit\0');
    const unit = [raw("insert into parents (id) values ('p' || (select count(*) from parents))", [], { rows: 1 })];
    await expect(db.write(unit)).rejects.toMatchObject(unavailable);
    // The unit was committed but not acknowledged; a second attempt would have inserted p2.
    await vi.waitFor(async () => expect(await idsIn(direct, 'parents')).toEqual(['p1', 'warm']), 10_000);
    await db.write(unit);
    expect(await idsIn(direct, 'parents')).toEqual(['p1', 'p2', 'warm']);
  });

  test('fails fast while the server is down, and recovers when it returns', async () => {
    const { proxy, db, onNotice } = await throughProxy();
    await db.write([parent('before')]);
    proxy.cut();
    await expect(db.read(raw('select 1'))).rejects.toMatchObject(unavailable);
    const started = performance.now();
    const refused = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => db.write([parent(`away${i}`)])));
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(refused.every((result) => result.status === 'rejected' && result.reason.code === 'unavailable')).toBe(true);
    proxy.mend();
    await vi.waitFor(() => db.write([parent('after')]), { timeout: 3_000 });
    const ids = await vi.waitFor(() => idsIn(db, 'parents'), { timeout: 3_000 });
    expect(ids).toEqual(['after', 'before']);
    expect(onNotice.mock.calls.map(([message]) => message.replace(/ \S+\/\S+ /, ' X '))).toEqual([
      expect.stringMatching(/^The connection to the database X was lost: /),
      'The database X can be reached again.',
    ]);
  });

  test('terminated by an administrator fails only its own unit', async () => {
    const db = await tempPostgres();
    const slow = db.write([parent('slow'), raw('select pg_sleep(10)')]);
    const failed = expect(slow).rejects.toMatchObject(unavailable);
    const others =
      "select count(pg_terminate_backend(pid)) as ended from pg_stat_activity where query like '%pg_sleep(10)%' and pid <> pg_backend_pid()";
    // The statement may not have begun yet.
    await vi.waitFor(async () => {
      const [found] = await db.read<{ ended: unknown }>(raw(others));
      expect(Number(found?.ended)).toBe(1);
    }, 5_000);
    await failed;
    await db.write([parent('next')]);
    expect(await idsIn(db, 'parents')).toEqual(['next']);
  });
});

describe.runIf(postgresPrograms() !== undefined)('a server that', () => {
  test.each(['SIGINT', 'SIGQUIT'] as const)('stops by %s and restarts loses no acknowledged write', async (signal) => {
    const cluster = await startCluster();
    if (cluster === undefined) throw new Error('There is no PostgreSQL to start.');
    const db = await openPostgres({ url: cluster.url('postgres'), connections: 6, onNotice: () => {} });
    onTestFinished(async () => {
      await db.close();
      await cluster.close();
    });
    await db.write([raw('create table parents (id text primary key, name text)')]);
    const acknowledged: string[] = [];
    const refusals: unknown[] = [];
    let stop = false;
    const writer = async (name: string) => {
      for (let count = 0; !stop; count += 1) {
        const id = `${name}${count}`;
        try {
          await db.write([parent(id)]);
          acknowledged.push(id);
        } catch (error) {
          refusals.push(error);
          await sleep(5);
        }
      }
    };
    const writers = ['a', 'b', 'c', 'd', 'e', 'f'].map(writer);
    await sleep(300);
    await cluster.stop(signal);
    await sleep(100);
    await cluster.start();
    const known = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(known), { timeout: 20_000 });
    stop = true;
    await Promise.all(writers);
    const stored = new Set(await idsIn(db, 'parents'));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'unavailable' });
  });
});

describe.runIf(engines.includes('postgres'))('a server that', () => {
  test('refuses more connections is used through the open ones', async () => {
    const database = await emptyDatabase();
    const admin = await connectTo(server().admin);
    const role = `${database.name}_owner`;
    await admin.command(`create role ${role} login connection limit 3`);
    await admin.command(`alter database ${database.name} owner to ${role}`);
    const url = Object.assign(new URL(database.url), { username: role }).href;
    const db = await openPostgres({ url, connections: 20, onNotice: () => {} });
    onTestFinished(async () => {
      await db.close();
      await database.drop();
      await admin.command(`drop role ${role}`);
      await admin.close();
    });
    await db.write([raw('create table parents (id text primary key, name text)')]);
    await Promise.all(Array.from({ length: 100 }, (_, index) => db.write([parent(`p${index}`)])));
    expect(await idsIn(db, 'parents')).toHaveLength(100);
  });
});
