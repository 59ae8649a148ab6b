// @module-tag sql
import { Type } from 'typebox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Job, job } from '../../src/storage/jobs/kind.ts';
import { engines } from '../databases/engines.ts';
import { databaseOf } from '../databases/migrated-database.ts';
import { addAccount } from '../fixtures/accounts.ts';
import { service } from '../harness.ts';
import { gate, testJobs, until } from './jobs.ts';

const payload = Type.Object({});

/** Names the kinds of the program; their jobs run elsewhere. */
const parley = service(engines[0] ?? 'sqlite');

/** True if a kind's jobs belong to the system only; one kind is scheduled only if there is a model that embeds. */
const isOfSystem = ({ kind, schedule }: Job) => schedule !== undefined || kind.name === 'knowledge.embed-all';

describe.each(engines)('an account with 20 workspaces full of slow jobs, on %s', (engine) => {
  const database = databaseOf(engine);
  let accounts = 0;

  /** The kinds of the program, with a handler of the test. */
  const kindsOf = (handler: (kind: string, workspace: string) => Promise<void>): Job[] =>
    parley.features.jobs
      .known()
      .filter((each) => !isOfSystem(each))
      .map(({ kind }) => job({ ...kind, payload }, ({ workspace }) => handler(kind.name, workspace)));

  const setUp = async () => {
    accounts += 1;
    const db = database();
    const greedy = await addAccount(db, `greedy${accounts}`, 20);
    // Their turn comes before that of the other account, and after it.
    const [other = ''] = await addAccount(db, `other${accounts}`, 1);
    const [early = ''] = await addAccount(db, `early${accounts}`, 1);
    const { opened, open } = gate();
    onTestFinished(open);
    const started = new Set<string>();
    const kinds = kindsOf(async (kind, workspace) => {
      started.add(`${kind} ${workspace}`);
      if (greedy.includes(workspace)) await opened;
    });
    const jobs = testJobs(db);
    const fill = async ({ kind }: Job, count: number) =>
      jobs.db.write(
        greedy.flatMap((workspace) =>
          Array.from({ length: count }, () => jobs.enqueue(workspace, { kind, payload: {} })),
        ),
      );
    const add = async (each: readonly Job[]) =>
      jobs.db.write([other, early].flatMap((of) => each.map(({ kind }) => jobs.enqueue(of, { kind, payload: {} }))));
    const expectStarted = (each: readonly Job[]) =>
      until(() => {
        const missing = each.flatMap(({ kind: { name } }) => [`${name} ${other}`, `${name} ${early}`]);
        expect(missing.filter((name) => !started.has(name))).toEqual([]);
      });
    return { db, jobs, kinds, fill, add, expectStarted };
  };

  test('does not hold up a job of another account, of any kind', async () => {
    const { db, jobs, kinds, fill, add, expectStarted } = await setUp();
    expect(kinds.length).toBeGreaterThan(15);
    for (const kind of kinds) await fill(kind, 2);
    jobs.start(kinds, { schedules: false });
    // All that it may run of all kinds: half of the process.
    const running = db.query.selectFrom('jobs').select('id').where('state', '=', 'running');
    await until(async () => expect(await db.read(running)).toHaveLength(8));
    await add(kinds);
    await expectStarted(kinds);
  });

  test('does not hold it up either if it has filled that kind first', async () => {
    for (const { kind } of kindsOf(async () => undefined)) {
      const { jobs, kinds, fill, add, expectStarted } = await setUp();
      const own = kinds.filter((each) => each.kind.name === kind.name);
      for (const each of own) await fill(each, 1);
      jobs.start(own, { schedules: false });
      await add(own);
      await expectStarted(own);
      await jobs.close();
    }
  });
});
