// @module-tag sql
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../testing/databases/migrated-database.ts';
import { addAccount } from '../../../../testing/fixtures/accounts.ts';
import { gate, rowsOf, testJob, testJobs, testKind, until } from '../../../../testing/jobs/jobs.ts';
import { JobFailure } from '../kind.ts';

let accounts = 0;

class Silence extends JobFailure {
  readonly isSilent = true;
}

describe.each(engines)('the turns of jobs, on %s', (engine) => {
  const database = databaseOf(engine);

  const account = (workspaces: number) => {
    accounts += 1;
    return addAccount(database(), `turns${accounts}`, workspaces);
  };

  /** Jobs whose handlers wait until the test ends, unless it opens the gate before. */
  const held = () => {
    const { opened, open } = gate();
    onTestFinished(open);
    return { jobs: testJobs(database()), opened, open };
  };

  test('count by account, so many workspaces have one share', async () => {
    const kind = testKind({ concurrency: 4 });
    const { jobs, opened } = held();
    const started: string[] = [];
    const job = (workspace: string) => jobs.enqueue(workspace, { kind, payload: { name: 'x' } });
    const [first, [single = '']] = [await account(20), await account(1)];
    await jobs.db.write(first.flatMap((workspace) => [job(workspace), job(workspace)]));
    await jobs.db.write([job(single)]);
    jobs.start([
      testJob(kind, async ({ workspace }) => {
        started.push(workspace);
        await opened;
      }),
    ]);
    await until(() => expect(started).toHaveLength(3));
    expect(started).toContain(single);
  });

  test('go round the workspaces of an account, however much each has queued', async () => {
    const kind = testKind({ perAccount: 1 });
    const jobs = testJobs(database());
    const started: string[] = [];
    const [a = '', b = '', c = ''] = await account(3);
    const [other = ''] = await account(1);
    const job = (workspace: string) => jobs.enqueue(workspace, { kind, payload: { name: 'x' } });
    await jobs.db.write([a, a, a, a, b, b, other, other, other, other, other, c].map(job));
    jobs.start([testJob(kind, async ({ workspace }) => void started.push(workspace))]);
    await until(async () => expect(await rowsOf(database(), kind)).toEqual([]));
    const own = started.filter((workspace) => workspace !== other);
    expect(own).toEqual([a, b, c, a, b, a, a]);
  });

  test('follow a workspace that is deleted, and jobs of no tenant are one account', async () => {
    const kind = testKind();
    const jobs = testJobs(database());
    const [own = ''] = await account(1);
    const enqueue = (workspace: string, more: object = {}) =>
      jobs.enqueue(workspace, { kind, payload: { name: 'x' }, ...more });
    await jobs.db.write([enqueue(own), enqueue('ws_gone'), enqueue('system'), enqueue('system', { turnOf: own })]);
    const rows = (await rowsOf(database(), kind)).map((row) => [row.workspace_id, row.account_id]).sort();
    const name = `acct_turns${accounts}`;
    expect(rows).toEqual([
      ['system', name],
      ['system', 'system'],
      ['ws_gone', 'ws_gone'],
      [own, name],
    ]);
  });

  test('of silent targets come apart, one at a time; others of the account go ahead', async () => {
    const kind = testKind({ concurrency: 8 });
    const { jobs, opened, open } = held();
    const [own = ''] = await account(1);
    const started: string[] = [];
    let isUp = false;
    const enqueue = (...names: string[]) =>
      jobs.db.write(names.map((name) => jobs.enqueue(own, { kind, payload: { name } })));
    const job = testJob(kind, async ({ payload: { name }, toward }) => {
      const [target = ''] = name.split(' ');
      const heard = toward(target);
      started.push(name);
      const ask = async () => {
        if (isUp || target === 'good') return;
        if (name !== 'silent first') await opened;
        throw new Silence('No answer.', { retry: false });
      };
      await heard(ask());
    });
    jobs.start([job], { schedules: false });
    await enqueue('silent first');
    await until(async () => expect(await rowsOf(database(), kind)).toMatchObject([{ state: 'dead' }]));
    await enqueue(...Array.from({ length: 12 }, (_, index) => `silent ${index}`), 'good one', 'good two');
    await until(() => expect(started).toEqual(expect.arrayContaining(['good one', 'good two'])));
    await until(async () =>
      expect(
        (await rowsOf(database(), kind)).filter(({ slow, state }) => Number(slow) === 1 && state !== 'dead'),
      ).toHaveLength(12),
    );
    expect(started.filter((name) => name.startsWith('silent '))).toHaveLength(2);
    // The first one that is answered ends it.
    isUp = true;
    open();
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 13, dead: 2, moved: 12 }));
    await enqueue('silent again');
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 14, moved: 12 }));
  });

  test('come when a job stands aside, and it ends as any other', async () => {
    const kind = testKind({ concurrency: 2, aside: 2 });
    const { jobs, opened, open } = held();
    const [own = ''] = await account(1);
    const started: string[] = [];
    const enqueue = (name: string) => jobs.enqueue(own, { kind, payload: { name } });
    await jobs.db.write([enqueue('aside'), enqueue('next')]);
    jobs.start([
      testJob(kind, async ({ payload: { name }, aside }) => {
        started.push(name);
        if (name === 'aside') await aside(opened);
      }),
    ]);
    await until(() => expect(jobs.ended().get(kind.name)).toMatchObject({ done: 1 }));
    expect(started).toEqual(['aside', 'next']);
    open();
    await until(async () => expect(await rowsOf(database(), kind)).toEqual([]));
  });
});
