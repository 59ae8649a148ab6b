// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { connectTo } from '../../../testing/databases/postgres.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { child, idsIn, parent, tempPostgres } from '../../../testing/databases/temp-postgres.ts';

const wrong = (what: string) => () => new Error(what);

describe.runIf(engines.includes('postgres'))('a unit of work on PostgreSQL', () => {
  test('returns the rows and row counts of each statement', async () => {
    const db = await tempPostgres();
    const [inserted, updated, returned, selected, none] = await db.write([
      parent('a'),
      raw('update parents set size = size + 1'),
      raw('insert into parents (id, name) values ($1, $2) returning id, size', ['b', 'B']),
      raw('select id from parents order by id'),
      raw('delete from parents where id = $1', ['nobody']),
    ]);
    expect(inserted).toEqual({ rows: [], changed: 1 });
    expect(updated.changed).toBe(1);
    expect(returned).toEqual({ rows: [{ id: 'b', size: 0 }], changed: 1 });
    expect(selected).toEqual({ rows: [{ id: 'a' }, { id: 'b' }], changed: 2 });
    expect(none.changed).toBe(0);
    expect(await db.write([])).toEqual([]);
  });

  test('stores numbers, text, bytes and null unchanged', async () => {
    const db = await tempPostgres();
    await db.write([raw('create table things (long bigint, real double precision, text text, bytes bytea)')]);
    const row = [2 ** 53 - 1, -1.5, 'ß 🙂 é', new Uint8Array([0, 255, 10])];
    await db.write([raw('insert into things values ($1, $2, $3, $4)', row), raw('insert into things default values')]);
    const [stored, empty] = await db.read<Record<string, unknown>>(raw('select * from things order by long'));
    expect(stored).toEqual({ long: 2 ** 53 - 1, real: -1.5, text: 'ß 🙂 é', bytes: Buffer.from([0, 255, 10]) });
    expect(empty).toEqual({ long: null, real: null, text: null, bytes: null });
    expect(await db.read(raw('select count(*) as n, sum(long) as total from things'))).toEqual([
      { n: 2, total: 2 ** 53 - 1 },
    ]);
  });

  test('rolls back if a statement touches an unexpected number of rows', async () => {
    const db = await tempPostgres();
    const unit = [
      parent('a'),
      raw('update parents set size = 1 where id = $1', ['b'], { rows: 1, orElse: wrong('no b') }),
    ];
    await expect(db.write([...unit, parent('c')])).rejects.toThrow('no b');
    expect(await idsIn(db, 'parents')).toEqual([]);
    await expect(db.write([raw('select 1', [], { rows: 0 })])).rejects.toThrow('it touched 1 rows instead of 0');
  });

  test('throws the error that the statement names for a broken constraint, and rolls back', async () => {
    const db = await tempPostgres();
    await db.write([parent('a')]);
    const taken = parent('a', { onConflict: wrong('taken') });
    const orphan = child('x', 'nobody', { onMissing: wrong('missing') });
    await expect(db.write([parent('b'), taken])).rejects.toThrow('taken');
    await expect(db.write([taken])).rejects.toThrow('taken');
    await expect(db.write([parent('b'), orphan])).rejects.toThrow('missing');
    expect(await idsIn(db, 'parents')).toEqual(['a']);
  });

  test('fails with the error of the first failed statement, not of its consequences', async () => {
    const db = await tempPostgres();
    const first = raw('update parents set size = 1', [], { rows: 1, orElse: wrong('first') });
    await expect(db.write([first, raw('select 1 / 0')])).rejects.toThrow('first');
    const error = await db.write([parent('a'), raw('nonsense'), parent('b')]).catch(String);
    expect(error).toMatch(/^Error: Statement 2 of 3 failed: syntax error .* SQL: nonsense$/);
    expect(await idsIn(db, 'parents')).toEqual([]);
  });

  test('a deferred constraint fails the unit at COMMIT', async () => {
    const db = await tempPostgres();
    await db.write([raw('create table late (parent text references parents (id) deferrable initially deferred)')]);
    const late = raw('insert into late values ($1)', ['nobody'], { onMissing: wrong('missing') });
    await expect(db.write([parent('a'), late])).rejects.toThrow('missing');
    await db.write([raw('insert into late values ($1)', ['b']), parent('b')]);
    expect(await idsIn(db, 'parents')).toEqual(['b']);
  });

  test('refuses transaction control and unsupported parameter types', async () => {
    const db = await tempPostgres();
    await expect(db.write([parent('a'), raw('commit')])).rejects.toThrow('must not begin or end a transaction');
    await expect(db.write([raw('select $1::text', [undefined])])).rejects.toThrow(TypeError);
    await expect(db.write([raw('select $1::text', [true])])).rejects.toThrow('of type boolean');
    expect(await idsIn(db, 'parents')).toEqual([]);
  });

  test('is visible to every read after it is acknowledged', async () => {
    const db = await tempPostgres();
    const found = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        await db.write([parent(`p${index}`)]);
        return db.read(raw('select 1 from parents where id = $1', [`p${index}`]));
      }),
    );
    expect(found.every((rows) => rows.length === 1)).toBe(true);
  });
});

describe.runIf(engines.includes('postgres'))('concurrent units', () => {
  test('are retried after a deadlock, so that all succeed', async () => {
    const db = await tempPostgres();
    await db.write([parent('a'), parent('b')]);
    const touch = (id: string) => raw('update parents set size = size + 1 where id = $1', [id], { rows: 1 });
    const pause = raw('select pg_sleep(0.02)');
    await Promise.all(['a', 'b', 'a', 'b'].map((id) => db.write([touch(id), pause, touch(id === 'a' ? 'b' : 'a')])));
    expect(await db.read(raw('select size from parents'))).toEqual([{ size: 4 }, { size: 4 }]);
  });

  test('are retried after a serialization failure', async () => {
    const db = await tempPostgres();
    await db.write([parent('a')]);
    // Simulates a serialization failure: the first two attempts raise 40001.
    const failOnce = `
      create sequence tries;
      create function fail_once() returns trigger language plpgsql as $body$ begin
        if nextval('tries') < 3 then raise exception 'could not serialize' using errcode = '40001'; end if;
        return new;
      end $body$;
      create trigger fail_once before update on parents for each row execute function fail_once();`;
    const connection = await connectTo(db.url);
    await connection.command(failOnce);
    await connection.close();
    await db.write([raw('update parents set size = 7', [], { rows: 1 })]);
    expect(await db.read(raw('select size from parents'))).toEqual([{ size: 7 }]);
  });

  test('are retried after a conflict that no statement expects', async () => {
    const db = await tempPostgres();
    const replace = (id: string) => [
      raw('delete from parents where name = $1', ['the one']),
      raw('select pg_sleep(0.02)'),
      raw('insert into parents (id, name) values ($1, $2)', [id, 'the one']),
    ];
    await Promise.all(['a', 'b', 'c'].map((id) => db.write(replace(id))));
    expect(await idsIn(db, 'parents')).toHaveLength(1);
    await db.write([parent('taken')]);
    await expect(db.write([parent('taken')])).rejects.toThrow('duplicate key');
  });

  test('are refused after the max number of attempts', async () => {
    const db = await tempPostgres();
    const raise = `do $$ begin raise exception 'again' using errcode = '40001'; end $$`;
    await expect(db.write([raw(raise)])).rejects.toMatchObject({ code: 'unavailable', extras: { retryAfter: 1 } });
  });
});
