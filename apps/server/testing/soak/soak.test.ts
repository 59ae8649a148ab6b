// @module-tag nightly
// @module-tag sql
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Check } from '../../../../bench/soak/judging/verdict.ts';
import { neighbours } from '../../../../bench/soak/neighbours/index.ts';
import type { Outcome } from '../../../../bench/soak/soak.ts';
import { engines } from '../databases/engines.ts';

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));

/** The measured time of all engines together, in minutes; what it takes to start comes on top. */
const minutes = Number(process.env['PARLEY_TEST_SOAK_MINUTES'] ?? 0.75);

/** Runs `npm run soak` as a developer does. It ends with the test. */
async function soak(...words: string[]) {
  const admin = inject('postgres')?.admin;
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/soak/run.ts', ...words], {
    cwd: checkout,
    env: { ...process.env, ...(admin !== undefined && { TEST_DATABASE_URL: admin }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: code as number | null, stdout, stderr };
}

describe.skipIf(process.platform !== 'linux')('the server beside hostile neighbours', () => {
  test.each(engines)(
    'answers its tenant, keeps nothing and refuses them as documented, on %s',
    async (engine) => {
      const { code, stdout, stderr } = await soak(String(minutes / engines.length), '--engine', engine, '--json');
      const { checks, totals } = JSON.parse(stdout || '{}') as Outcome & { checks: Check[] };
      expect(
        checks?.filter(({ result }) => result === 'FAILED'),
        stderr,
      ).toEqual([]);
      expect(Object.keys(totals).sort()).toEqual(neighbours.map(({ name }) => name).sort());
      expect(code).toBe(0);
    },
    1_200_000,
  );

  test('a wrong word is refused with the usage', async () => {
    const { code, stdout, stderr } = await soak('1', '--only', 'nobody');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no neighbour nobody; there are: unread-pages, .*\nUsage: npm run soak/);
  });
});
