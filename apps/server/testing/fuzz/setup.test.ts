import { describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { password, service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { jsonOf, wireTo } from '../processes/wire.ts';
import { readOperations } from './document.ts';
import type { Row } from './row.ts';
import { report, sendAll } from './run.ts';

/** Max duration of a request in milliseconds, on a busy machine. */
const timeForRequest = 50;

const seed = announceSeed('apps/server/testing/fuzz/setup.test.ts');
const count = runs(50, 'PARLEY_TEST_RUNS', 200);
const operations = readOperations().filter(({ path }) => path === '/api/setup');

/** The tokens are random, so a valid request is refused for its token, and throttled after a few. */
const guesses: Row = {
  target: () => ({}),
  conflicts: { setup_token_invalid: 'The token is a guess.', too_many_failed_attempts: 'Guesses are slowed down.' },
};

/** Once the instance has an owner, the path is 404. */
const closed: Row = { target: () => ({}), refusal: 'route_not_found' };

describe.each(anyEngine)('the set-up on %s', { timeout: 60_000 + count * timeForRequest }, (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);
  const sendBoth = async (row: Row) => {
    for (const operation of operations) {
      const { problems } = await sendAll({ operation, row, count, seed }, wire, parley);
      expect(report(problems), `${problems.length} problems with seed ${seed}`).toBe('');
    }
  };

  test('the token can’t be guessed', async () => {
    await parley.features.setup.issueToken();
    await sendBoth(guesses);
    const people = parley.db.query.selectFrom('users').select('id');
    expect(await parley.db.read(people)).toEqual([]);
  });

  test('the correct token creates the first owner and is used up', async () => {
    // Longer than the maximum wait after wrong guesses, 15 minutes.
    parley.advance(16 * 60_000);
    const token = await parley.features.setup.issueToken();
    const body = { token, email: 'first@example.com', password };
    const reply = await wire.send({ method: 'POST', path: '/api/setup', body });
    expect(reply.status, reply.text).toBe(201);
    expect(jsonOf(reply)['data']).toMatchObject({ user: { email: 'first@example.com' } });
    await sendBoth(closed);
    const people = parley.db.query.selectFrom('users').select('email');
    expect(await parley.db.read(people)).toEqual([{ email: 'first@example.com' }]);
  });
});
