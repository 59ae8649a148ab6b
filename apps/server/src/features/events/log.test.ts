// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { addAccount } from '../../../testing/fixtures/accounts.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { operator } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { compiled, type Statement } from '../../storage/unit.ts';
import { eventLog } from './feature.ts';
import type { LogPage, Wanted } from './log.ts';

const writers = 8;
const total = 10_000;

describe.each(engines)('the log of events, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;

  beforeAll(async () => {
    alice = await parley.person();
  });

  /** A log beside that of the service, as another process has it. */
  const another = () => eventLog({ db: parley.db, now: Date.now, bus: undefined });

  const eventOf = ({ record }: ReturnType<typeof eventLog>, number: number, when?: 'updated'): Statement =>
    record(operator, {
      ...{ type: 'agent.updated', account: alice.account, workspace: alice.workspace },
      data: { agent: `agent_${number}`, fields: when === undefined ? [] : [when] },
    });

  const numbersOf = (page: LogPage) =>
    page.events.map(({ data }) => Number((JSON.parse(data) as { agent: string }).agent.slice('agent_'.length)));

  test(`${writers} writers and a reader: ${total} events, none missing, none twice, each writer’s in order`, {
    timeout: 600_000,
  }, async () => {
    const processes = [another(), another()];
    const reading = another();
    const wanted: Wanted = { account: alice.account, types: ['agent.updated'] };
    let place = await reading.log.last(alice.account);
    let isWriting = true;
    let next = 0;
    const writerOf = new Map<number, number>();

    const write = async (writer: number) => {
      const process = processes[writer % processes.length] ?? reading;
      while (next < total) {
        // Units of one to three events; those of a writer have increasing numbers.
        const count = Math.min(1 + (next % 3), total - next);
        const from = next;
        next += count;
        const unit = Array.from({ length: count }, (_, index) => eventOf(process, from + index));
        for (let number = from; number < next; number += 1) writerOf.set(number, writer);
        await parley.db.write(unit);
      }
    };
    const read = async () => {
      const seen: number[] = [];
      for (;;) {
        const wasWriting = isWriting;
        const page = await reading.log.after(wanted, place, 500);
        seen.push(...numbersOf(page));
        place = page.through;
        if (!page.more && !wasWriting) return seen;
        if (page.events.length === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const reader = read();
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    isWriting = false;
    const seen = await reader;

    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    for (let writer = 0; writer < writers; writer += 1) {
      const own = seen.filter((number) => writerOf.get(number) === writer);
      expect(own).toEqual([...own].sort((one, other) => one - other));
    }
    // The same again, at once: positions don't move.
    const again: number[] = [];
    const whole: Wanted = { account: alice.account, types: ['agent.updated'] };
    for (let at = 0; ; ) {
      const page = await reading.log.after(whole, at, 1_000);
      again.push(...numbersOf(page));
      at = page.through;
      if (!page.more) break;
    }
    expect(again).toEqual(seen);
  });

  test('events of one object are in the order in which its changes were committed', async () => {
    const processes = [another(), another()];
    const { query } = parley.db;
    const [reading] = processes;
    if (reading === undefined) return;
    const start = await reading.log.last(alice.account);
    // Each unit counts in a row first, which locks it, as changes of an object do; the event has the count.
    const id = `counter-${alice.account}`;
    await parley.db.write([{ sql: `insert into settings (name, value) values ('${id}', '0')`, parameters: [] }]);
    await Promise.all(
      Array.from({ length: 400 }, async (_, number) => {
        const process = processes[number % 2] ?? reading;
        const count = {
          sql: `update settings set value = cast(cast(value as integer) + 1 as text) where name = '${id}'`,
          parameters: [],
        };
        const event = process.record(operator, {
          ...{ type: 'agent.updated', account: alice.account, workspace: alice.workspace },
          data: { agent: 'agent_counted', fields: [] },
          changes: {
            name: 'test.count',
            values: [],
            build: (db) => db.query.selectFrom('settings').select('value').where('name', '=', id) as never,
          },
        });
        await parley.db.write([count, event]);
      }),
    );
    const page = await reading.log.after({ account: alice.account }, start, 1_000);
    expect(page.events.map(({ changes }) => Number(changes))).toEqual(
      Array.from({ length: 400 }, (_, index) => index + 1),
    );
    await parley.db.write([query.deleteFrom('settings').where('name', '=', id).compile()]);
  });

  test('few wanted events among many are found in bounded steps, in both directions', async () => {
    const log = another();
    const start = await log.log.last(alice.account);
    const marked = [0, 1_700, 4_999];
    for (let from = 0; from < 5_000; from += 500) {
      const unit = Array.from({ length: 500 }, (_, index) =>
        eventOf(log, from + index, marked.includes(from + index) ? 'updated' : undefined),
      );
      await parley.db.write(unit);
    }
    const wanted: Wanted = { account: alice.account, agents: marked.map((number) => `agent_${number}`) };
    const found: number[] = [];
    for (let at = start; ; ) {
      const page = await log.log.after(wanted, at, 2);
      found.push(...numbersOf(page));
      at = page.through;
      if (!page.more) break;
    }
    expect(found).toEqual(marked);
    const back: number[] = [];
    for (let at: number | undefined; back.length < marked.length; ) {
      const page = await log.log.before(wanted, at, 2);
      back.push(...numbersOf(page));
      at = page.through;
    }
    // Events of the tests before have the same agents.
    expect(back.slice(0, marked.length)).toEqual([...marked].reverse());
  });

  test('a filter that matches little costs few bounded statements, and others read between them', async () => {
    const { db } = parley;
    await addAccount(db, 'heavy', 1);
    const [workspace = ''] = await addAccount(db, 'light', 1);
    const [heavy, light] = ['acct_heavy', 'acct_light'];
    const count = 20_000;
    await db.write([
      raw(`insert into event_log (account_id, position, type, actor, data, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select '${heavy}', n, 'agent.updated', '{"id":"operator"}', '{"agent":"agent_' || n || '"}', 1 from numbers`),
      another().record(operator, { type: 'agent.created', account: light, workspace, data: { agent: 'agent_light' } }),
    ]);
    const small = another().log;
    const reads: { sql: string; parameters: readonly unknown[]; rows: number }[] = [];
    const counting: Database = {
      ...db,
      read: async (query) => {
        const rows = await db.read(query);
        reads.push({ ...compiled(query), rows: rows.length });
        // It waits for no later statement of the heavy request.
        expect((await small.after({ account: light }, 0, 10)).events).toHaveLength(1);
        return rows;
      },
    };
    const { log } = eventLog({ db: counting, now: Date.now, bus: undefined });
    /** Events that each statement reads past: at most those between its two positions, or up to its offset. */
    const spans = () => {
      const events = reads.filter(({ sql }) => sql.startsWith('select * from "event_log"'));
      const ends = reads.filter(({ sql }) => sql.includes(' offset '));
      expect(reads.length - events.length - ends.length).toBeLessThanOrEqual(2);
      expect(reads.every(({ rows }) => rows <= 1)).toBe(true);
      reads.length = 0;
      return {
        events: events.map(({ parameters: [, after, through] }) => Number(through) - Number(after)),
        ends: ends.map(({ parameters }) => Number(parameters.at(-1)) + 1),
      };
    };
    const windows = [256, ...Array(7).fill(2_000)];
    const wanted: Wanted = { account: heavy, agents: ['agent_18000'] };

    const none = await log.after(wanted, 0, 10);
    expect(none).toEqual({ events: [], through: 14_256, more: true });
    expect(spans()).toEqual({ events: windows, ends: windows });
    expect(numbersOf(await log.after(wanted, none.through, 10))).toEqual([18_000]);
    expect(spans()).toEqual({ events: [256, 2_000, 2_000, 1_488], ends: [256, 2_000, 2_000, 2_000] });
    const rare: Wanted = { account: heavy, actor: 'user_nobody' };
    expect(await log.before(rare, count + 1, 10)).toEqual({ events: [], through: count + 1 - 14_256, more: true });
    expect(spans()).toEqual({ events: windows, ends: windows });
  });

  test('a clock that is set back, or far ahead, changes no order', async () => {
    const times = [Date.now(), Date.now() - 86_400_000, Date.now() + 86_400_000, Date.now() - 1];
    let now = 0;
    const log = eventLog({ db: parley.db, now: () => now, bus: undefined });
    const start = await log.log.last(alice.account);
    for (const [number, time] of times.entries()) {
      now = time;
      await parley.db.write([eventOf(log, number)]);
      await log.log.settle();
    }
    const page = await log.log.after({ account: alice.account }, start, 10);
    expect(numbersOf(page)).toEqual([0, 1, 2, 3]);
  });

  test('an event that gets its position after a clock was set back is found from its time on', async () => {
    const written = Date.now() + 2 * 86_400_000;
    let now = written;
    const log = eventLog({ db: parley.db, now: () => now, bus: undefined });
    const { log: own } = log;
    await own.settle();
    await parley.db.write([eventOf(log, 0), eventOf(log, 1)]);
    now -= 3_600_000;
    expect(numbersOf(await own.after({ account: alice.account, since: written }, 0, 10))).toEqual([0, 1]);
  });

  test('a reader that waits is told of an event of its account, however that is named, and of no other', async () => {
    const log = another();
    const bob = await parley.person();
    const waiting = log.log.grown(alice.account, 60_000);
    const other = log.log.grown(bob.account, 60_000);
    await parley.db.write([eventOf(log, 1)]);
    await waiting.grown;
    // An event that names only the workspace.
    const again = log.log.grown(alice.account, 60_000);
    await parley.db.write([
      log.record(operator, {
        ...{ type: 'agent.updated', workspace: alice.workspace, data: { agent: 'agent_1', fields: [] } },
      }),
    ]);
    await again.grown;
    expect(
      await Promise.race([other.grown.then(() => 'told'), new Promise((done) => setImmediate(done, 'not told'))]),
    ).toBe('not told');
    other.stop();
    await other.grown;
    const aborted = new AbortController();
    const last = log.log.grown(alice.account, 60_000, aborted.signal);
    aborted.abort();
    await last.grown;
  });
});
