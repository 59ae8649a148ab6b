import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endBursts, names, prepare, read } from '../../testing/model-streams/bursts.ts';

const program = fileURLToPath(new URL('../../testing/model-streams/measure-bursts.ts', import.meta.url));

/** The longest times for which bursts held the event loop, in ms of the processor. */
async function measure(): Promise<Readonly<Record<string, { readonly small: number; readonly large: number }>>> {
  const words = ['--conditions=parley-source', '--import', 'tsx', program];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout);
}

describe('a burst of a provider', () => {
  let holds: Awaited<ReturnType<typeof measure>>;
  beforeAll(async () => {
    holds = await measure();
  }, 120_000);
  afterAll(endBursts);

  test.each(names)('%s: eight times as much doesn’t hold the event loop longer', async (name) => {
    const { expected } = prepare(name);
    expect(await read('large')).toEqual(expected);
    const { small, large } = holds[name] ?? { small: Number.NaN, large: Number.NaN };
    expect(large / small).toBeLessThan(4);
  });
});
