import { spawnSync } from 'node:child_process';
import type { BenchOptions } from './shared/options.ts';
import { start, useAllCores } from './shared/processes.ts';
import { fine, type Target, table, targetTable } from './shared/report.ts';

/** The cost of a message of a messenger, from its arrival to the delivery of the reply. */
interface Cost {
  /** Transactions, each with its fsync; units of work that arrive together share one. */
  readonly commits: number;
  readonly units: number;
  readonly statements: number;
  readonly reads: number;
  readonly cpu: number;
  /** The CPU time of the first 200 messages, on code that isn't compiled yet. */
  readonly first: number;
}

/**
 * `npm run bench -- messengers`: commits, statements, reads and CPU time of a message of a messenger, by a platform that
 * answers at once. Counts and CPU time of the service's process, in which nothing else runs, once its code is compiled.
 * `--beside CHECKOUT` counts those of another one, too.
 */
export async function benchMessengers({ beside }: BenchOptions): Promise<string> {
  useAllCores();
  const costs: Cost[] = [];
  for (const checkout of [...(beside === undefined ? [] : [beside]), '.']) costs.push(await costOf(checkout));
  const now = costs.at(-1);
  const rows = [
    ['commits', 'commits'],
    ['units of work', 'units'],
    ['statements', 'statements'],
    ['reads', 'reads'],
    ['CPU ms', 'cpu'],
    ['CPU ms of the first 200', 'first'],
  ] as const;
  const targets = [
    { what: 'commits of a message', kind: 'most', bound: 10, value: now?.commits ?? Number.NaN },
    { what: 'CPU ms of a message', kind: 'most', bound: 15, value: now?.cpu ?? Number.NaN },
  ] satisfies Target[];
  return [
    `500 messages, one after the other, after 600 others${beside === undefined ? '' : '; each pair: the other checkout / this one'}.`,
    table(
      ['a messenger’s message', 'cost'],
      rows.map(([what, name]) => [what, costs.map((cost) => fine(cost[name])).join(' / ')]),
    ),
    targetTable(targets),
  ].join('\n\n');
}

/** The cost of messages to the service of a checkout, by a platform of its own. */
async function costOf(checkout: string): Promise<Cost> {
  const platform = await start('telegram', { args: ['bench/controls/telegram.mjs'], path: '/bot/state', cores: '1' });
  try {
    return count(platform.port, checkout);
  } finally {
    await platform.stop();
  }
}

function count(port: number, checkout: string): Cost {
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
