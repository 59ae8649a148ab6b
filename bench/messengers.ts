import { spawnSync } from 'node:child_process';
import type { BenchOptions } from './shared/options.ts';
import { start, useAllCores } from './shared/processes.ts';
import { fine, type Target, table, targetTable } from './shared/report.ts';

/** The cost of a message of a messenger, from its arrival to the delivery of the reply. */
interface Cost {
  readonly units: number;
  readonly statements: number;
  readonly reads: number;
  readonly cpu: number;
}

/**
 * `npm run bench -- messengers`: commits, statements, reads and CPU time of a message of a messenger, by a platform that
 * answers at once. Counts and CPU time of one process. `--beside CHECKOUT` counts those of another one, too.
 */
export async function benchMessengers({ beside }: BenchOptions): Promise<string> {
  useAllCores();
  const platform = await start('telegram', { args: ['bench/controls/telegram.mjs'], path: '/bot/state', cores: '1' });
  try {
    const costs = [...(beside === undefined ? [] : [beside]), '.'].map((each) => costOf(platform.port, each));
    const now = costs.at(-1);
    const rows = [
      ['commits', 'units'],
      ['statements', 'statements'],
      ['reads', 'reads'],
      ['CPU ms', 'cpu'],
    ] as const;
    const targets = [
      { what: 'commits of a message', kind: 'most', bound: 10, value: now?.units ?? Number.NaN },
      { what: 'CPU ms of a message', kind: 'most', bound: 15, value: now?.cpu ?? Number.NaN },
    ] satisfies Target[];
    return [
      `One message after the other${beside === undefined ? '' : '; each pair: the other checkout / this one'}.`,
      table(
        ['a messenger’s message', 'cost'],
        rows.map(([what, name]) => [what, costs.map((cost) => fine(cost[name])).join(' / ')]),
      ),
      targetTable(targets),
    ].join('\n\n');
  } finally {
    await platform.stop();
  }
}

function costOf(port: number, checkout: string): Cost {
  const args = [
    '--import',
    'tsx',
    '--conditions=parley-source',
    'bench/shared/count-messengers.ts',
    `${port}`,
    checkout,
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.slice(-2_000));
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Cost;
}
