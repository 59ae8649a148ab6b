// @module-tag sql
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import {
  gate,
  mark,
  marks,
  rowsOf,
  testClock,
  testJob,
  testJobs,
  testKind,
  until,
} from '../../../testing/jobs/jobs.ts';
import { JobFailure, LeaseLost, maxPayloadBytes } from './kind.ts';

const workspace = 'ws_1';

describe.each(engines)('jobs, on %s', (engine) => {
  const database = databaseOf(engine);

  test('run once their unit of work is committed, and leave nothing behind but their effect', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db);
    jobs.start([testJob(kind, async ({ payload: { name } }) => ({ effect: [mark(db, `${kind.name} ${name}`)] }))]);
    const enqueue = (name: string) => jobs.enqueue(workspace, { kind, payload: { name } });
    const refused = jobs.db.write([
      enqueue('refused'),
      { ...mark(db, kind.name), rows: 2, orElse: () => new Error('no') },
    ]);
    await expect(refused).rejects.toThrow('no');
    await jobs.db.write({ one: enqueue('one'), others: [enqueue('two')] });
    await until(async () => expect(await marks(db, `${kind.name} `)).toEqual([`${kind.name} one`, `${kind.name} two`]));
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    // A read may see the end of a job before the process hears of its commit.
    await until(async () => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 2, failed: 0 }));
    expect(jobs.errors).toEqual([]);
  });

  test('are enqueued only if a condition holds', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db);
    const enqueue = (name: string, when: boolean) =>
      jobs.enqueue(workspace, { kind, payload: { name }, when: when ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0` });
    await jobs.db.write([enqueue('no', false), enqueue('yes', true)]);
    expect((await rowsOf(db, kind)).map((row) => row.payload)).toEqual(['{"name":"yes"}']);
  });

  test('with the key of a queued job are that job, with the new payload; a running one gets a successor', async () => {
    const db = database();
    const kind = testKind();
    const { opened, open } = gate();
    const seen: string[] = [];
    const jobs = testJobs(db);
    const enqueue = (name: string, more: object = {}) =>
      jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name }, key: 'k', ...more })]);
    await enqueue('first', { runAt: Date.now() + 3_600_000 });
    await enqueue('second');
    await jobs.db.write([jobs.enqueue('ws_2', { kind, payload: { name: 'elsewhere' }, key: 'k' })]);
    expect((await rowsOf(db, kind)).map((row) => [row.payload, row.state]).sort()).toEqual([
      ['{"name":"elsewhere"}', 'ready'],
      ['{"name":"second"}', 'ready'],
    ]);
    jobs.start([
      testJob(kind, async ({ payload: { name } }) => {
        seen.push(name);
        if (name === 'second') await opened;
      }),
    ]);
    await until(() => expect(seen.toSorted()).toEqual(['elsewhere', 'second']));
    await enqueue('third');
    await enqueue('fourth');
    open();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(seen.filter((name) => !['elsewhere', 'second'].includes(name)).at(-1)).toBe('fourth');
    expect(seen.length).toBeLessThanOrEqual(4);
  });

  test('that fail while a successor with their key is queued are replaced by it', async () => {
    const db = database();
    const kind = testKind();
    const { opened, open } = gate();
    const seen: string[] = [];
    const jobs = testJobs(db);
    jobs.start([
      testJob({ ...kind, perAccount: 1 }, async ({ payload: { name } }) => {
        seen.push(name);
        if (name !== 'old') return;
        await opened;
        throw new JobFailure('Too early.');
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'old' }, key: 'k' })]);
    await until(() => expect(seen).toEqual(['old']));
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'new' }, key: 'k' })]);
    open();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(seen).toEqual(['old', 'new']);
  });

  test('that fail wait for a retry, and are dead with the reason after the last attempt', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind({ attempts: 3 });
    const jobs = testJobs(db, clock);
    jobs.start([
      testJob(kind, async ({ attempt }) => {
        throw attempt === 2 ? new TypeError('a secret') : new JobFailure(`No luck in attempt ${attempt}.`);
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    const expectRow = (row: object) => until(async () => expect(await rowsOf(db, kind)).toMatchObject([row]));
    await expectRow({ state: 'waiting', error: 'No luck in attempt 1.' });
    clock.pass(2_000);
    await jobs.poll();
    await expectRow({
      state: 'waiting',
      error: expect.stringMatching(/^Unexpected TypeError; the log has it under job_/),
    });
    expect(jobs.errors).toMatchObject([{ cause: { message: 'a secret' } }]);
    await jobs.poll();
    expect((await rowsOf(db, kind))[0]?.state).toBe('waiting');
    clock.pass(6_000);
    await jobs.poll();
    await expectRow({ state: 'dead', error: 'No luck in attempt 3.' });
    const [{ id = '' } = {}] = await jobs.list({ kind: kind.name, limit: 10 });
    expect(await jobs.survey()).toContainEqual(expect.objectContaining({ kind: kind.name, state: 'dead', count: 1 }));
    expect(await jobs.retry(id)).toBe(true);
    await jobs.poll();
    await expectRow({ state: 'waiting', error: 'No luck in attempt 1.' });
    expect(await jobs.cancel(id)).toBe(true);
    expect([await jobs.cancel(id), await jobs.retry(id)]).toEqual([false, false]);
  });

  test('whose effect is refused have failed, and nothing of it is written', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db);
    await db.write([mark(db, `${kind.name} taken`)]);
    jobs.start([
      testJob(kind, async () => ({
        effect: [
          mark(db, `${kind.name} new`),
          { ...mark(db, `${kind.name} taken`), onConflict: () => new JobFailure('It is taken.', { retry: false }) },
        ],
      })),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([{ state: 'dead', error: 'It is taken.' }]));
    expect(await marks(db, `${kind.name} `)).toEqual([`${kind.name} taken`]);
  });

  test('with a payload that no longer fits are dead; one that never did is refused', async () => {
    const db = database();
    const kind = testKind();
    const jobs = testJobs(db);
    const wrong = { kind, payload: { name: 7 } as never };
    expect(() => jobs.enqueue(workspace, wrong)).toThrow('does not fit');
    const large = { kind, payload: { name: 'x'.repeat(maxPayloadBytes) } };
    expect(() => jobs.enqueue(workspace, large)).toThrow('has more than 65536 bytes');
    expect(() => jobs.enqueue(workspace, { kind, payload: { name: '' }, key: 'k'.repeat(201) })).toThrow('200');
    await db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    const set = db.query.updateTable('jobs').set({ payload: '{"title":"x"}' }).where('kind', '=', kind.name).compile();
    await db.write([set]);
    jobs.start([testJob(kind, async () => {})]);
    const dead = { state: 'dead', error: 'The payload does not fit this version of the kind.' };
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([dead]));
  });

  test('that hang are ended at their timeout; what they do later is fenced off', async () => {
    const db = database();
    const clock = testClock();
    const kind = testKind({ timeoutMs: 50 });
    const { opened, open } = gate();
    const jobs = testJobs(db, clock);
    let late: unknown;
    let reason: unknown;
    jobs.start([
      testJob(kind, async ({ attempt, guard, signal }) => {
        if (attempt > 1) return { effect: [mark(db, `${kind.name} second`)] };
        await opened;
        reason = signal.reason;
        late = await db.write([guard(), mark(db, `${kind.name} guarded`)]).catch((error: unknown) => error);
        return { effect: [mark(db, `${kind.name} first`)] };
      }),
    ]);
    await jobs.db.write([jobs.enqueue(workspace, { kind, payload: { name: 'x' } })]);
    const waiting = { state: 'waiting', error: 'The attempt took longer than 0.05 s.' };
    await until(async () => expect(await rowsOf(db, kind)).toMatchObject([waiting]));
    clock.pass(2_000);
    await jobs.poll();
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    open();
    await until(() => expect(late).toBeInstanceOf(LeaseLost));
    expect(reason).toBeInstanceOf(JobFailure);
    expect(await marks(db, `${kind.name} `)).toEqual([`${kind.name} second`]);
  });

  test('of an unknown kind stay queued, and are counted', async () => {
    const db = database();
    const [known, unknown] = [testKind(), testKind()];
    const jobs = testJobs(db);
    jobs.start([testJob(known, async () => {})]);
    await jobs.db.write([unknown, known].map((kind) => jobs.enqueue(workspace, { kind, payload: { name: 'x' } })));
    await until(async () => expect(await rowsOf(db, known)).toEqual([]));
    expect(await rowsOf(db, unknown)).toMatchObject([{ state: 'ready', attempts: 0 }]);
    expect(await jobs.survey()).toContainEqual({
      kind: unknown.name,
      state: 'ready',
      count: 1,
      age: expect.any(Number),
    });
    expect(await jobs.unknown()).toContain(unknown.name);
  });

  test('that continue run in batches, behind the others of their workspace', async () => {
    const db = database();
    const kind = testKind({ concurrency: 1 });
    const seen: string[] = [];
    const jobs = testJobs(db);
    await jobs.db.write([
      jobs.enqueue(workspace, { kind, payload: { name: 'aaa' } }),
      jobs.enqueue(workspace, { kind, payload: { name: 'b' }, priority: 1 }),
      jobs.enqueue(workspace, { kind, payload: { name: 'c' }, priority: -1 }),
      jobs.enqueue(workspace, { kind, payload: { name: 'd' } }),
    ]);
    jobs.start([
      testJob(kind, async ({ payload: { name }, attempt }) => {
        seen.push(`${name} ${attempt}`);
        const effect = [mark(db, `${kind.name} ${name}`)];
        return name.startsWith('a') && name.length > 1 ? { effect, next: { name: name.slice(1) } } : { effect };
      }),
    ]);
    await until(async () => expect(await rowsOf(db, kind)).toEqual([]));
    expect(seen[0]).toBe('c 1');
    expect(seen.at(-1)).toBe('b 1');
    expect(seen.filter((each) => each.startsWith('a'))).toEqual(['aaa 1', 'aa 1', 'a 1']);
    expect(seen.indexOf('d 1')).toBeLessThan(seen.indexOf('a 1'));
    expect(await marks(db, kind.name)).toHaveLength(6);
  });

  test('of one workspace don’t delay those of another, however many there are', async () => {
    const db = database();
    const kind = testKind({ concurrency: 2, perAccount: 1 });
    const seen: string[] = [];
    const jobs = testJobs(db);
    const ofMany = Array.from({ length: 600 }, () => jobs.enqueue('ws_many', { kind, payload: { name: 'many' } }));
    for (let from = 0; from < 600; from += 100) await db.write(ofMany.slice(from, from + 100));
    await db.write([jobs.enqueue('ws_z', { kind, payload: { name: 'single' } })]);
    jobs.start([
      testJob(kind, async ({ workspace: of }) => {
        seen.push(of);
      }),
    ]);
    await until(() => expect(seen).toContain('ws_z'));
    expect(seen.indexOf('ws_z')).toBeLessThan(3);
    await jobs.close();
  });
});
