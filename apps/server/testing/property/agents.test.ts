import fc from 'fast-check';
import { describe, test } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { wireTo } from '../processes/wire.ts';
import { expectNothingElse } from './list-command.ts';
import { emptyModel } from './model.ts';
import { sequences } from './sequences.ts';
import { makeWorld } from './world.ts';

const usualSequences = 16;

/** Concurrent sequences: their commits are grouped, and none may affect another. */
const lanes = 4;

/** Max duration of a sequence in milliseconds, on a busy machine. */
const timeForSequence = 1000;

const seed = announceSeed('apps/server/testing/property/agents.test.ts');
const total = runs(usualSequences, 'PARLEY_TEST_RUNS', 50);

describe.each(anyEngine)('agents and invitations on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);

  const sequence = fc.asyncProperty(sequences, async ({ beginning, commands }) => {
    const world = await makeWorld(parley, wire);
    const model = emptyModel();
    for (const command of beginning) await command.run(model, world);
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    await expectNothingElse(model, world);
  });

  test(`match the model in ${total} sequences`, { timeout: 60_000 + total * timeForSequence }, async () => {
    const numRuns = Math.ceil(total / lanes);
    await Promise.all(Array.from({ length: lanes }, (_, lane) => fc.assert(sequence, { seed: seed + lane, numRuns })));
  });
});
