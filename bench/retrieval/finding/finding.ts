import type { Database } from '../../../apps/server/src/storage/database.ts';
import { startCluster } from '../../../apps/server/testing/databases/postgres.ts';
import type { BenchOptions } from '../../shared/options.ts';
import { fine, type Target, table, targetTable, whole } from '../../shared/report.ts';
import { type Asked, hardSetOf, joined, kinds, languages } from '../hard-set.ts';
import { withPlace } from '../installed.ts';
import { fts5 } from './fts5.ts';
import { type Measured, measure, scoresOf } from './measure.ts';
import { miniSearch } from './minisearch.ts';
import { orama } from './orama.ts';
import { ours } from './ours.ts';
import type { System } from './system.ts';
import { tsvector } from './tsvector.ts';

/** The least recall at five that this service aims at. */
const goal = 0.8;

const rivals = [
  fts5('FTS5 `unicode61`', ['unicode61']),
  fts5('FTS5 `trigram`', ['trigram']),
  fts5('FTS5 fused', ['unicode61', 'trigram']),
  miniSearch,
  orama,
];

/**
 * `npm run bench -- finding`: what is found for the questions of the hard set, in six languages, beside other systems
 * over the same chunks: with a source for each language, and with all languages in one. Throws if the two engines don't
 * find the same in the same order.
 */
export async function benchFinding({ folder }: BenchOptions): Promise<string> {
  const sets = await Promise.all(languages.map(hardSetOf));
  const cluster = await startCluster();
  try {
    return await withPlace({ folder, databaseUrl: undefined }, async ({ db }) => {
      const report = async (postgres?: Database) => {
        const onPostgres = postgres === undefined ? [] : [ours(postgres), tsvector(postgres)];
        const systems = [ours(db), ...onPostgres, ...rivals];
        const setups = { 'A source for each language': sets, 'All languages in one source': [joined(sets)] };
        const parts: string[] = [];
        for (const [title, of] of Object.entries(setups)) {
          parts.push(`## ${title}`, ...reportOf(await measureAll(systems, of), title));
        }
        return parts.join('\n\n');
      };
      if (cluster === undefined) return `PostgreSQL isn't installed.\n\n${await report()}`;
      return await withPlace({ folder, databaseUrl: cluster.url('postgres') }, (place) => report(place.db));
    });
  } finally {
    await cluster?.close();
  }
}

/** The measurements of each system, one for each set. */
async function measureAll(systems: readonly System[], sets: Measured['set'][]): Promise<Measured[][]> {
  const all: Measured[][] = [];
  for (const system of systems) {
    const its: Measured[] = [];
    for (const set of sets) its.push(await measure(system, set));
    all.push(its);
  }
  const [sqlite = [], ...others] = all;
  const postgres = others.find(([first]) => first?.system === 'Parley on PostgreSQL') ?? [];
  for (const [at, { set, found }] of postgres.entries()) {
    const differing = set.questions.filter((_, number) => String(found[number]) !== String(sqlite[at]?.found[number]));
    if (differing.length > 0)
      throw new Error(`The engines differ in ${differing.length} questions: ${differing[0]?.text}`);
  }
  return all;
}

const halves = ['tuned', 'reported'] as const;

function reportOf(all: readonly Measured[][], title: string): string[] {
  const parts = halves.flatMap((half) => [`### The ${half} half`, scoreTable(all, half)]);
  const costs = all.map((its) => {
    const sum = (of: 'cpu' | 'memory' | 'bytes') => its.reduce((total, one) => total + one[of], 0);
    const figures = [fine(sum('cpu') / its.length), fine(sum('memory') / 2 ** 20), fine(sum('bytes') / 2 ** 20)];
    return [its[0]?.system ?? '', ...figures];
  });
  const texts = (all[0] ?? []).flatMap(({ set }) => set.passages.map(({ text }) => Buffer.byteLength(text)));
  const size = texts.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
  const targets = languages.map(
    (language): Target => ({
      ...{ what: `recall at 5, ${language}, ${title.toLowerCase()}`, kind: 'least', bound: goal },
      value: scoresOf(all[0] ?? [], (question) => question.half === 'reported' && question.language === language)
        .recall[5],
    }),
  );
  return [
    ...parts,
    `### Costs over ${whole(texts.length)} chunks with ${fine(size)} MiB of text`,
    table(['system', 'CPU, ms a question', 'memory, MiB', 'index, MiB'], costs),
    targetTable(targets),
  ];
}

/** Recall at 1, 5 and 10 and the mean reciprocal rank of each system, by language and by kind of question. */
function scoreTable(all: readonly Measured[][], half: Asked['half']): string {
  const groups: [string, (question: Asked) => boolean][] = [
    ['all', () => true],
    ...languages.map((one): [string, (question: Asked) => boolean] => [one, ({ language }) => language === one]),
    ...kinds
      .filter((kind) => kind !== 'unanswerable')
      .map((one): [string, (question: Asked) => boolean] => [one, ({ kind }) => kind === one]),
  ];
  // Both engines find the same.
  const shown = all.filter(([first]) => first?.system !== 'Parley on PostgreSQL');
  const rows = groups.map(([name, isIn]) => {
    const scores = shown.map((its) => scoresOf(its, (question) => question.half === half && isIn(question)));
    const cells = scores.map(({ recall, reciprocal }) =>
      [recall[1], recall[5], recall[10], reciprocal].map((value) => value.toFixed(2).replace(/^0/, '')).join(' '),
    );
    return [name, String(scores[0]?.asked), ...cells];
  });
  const names = shown.map(([first]) => first?.system.replace(' on SQLite', '') ?? '');
  return table(['recall at 1, 5, 10; MRR', 'asked', ...names], rows);
}
