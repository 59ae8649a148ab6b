import { beforeAll, describe, expect, test } from 'vitest';
import { openApiText } from '../../src/http/openapi/document.ts';
import type { Engine } from '../../src/storage/database.ts';
import { anyEngine } from '../databases/engines.ts';
import { agentBodies, type Flaws } from '../fixtures/agent-bodies.ts';
import { service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { wireTo } from '../processes/wire.ts';
import { type Operation, readOperations } from './document.ts';
import type { Row } from './row.ts';
import { report, sendAll } from './run.ts';

/** Max duration of a request in milliseconds, on a busy machine. */
const timeForRequest = 50;

const seed = announceSeed('apps/server/testing/fuzz/bodies.test.ts');
const count = runs(60);

// The product's own operations are in `operations.test.ts`.
describe.each(anyEngine)('forms and raw bytes on %s', { timeout: 120_000 + count * timeForRequest }, (engine) => {
  const right = server(engine, {});
  const lax = server(engine, { lax: true });

  test.each(['testAgentFiles', 'testAgentBytes'])('%s matches its description', async (id) => {
    const { problems, accepted } = await right.send(right.operation(id));
    expect(report(problems), `${problems.length} problems with seed ${seed}`).toBe('');
    expect(accepted).toBeGreaterThan(count / 10);
  });

  test('an operation that accepts more than its description is found', async () => {
    // Always the same requests, because each rule is broken by few of them.
    const same = { seed: 12, count: 300 };
    const form = (await lax.send(right.operation('testAgentFiles'), same)).problems.join('\n');
    for (const place of ['title', 'kind', 'pages', 'tags', 'files']) {
      expect(form).toContain(`answers 200 instead of 400 (breaks ${place}: `);
    }
    const bytes = (await lax.send(right.operation('testAgentBytes'), same)).problems.join('\n');
    expect(bytes).toContain('answers 200 instead of 415 (breaks sent as multipart/mixed; boundary=x)');
  });
});

/** Starts a server with those endpoints, and an agent to call them with. */
function server(engine: Engine, flaws: Flaws) {
  const parley = service(engine, { endpoints: (db) => agentBodies(() => parley.features.blobs, flaws)(db) });
  const wire = wireTo(parley);
  let row: Row;
  beforeAll(async () => {
    const person = await parley.person();
    const key = await person.key();
    const agent = await (await person.client()).agents.create({ name: 'Agent' });
    row = { target: () => ({ headers: { authorization: `Bearer ${key}` }, params: { id: agent._id } }) };
  });
  return {
    operation: (id: string): Operation => {
      const found = readOperations(openApiText(parley.app)).find((operation) => operation.id === id);
      if (found === undefined) throw new Error(`There is no operation ${id}.`);
      return found;
    },
    send: (operation: Operation, size = { seed, count }) => sendAll({ operation, row, ...size }, wire, parley),
  };
}
