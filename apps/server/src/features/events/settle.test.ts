// @module-tag sql
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import type { TestDatabase } from '../../../testing/databases/postgres.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { migratedDatabase } from '../../../testing/databases/temp-postgres.ts';
import { addAccount } from '../../../testing/fixtures/accounts.ts';
import { until } from '../../../testing/jobs/jobs.ts';
import { operator } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { openPostgres } from '../../storage/postgres/open.ts';
import type { Part } from '../../storage/unit.ts';
import { eventLog } from './feature.ts';
import type { LogPage } from './log.ts';

/** The moment at which a process that moves events dies: in its unit of work, or after the commit, before the answer. */
type Death = 'before the commit' | 'after the commit';

const reasons: Readonly<Record<Death, object>> = {
  'before the commit': { code: 'unavailable' },
  'after the commit': { message: 'The process died.' },
};

describe.runIf(engines.includes('postgres'))('a process that dies while it moves events into the log', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  /** Opens the database as a process of its own does. */
  const open = async () => {
    const db = await openPostgres({ url: database.url, connections: 4, onNotice: () => {} });
    onTestFinished(() => db.close());
    return db;
  };

  /** A process; once it is mortal, it dies whenever it moves an event. */
  const startProcess = async (death: Death) => {
    const db = await open();
    const life = { isMortal: true };
    const mortal: Database = {
      ...db,
      write: async (unit) => {
        if (!life.isMortal || death === 'after the commit') {
          const outcomes = await db.write(unit);
          const { moved } = outcomes as never as { readonly moved?: { readonly changed: number } };
          if (life.isMortal && moved !== undefined && moved.changed > 0) throw new Error('The process died.');
          return outcomes;
        }
        const parts = unit as Readonly<Record<string, Part>>;
        return (await db.write({ ...parts, dying: dying() })) as never;
      },
    };
    return { life, ...eventLog({ db: mortal, now: Date.now, bus: undefined }) };
  };

  test.each<Death>(['before the commit', 'after the commit'])(
    '%s loses no event, repeats none, keeps their order, and leaves no lock',
    async (death) => {
      const db = await open();
      const name = `dying${death.length}`;
      const [workspace = ''] = await addAccount(db, name, 1);
      const account = `acct_${name}`;
      const [living, others] = [eventLog({ db, now: Date.now, bus: undefined }), await open()];
      const victim = await startProcess(death);
      const written: string[] = [];
      /** Writes three events of a writer as one unit. */
      const write = async (writer: number, number: number) => {
        const agents = [0, 1, 2].map((index) => `agent_${writer}_${number + index}`);
        written.push(...agents);
        await db.write(
          agents.map((agent) =>
            living.record(operator, { type: 'agent.created', account, workspace, data: { agent } }),
          ),
        );
      };
      const locks = () => raw("select 1 from pg_locks where locktype = 'advisory' and granted");
      const arrivals = async () => (await db.read(db.query.selectFrom('events').select('seq'))).length;

      // Alone first: what has arrived is still there, or is in the log.
      await write(0, 0);
      await expect(victim.log.settle()).rejects.toMatchObject(reasons[death]);
      expect(await arrivals()).toBe(death === 'before the commit' ? 3 : 0);
      await until(async () => expect(await db.read(locks())).toEqual([]));

      // Then while three write and two others move and read.
      const deaths: unknown[] = [];
      const die = async () => {
        while (deaths.length < 8) await victim.log.settle().catch((error: unknown) => deaths.push(error));
      };
      let isWriting = true;
      const writeOn = async (writer: number) => {
        for (let number = 0; deaths.length < 8; number += 3) await write(writer, number);
      };
      const agentsOf = ({ events }: LogPage) => events.map(({ data }) => (JSON.parse(data) as { agent: string }).agent);
      const readAll = async ({ log }: Pick<typeof living, 'log'>) => {
        const seen: string[] = [];
        for (let place = 0; ; ) {
          const wasWriting = isWriting;
          const page = await log.after({ account }, place, 100);
          seen.push(...agentsOf(page));
          place = page.through;
          if (!page.more && !wasWriting) return seen;
        }
      };
      const readers = [living, eventLog({ db: others, now: Date.now, bus: undefined })].map(readAll);
      await Promise.all([die(), ...[1, 2, 3].map(writeOn)]);
      isWriting = false;
      const [seen = [], ...alike] = await Promise.all(readers);

      for (const each of deaths) expect(each).toMatchObject(reasons[death]);
      expect(seen.toSorted()).toEqual(written.toSorted());
      for (const writer of [0, 1, 2, 3]) {
        const isOwn = (agent: string) => agent.startsWith(`agent_${writer}_`);
        expect(seen.filter(isOwn)).toEqual(written.filter(isOwn));
      }
      expect(alike).toEqual([seen]);
      expect(await arrivals()).toBe(0);
      await until(async () => expect(await db.read(locks())).toEqual([]));
      // The process itself goes on, once its connection is back.
      victim.life.isMortal = false;
      await write(0, 3);
      expect((await readAll(victim)).slice(-3)).toEqual(written.slice(-3));
    },
  );
});

/** Ends its own connection if the transaction has put events into the log: they are deleted from the arrivals then. */
const dying = () =>
  raw(`select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)
    where exists (select 1 from event_log where xmin = pg_current_xact_id()::xid)`);
