// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { positionAt } from '../../src/events/event-id.ts';
import { scanBatchSize } from '../../src/storage/belongings.ts';
import type { Engine } from '../../src/storage/database.ts';
import { engines } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { runs } from '../processes/runs.ts';

/** Events of another workspace. `PARLEY_TEST_EVENTS=1000000` measures what decision 0036 states. */
const events = runs(5_000, 'PARLEY_TEST_EVENTS');

/** Rows of one statement that makes them. */
const atOnce = 100_000;

/** When they happened: too lately for their retention. */
const time = Date.now();

/** A statement that makes the events with these numbers. */
function makeEvents(engine: Engine, { account, workspace }: Owner, { first, last }: { first: number; last: number }) {
  const numbers =
    engine === 'sqlite'
      ? `with recursive made (n) as (select ${first} union all select n + 1 from made where n < ${last})`
      : `with made as (select n from generate_series(${first}, ${last}) as each (n))`;
  const texts = `'${account}', '${workspace}', 'message.completed', '{"system":true}', '{"d":"${'d'.repeat(120)}"}'`;
  const columns = 'position, account_id, workspace_id, type, actor, data, created_at';
  const position = `${positionAt(time)} + n`;
  const rows = `select ${position}, ${texts}, ${time} from made`;
  return { sql: `insert into event_log (${columns}) ${numbers} ${rows}`, parameters: [] };
}

interface Owner {
  readonly account: string;
  readonly workspace: string;
}

describe.each(engines)('the deletion of a workspace among many events of others, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let session: Parley;

  beforeAll(async () => {
    const alice = await parley.person();
    [client, session] = [await alice.client(), await alice.session()];
    for (let first = 1; first <= events; first += atOnce) {
      const last = Math.min(events, first + atOnce - 1);
      await parley.db.write([makeEvents(engine, alice, { first, last })]);
    }
  }, 300_000 + events);

  test(`walks ${events} of them in steps`, { timeout: 300_000 + events }, async () => {
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    const { _id: doomed } = await session.workspaces.create({ name: 'Doomed' });
    const spent: number[] = [];
    /** Exchanges messages until something holds; returns how long that took, in ms. */
    const talk = async (until: () => Promise<boolean>) => {
      spent.length = 0;
      const start = performance.now();
      do {
        const sent = performance.now();
        await client.agents.chat(agent, { message: 'Hello' });
        spent.push(performance.now() - sent);
        await new Promise((resolve) => setTimeout(resolve, 20));
      } while (!(await until()));
      return performance.now() - start;
    };
    const median = () => [...spent].sort((one, other) => one - other)[spent.length >> 1]?.toFixed(0);
    const { db } = parley;
    const left = () =>
      db.read(
        db.query.selectFrom('jobs').select('id').where('kind', 'like', 'workspaces.%').where('state', '<>', 'dead'),
      );
    await talk(async () => spent.length >= 20);
    const before = median();
    await session.workspaces.delete(doomed, { confirm: 'Doomed' });
    const took = await talk(async () => (await left()).length === 0);
    const figures = `${(took / 1000).toFixed(1)} s; an exchange takes ${before} ms before and ${median()} ms meanwhile`;
    process.stdout.write(`${engine}: a deletion among ${events} events takes ${figures}\n`);
    const ended = () => parley.features.jobs.ended().get('workspaces.purge');
    await vi.waitFor(() => expect(ended()).toMatchObject({ done: 1, failed: 0 }), 20_000);
    expect(ended()?.continued).toBeGreaterThan(events / scanBatchSize);
    const others = db.query.selectFrom('event_log').select('position').where('type', '=', 'message.completed').limit(1);
    expect(await db.read(others)).toHaveLength(1);
    const rest = db.query.selectFrom('workspaces').select('id').where('id', '=', doomed);
    expect(await db.read(rest)).toEqual([]);
  });
});
