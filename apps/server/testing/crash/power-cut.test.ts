import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { banner, native } from '../../scripts/build.mjs';
import { createRandom } from '../../src/random.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { record } from './recording.ts';
import { replay } from './replay.ts';
import { canTrace } from './trace.ts';

const cuts = runs(40, 'PARLEY_TEST_CUTS', 100);
/** Cuts of the control; a few are enough to lose a write. */
const controlCuts = Math.max(34, Math.ceil(cuts / 3));

/** One cut in this many also starts a server. */
const startOnOneIn = 60;

/** Max duration of one cut's replay in milliseconds, including the servers that some of them start. */
const slowestCut = 500;

const random = createRandom(announceSeed('testing/crash/power-cut'));

const weakServer = fileURLToPath(new URL('../../dist/weak-server.js', import.meta.url));

/** Prints the measurements. */
function report(mode: string, count: number, { lost, damaged }: Awaited<ReturnType<typeof replay>>): void {
  const losses = `${lost.length} lost acknowledged writes`;
  process.stdout.write(`${mode}: ${count} power cuts, ${losses}, ${damaged.length} left damage\n`);
}

describe.runIf(canTrace)('a server whose power is cut (strace records what it has really stored)', () => {
  beforeAll(() =>
    build({
      entryPoints: [fileURLToPath(new URL('./weak-server.ts', import.meta.url))],
      outfile: weakServer,
      bundle: true,
      format: 'esm',
      platform: 'node',
      external: [...native, 'pg-native'],
      banner: { js: banner },
      logLevel: 'warning',
    }),
  );

  test('loses no acknowledged write', { timeout: 60_000 + cuts * slowestCut }, async () => {
    const result = await replay(await record(random), cuts, { random, startOnOneIn: Math.min(cuts, startOnOneIn) });
    report('FULL', cuts, result);
    expect(result).toEqual({ lost: [], damaged: [] });
  });

  test('loses writes if it doesn’t wait for the disk', {
    timeout: 60_000 + cuts * slowestCut,
  }, async () => {
    const result = await replay(await record(random, weakServer), controlCuts, { random, startOnOneIn });
    report('NORMAL', controlCuts, result);
    expect(result.damaged).toEqual([]);
    expect(result.lost.length).toBeGreaterThan(0);
  });
});
