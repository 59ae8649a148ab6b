import { startCluster } from '../apps/server/testing/databases/postgres.ts';
import { indexing } from './retrieval/indexing.ts';
import { type Place, withPlace } from './retrieval/installed.ts';
import { hundredSources, type Latency, latencyHead, oneSource } from './retrieval/latency.ts';
import { naturalTexts } from './retrieval/natural-texts.ts';
import { served } from './retrieval/served.ts';
import type { BenchOptions } from './shared/options.ts';
import { useAllCores } from './shared/processes.ts';
import { type Target, table, targetTable, whole } from './shared/report.ts';

/**
 * `npm run bench -- retrieval [--chunks N]`: the cost of people's questions to N chunks (118,755 unless set) in one
 * source and in a hundred, the rate of indexing, and what a sync costs a reader.
 */
export async function benchRetrieval({ folder, chunks = 118_755 }: BenchOptions): Promise<string> {
  useAllCores();
  const cluster = await startCluster();
  try {
    const engines = [undefined, ...(cluster === undefined ? [] : [cluster.url('postgres')])];
    const measured: Latency[] = [];
    let grown = '';
    for (const databaseUrl of engines) {
      for (const measure of [oneSource, hundredSources]) {
        const texts = await naturalTexts();
        const one = await withPlace({ folder, databaseUrl }, (place: Place) => measure(place, texts, chunks));
        // The rest takes minutes: what is known is shown before it may fail.
        console.error(one.rows.map((row) => row.join('  ')).join('\n'));
        measured.push(one);
        const { words, distinct, expected } = texts.growth();
        grown = `${whole(words)} words, ${whole(distinct)} of them distinct (by Heaps' law ${whole(expected)})`;
      }
    }
    const indexed = await withPlace({ folder, databaseUrl: undefined }, (place: Place) => indexing(place, chunks));
    const synced = await served(folder, chunks);
    const targets: Target[] = measured.flatMap((one) => one.targets);
    targets.push({ what: 'chunks indexed a second', kind: 'least', bound: 2_000, value: indexed.rate });
    const rows = measured.flatMap((one) => one.rows);
    return [
      `${whole(chunks)} chunks have ${grown}.`,
      table(latencyHead, rows),
      ...measured.flatMap(({ lines }) => lines),
      ...[indexed.text, synced.text, targetTable([...targets, ...synced.targets])],
    ].join('\n\n');
  } finally {
    await cluster?.close();
  }
}
