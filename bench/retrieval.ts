import { startCluster } from '../apps/server/testing/databases/postgres.ts';
import { indexing } from './retrieval/indexing.ts';
import { withPlace } from './retrieval/installed.ts';
import { latency } from './retrieval/latency.ts';
import { quality } from './retrieval/quality.ts';
import { served } from './retrieval/served.ts';
import type { BenchOptions } from './shared/options.ts';
import { useAllCores } from './shared/processes.ts';
import { type Target, table, targetTable } from './shared/report.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000];

/**
 * `npm run bench -- retrieval [--chunks N]`: recall and reciprocal rank in nine languages beside FTS5's default, the
 * latency of searches in up to N chunks (100,000 unless set), the rate of indexing, and what a sync costs a reader.
 */
export async function benchRetrieval({ folder, chunks = 100_000 }: BenchOptions): Promise<string> {
  useAllCores();
  const cluster = await startCluster();
  try {
    const engines = [undefined, ...(cluster === undefined ? [] : [cluster.url('postgres')])];
    const parts: string[] = [];
    for (const databaseUrl of engines) parts.push(await withPlace({ folder, databaseUrl }, quality));
    const rows: string[][] = [];
    const targets: Target[] = [];
    for (const databaseUrl of engines) {
      for (const size of sizes.filter((one) => one <= chunks)) {
        const { row, lexical, hybrid } = await withPlace({ folder, databaseUrl }, (place) => latency(place, size));
        rows.push(row);
        // A million chunks take half an hour: what is known is shown before the rest may fail.
        console.error(row.join('  '));
        if (size !== 100_000 || hybrid === undefined) continue;
        targets.push({ what: `lexical search p99, ms, ${row[0]}`, kind: 'most', bound: 25, value: lexical });
        targets.push({ what: `hybrid search p99, ms, ${row[0]}`, kind: 'most', bound: 60, value: hybrid });
      }
    }
    const indexed = await withPlace({ folder, databaseUrl: undefined }, indexing);
    const synced = await served(folder);
    targets.push({ what: 'chunks indexed a second', kind: 'least', bound: 2_000, value: indexed.rate });
    targets.push(...synced.targets);
    const rounds = ['unmerged', 'first round', 'second', 'hybrid'].flatMap((name) => [`${name} p50, ms`, 'p99, ms']);
    const head = ['engine', 'chunks', ...rounds, 'merged in, s', 'before it, MiB'];
    return [...parts, table(head, rows), indexed.text, synced.text, targetTable(targets)].join('\n\n');
  } finally {
    await cluster?.close();
  }
}
