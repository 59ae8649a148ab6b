// @module-tag sql
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { type Known, learn } from './known.ts';
import { nextOperation } from './operations.ts';
import { nextMillisecond } from './twin-world.ts';
import { startTwin, type Twin } from './twins.ts';

/** Operations per run; a release runs many more, see `npm run test:differential`. */
const total = runs(500, 'PARLEY_TEST_OPERATIONS', 2_000);

/** Max duration of an operation on both engines in milliseconds, on a busy machine. */
const timeForOperation = 100;

const seed = announceSeed('apps/server/testing/scale/differential.test.ts');

describe.runIf(engines.includes('sqlite') && engines.includes('postgres'))('the two engines', () => {
  let twins: readonly [Twin, Twin];
  beforeAll(async () => {
    twins = [await startTwin('sqlite'), await startTwin('postgres')];
  });
  afterAll(() => Promise.all(twins.map((twin) => twin.close())));

  test(`return the same answers to ${total} operations`, { timeout: 60_000 + total * timeForOperation }, async () => {
    const [left, right] = twins;
    const random = createRandom(seed);
    const known = beginning(left);
    const statuses = new Map<number, number>();
    for (let number = 1; number <= total; number += 1) {
      const operation = nextOperation(random, known);
      for (const twin of twins) twin.tick();
      const [answer, other] = await Promise.all([left.send(operation), right.send(operation)]);
      const context = () => `operation ${number} of seed ${seed}: ${JSON.stringify(operation)}`;
      expect(other, context()).toEqual(answer);
      if (answer.status >= 500) expect.fail(`${context()}\n${answer.body}\n${left.bugs()}\n${right.bugs()}`);
      learn(known, operation, answer);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      // IDs are ordered by the millisecond, so wait until later ones are really later.
      if (operation.method === 'POST') await nextMillisecond();
    }
    // Times were compared only by name; they must also have the same order.
    expect(right.names.timesInOrder()).toEqual(left.names.timesInOrder());
    expectVariety(statuses);
  });
});

function beginning({ world, names }: Twin): Known {
  const masked = (values: readonly string[]) => [...new Set(values.map(names.mask))];
  return {
    workspaces: masked(world.workspaces),
    users: masked(world.actors.map(({ user }) => user.id)),
    keys: masked(world.actors.map(({ id }) => id)),
    sources: masked(world.sources),
    agents: new Map(),
    gone: [],
    invitations: [],
    creations: [],
    page: undefined,
  };
}

/** A sequence with only refusals would prove nothing. A short one may be refused more often by chance. */
function expectVariety(statuses: ReadonlyMap<number, number>): void {
  const all = [...statuses].sort(([a], [b]) => a - b);
  process.stdout.write(`answers by status: ${all.map(([status, count]) => `${status}: ${count}`).join(', ')}\n`);
  const succeeded = all.filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
  expect(succeeded).toBeGreaterThan(total * (total >= 1_000 ? 0.4 : 0.2));
  for (const status of total >= 1_000 ? [200, 201, 304, 400, 403, 404, 412] : []) {
    expect([...statuses.keys()], `some answer is ${status}`).toContain(status);
  }
}
