// @module-tag sql
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { waryBatches } from '../../src/storage/sqlite/writer/batch.ts';
import { one, type Statement, statement } from '../../src/storage/unit.ts';
import { engines } from '../databases/engines.ts';
import { databaseOf } from '../databases/migrated-database.ts';
import { announceSeed, runs } from '../processes/runs.ts';

const seed = announceSeed('apps/server/testing/property/units.test.ts');
const total = runs(10, 'PARLEY_TEST_RUNS', 30);

/** Rows that exist in each run: each counts the units that have changed it. */
const counters = ['a', 'b', 'c'] as const;
type Counter = (typeof counters)[number];

/** Outcomes of a unit: success, or one of the ways in which a statement can fail it. */
const kinds = ['good', 'rows', 'conflict', 'mistake'] as const;

/** A unit: its outcome, its counters, and whether it fails at its end, after it has written something. */
interface Unit {
  readonly kind: (typeof kinds)[number];
  readonly counts: readonly Counter[];
  readonly late: boolean;
}

/** Concurrent units of some kinds. */
const burstOf = (...some: readonly Unit['kind'][]): fc.Arbitrary<readonly Unit[]> => {
  const counts = fc.uniqueArray(fc.constantFrom(...counters), { minLength: 1 });
  const unit = fc.record({ kind: fc.constantFrom(...some), counts, late: fc.boolean() });
  return fc.array(unit, { minLength: 1, maxLength: 20 });
};

/** Bursts of good units, of failing ones, and of any mix; each waits for the one before it. */
const bursts = fc.array(
  fc.oneof(burstOf('good'), burstOf('rows', 'conflict', 'mistake'), burstOf('good', 'good', 'good', ...kinds)),
  { minLength: 1, maxLength: 6 },
);

/** A unit with a name of its own, which is that of the row that it inserts. */
interface Named extends Unit {
  readonly name: string;
}

/** The failing statement of a unit; undefined if it is good. */
function failing({ query }: Database, { kind, name }: Named): Statement | undefined {
  const failure = () => new Error(`${kind}: ${name}`);
  switch (kind) {
    case 'good':
      return undefined;
    case 'rows':
      return one(query.deleteFrom('settings').where('name', '=', 'none'), failure);
    case 'conflict':
      return statement(query.insertInto('settings').values({ name: 'taken', value: '' }), { onConflict: failure });
    case 'mistake':
      return { sql: `select '${name}' from nowhere`, parameters: [] };
  }
}

/** The statements of a unit: it inserts a row of its own, and counts. */
function statementsOf(db: Database, unit: Named): Statement[] {
  const { query } = db;
  const row = statement(query.insertInto('settings').values({ name: unit.name, value: '' }));
  // In the same order in every unit: two that lock rows in different orders could be a deadlock.
  const counted = [...unit.counts].sort().map((counter) => {
    const update = query.updateTable('settings').set((of) => ({ value: sql`${of.ref('value')} || '+'` }));
    return one(update.where('name', '=', counter), () => new Error('The counter is gone.'));
  });
  const bad = failing(db, unit);
  if (bad === undefined) return [row, ...counted];
  return unit.late ? [row, ...counted, bad] : [bad, row, ...counted];
}

/** Checks that a unit was acknowledged if it is good, and otherwise reported with its own reason. */
function expectOwn({ kind, name }: Named, result: PromiseSettledResult<unknown> | undefined): void {
  const told = result?.status === 'rejected' ? String(result.reason) : result?.status;
  if (kind === 'good') expect(told).toBe('fulfilled');
  else if (kind === 'mistake') expect(told).toContain(`SQL: select '${name}' from nowhere`);
  else expect(told).toBe(`Error: ${kind}: ${name}`);
}

describe.each(engines)('good and failing units at once, on %s', (engine) => {
  const database = databaseOf(engine);
  /** Sends a burst; each unit must be acknowledged, or be reported with its own reason. Returns the good ones. */
  const send = async (db: Database, burst: readonly Unit[], prefix: string) => {
    const named = burst.map((each, place) => ({ ...each, name: `${prefix}${place}` }));
    const results = await Promise.allSettled(named.map((each) => db.write(statementsOf(db, each))));
    for (const [place, each] of named.entries()) expectOwn(each, results[place]);
    return named.filter(({ kind }) => kind === 'good');
  };

  const property = fc.asyncProperty(bursts, async (given) => {
    const db = database();
    const { query } = db;
    const quiet = engine === 'sqlite' ? waryBatches : 0;
    for (let batch = 0; batch < quiet; batch += 1) await db.write([{ sql: 'select 1', parameters: [] }]);
    await db.write([
      statement(query.deleteFrom('settings')),
      statement(query.insertInto('settings').values([...counters, 'taken'].map((name) => ({ name, value: '' })))),
    ]);
    const good: Named[] = [];
    for (const [index, burst] of given.entries()) good.push(...(await send(db, burst, `unit ${index}, `)));
    const timesOf = (counter: string) => good.filter(({ counts }) => counts.some((each) => each === counter)).length;
    const expected = [
      ...[...counters, 'taken'].map((name) => ({ name, value: '+'.repeat(timesOf(name)) })),
      ...good.map(({ name }) => ({ name, value: '' })),
    ];
    const found = await db.read(query.selectFrom('settings').select(['name', 'value']));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(found.sort(byName)).toEqual(expected.sort(byName));
  });

  test(`each good one takes effect once and each other one not at all, in ${total} runs`, {
    timeout: 120_000 + total * 3_000,
  }, async () => {
    await fc.assert(property, { seed, numRuns: total });
  });
});
