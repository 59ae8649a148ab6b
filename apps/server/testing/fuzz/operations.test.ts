import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { wireTo } from '../processes/wire.ts';
import { providerNames } from './cast.ts';
import { documentText, readOperations } from './document.ts';
import type { Row } from './row.ts';
import { makeRows } from './rows.ts';
import { report, sendAll } from './run.ts';

/** Requests of each operation; `npm run test:all` sends `enough` of them. */
const usualRequests = 25;

/** After this many requests of an operation it is certain whether its valid ones are accepted. */
const enough = 100;

/** Max requests of one person's session per minute; the limit is 600. */
const perSession = 400;

/** Max duration of a request in milliseconds, on a busy machine. */
const timeForRequest = 50;

const seed = announceSeed('apps/server/testing/fuzz/operations.test.ts');
const total = runs(usualRequests, 'PARLEY_TEST_RUNS', enough);

/** The set-up has its own test, because it is open only before there is an owner. */
const operations = readOperations().filter(({ path }) => path !== '/api/setup');

/** Providers that nothing listens for, which are never asked for their models. */
const ownProviders = (): Record<string, string> =>
  Object.fromEntries([
    ['PARLEY_PROVIDERS', providerNames.join(',')],
    ...providerNames.flatMap((name) => [
      [`${name.toUpperCase()}_BASE_URL`, 'http://127.0.0.1:9/v1'],
      [`${name.toUpperCase()}_MODELS`, 'large'],
    ]),
  ]);

describe.each(anyEngine)('the operations of openapi.json on %s', (engine) => {
  const parley = service(engine, {
    environment: {
      PARLEY_LOG_REQUESTS: 'errors',
      ...ownProviders(),
      PARLEY_DEFAULT_MODEL: 'builtin/extract',
    },
  });
  const wire = wireTo(parley);
  let rows: Readonly<Record<string, Row>>;
  beforeAll(async () => {
    rows = await makeRows({ service: parley, wire, people: 1 + Math.ceil(total / perSession) });
  });

  test('match the server’s own description, and each has a row here', async () => {
    const { text } = await wire.send({ method: 'GET', path: '/api/openapi.json' });
    expect(JSON.parse(text)).toEqual(JSON.parse(documentText));
    expect(Object.keys(rows).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    { timeout: 60_000 + Math.max(total, enough) * timeForRequest },
    async (id, operation) => {
      const row = rows[id];
      if (row === undefined) throw new Error(`${id} has no row.`);
      // Starts a new minute, so that earlier operations don't use up the session's limit.
      parley.advance(61_000);
      const count = Math.min(total, row.atMost ?? total);
      const most = Math.min(enough, row.atMost ?? enough);
      let [sent, accepted] = [0, 0];
      do {
        const round = await sendAll({ operation, row, count, seed: seed + sent }, wire, parley);
        expect(report(round.problems), `${round.problems.length} problems with seed ${seed}`).toBe('');
        sent += count;
        accepted += round.accepted;
        // Of some operations few valid requests are accepted, and a small run meets none by chance.
      } while (row.neverAccepted === undefined && accepted <= sent / 10 && sent + count <= most);
      if (row.neverAccepted === undefined) expect(accepted).toBeGreaterThan(sent / 10);
    },
  );
});
