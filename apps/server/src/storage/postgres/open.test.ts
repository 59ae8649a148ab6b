// @module-tag sql
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { connectTo, guarded, makeDatabase, startCluster } from '../../../testing/databases/postgres.ts';
import { postgresPrograms } from '../../../testing/databases/postgres-programs.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { emptyDatabase, parent, server, tempPostgres } from '../../../testing/databases/temp-postgres.ts';
import { describeServer } from './describe.ts';
import type { Connection } from './driver.ts';
import { openPostgres } from './open.ts';
import { checkServer } from './server-checks.ts';

const open = (url: string) => openPostgres({ url, connections: 2, onNotice: () => {} });

/** Creates a database on the test server and applies a change to it. */
async function databaseWith(change: (name: string) => string): Promise<string> {
  const { url, name, drop } = await emptyDatabase();
  onTestFinished(drop);
  const admin = await connectTo(server().admin);
  await admin.command(change(name)).finally(admin.close);
  return url;
}

const at = (url: string, parts: Partial<Pick<URL, 'username' | 'password' | 'port' | 'pathname' | 'hostname'>>) =>
  Object.assign(new URL(url), parts).href;

describe.runIf(engines.includes('postgres'))('openPostgres refuses in one sentence', () => {
  test.each([
    [
      'a server that is not there',
      { port: '1' },
      /^The database 127\.0\.0\.1:1\/\S+ could not be opened: the connection was refused\.$/,
    ],
    ['an unknown host', { hostname: 'nowhere.invalid' }, /: the host name (is unknown|could not be resolved)\.$/],
    [
      'a database that is not there',
      { pathname: '/absent' },
      /\/absent could not be opened: the server has no database of this name\.$/,
    ],
  ])('%s', async (_what, parts, sentence) => {
    const error = await open(at(server().admin, parts)).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(sentence);
    expect((error as Error).message).not.toContain('wrong@');
  });

  test('synchronous_commit off', async () => {
    const url = await databaseWith((name) => `alter database ${name} set synchronous_commit = off`);
    await expect(open(url)).rejects.toThrow('synchronous_commit is off, so a crash could lose acknowledged writes');
  });

  test('an encoding other than UTF8', async () => {
    const admin = await connectTo(server().admin);
    const name = 'parley_test_latin';
    await admin.command(`create database ${name} template template0 encoding 'SQL_ASCII'`);
    await expect(open(at(server().admin, { pathname: `/${name}` }))).rejects.toThrow('its encoding is SQL_ASCII');
    await admin.command(`drop database ${name} with (force)`);
    await admin.close();
  });

  test.each([
    [{ major: 14, version: '14.22' }, 'it is PostgreSQL 14.22, and 15 or later is needed'],
    [{ standby: 1 }, 'it is a read-only standby'],
  ])('%o', async (facts, sentence) => {
    const good = { major: 15, version: '15.1', encoding: 'UTF8', fsync: 'on', synchronous_commit: 'on', standby: 0 };
    const answer = async () => ({ rows: [{ ...good, ...facts }], changed: 1, command: 'SELECT' });
    await expect(checkServer({ command: answer } as unknown as Connection)).rejects.toThrow(sentence);
  });
});

describe.runIf(postgresPrograms() !== undefined)('openPostgres on a server of its own', () => {
  test('accepts the right password, and refuses a wrong one and an unknown user in one sentence', async () => {
    const cluster = await startCluster();
    if (cluster === undefined) throw new Error('There is no PostgreSQL to start.');
    onTestFinished(cluster.close);
    const as = (user: Partial<URL>) => open(at(cluster.url('postgres'), user));
    const db = await as({ username: guarded.user, password: guarded.password });
    expect(await db.read(raw('select current_user as me'))).toEqual([{ me: guarded.user }]);
    await db.close();
    const wrong = await as({ username: guarded.user, password: 'wrong' }).catch((error: Error) => error.message);
    expect(wrong).toMatch(
      /^The database 127\.0\.0\.1:\d+\/postgres could not be opened: the user name or the password in/,
    );
    expect(wrong).not.toContain('wrong@');
    await expect(as({ username: 'nobody' })).rejects.toThrow(
      'could not be opened: the server does not allow this user to connect',
    );
  });

  test('fsync off', async () => {
    const cluster = await startCluster(['fsync=off']);
    if (cluster === undefined) throw new Error('There is no PostgreSQL to start.');
    onTestFinished(cluster.close);
    await expect(open(cluster.url('postgres'))).rejects.toThrow('fsync is off');
  });
});

describe.runIf(engines.includes('postgres'))('a database on PostgreSQL', () => {
  test('answers many queries at once on few connections', async () => {
    const db = await tempPostgres({ connections: 5 });
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    const rows = await Promise.all(numbers.map((number) => db.read(raw('select $1::bigint as n', [number]))));
    expect(rows.map(([row]) => row)).toEqual(numbers.map((n) => ({ n })));
    const used = raw<{ n: number }>(
      "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'parley'",
    );
    expect((await db.read<{ n: number }>(used))[0]?.n).toBeLessThanOrEqual(5);
  });

  test('a failed query names its SQL and does not affect other queries', async () => {
    const db = await tempPostgres();
    const results = await Promise.allSettled([
      db.read(raw('select 1 as one')),
      db.read(raw('select $1::bigint / 0', [17])),
      db.read(raw('select 2 as two')),
    ]);
    expect(results[0]).toMatchObject({ value: [{ one: 1 }] });
    expect(results[2]).toMatchObject({ value: [{ two: 2 }] });
    expect(String((results[1] as PromiseRejectedResult).reason)).toBe(
      'Error: A query failed: division by zero. SQL: select $1::bigint / 0',
    );
  });

  test('the schema may change under prepared statements', async () => {
    const db = await tempPostgres();
    await db.write([parent('a')]);
    const all = raw('select * from parents');
    const some = raw('update parents set size = 1 returning *');
    expect(await db.read(all)).toEqual([{ id: 'a', name: 'name of a', size: 0 }]);
    await db.write([some]);
    await db.write([
      raw('alter table parents add column colour text'),
      raw('alter table parents rename size to width'),
    ]);
    const row = { id: 'a', name: 'name of a', width: 1, colour: null };
    expect(await db.read(all)).toEqual([row]);
    await db.write([raw('alter table parents rename width to size')]);
    const [outcome] = await db.write([some]);
    expect(outcome.rows).toEqual([{ id: 'a', name: 'name of a', size: 1, colour: null }]);
  });

  test('counts the connections of all users, even for an unprivileged user', async () => {
    const { url } = await tempPostgres();
    const others = await Promise.all(Array.from({ length: 5 }, () => connectTo(url)));
    const db = await open(at(url, { username: guarded.user, password: guarded.password }));
    onTestFinished(async () => {
      await Promise.all([db, ...others].map((each) => each.close()));
    });
    const { used = 0, ours = 0 } =
      /, (?<used>\d+) of \d+ connections in use, (?<ours>\d+) of them/.exec(await describeServer(db))?.groups ?? {};
    expect(Number(used)).toBeGreaterThanOrEqual(others.length + 2);
    expect(Number(ours)).toBeGreaterThanOrEqual(1);
  });

  test('close completes accepted work and refuses later work', async () => {
    const db = await tempPostgres();
    const accepted = Promise.allSettled(Array.from({ length: 100 }, (_, index) => db.write([parent(`p${index}`)])));
    const read = db.read(raw('select pg_sleep(0.1)'));
    await db.close();
    expect((await accepted).every((result) => result.status === 'fulfilled')).toBe(true);
    expect(await read).toHaveLength(1);
    await expect(db.read(raw('select 1'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(db.write([parent('late')])).rejects.toMatchObject({ code: 'unavailable' });
    const copy = await makeDatabase(server().admin, new URL(db.url).pathname.slice(1));
    await copy.drop();
  });
});
