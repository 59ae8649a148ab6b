import { DatabaseSync } from '@photostructure/sqlite';
import { createRetrieval } from '../../apps/server/src/retrieval/create-retrieval.ts';
import type { Retrieval } from '../../apps/server/src/retrieval/retrieval.ts';
import { serve, stage } from '../../apps/server/testing/fixtures/knowledge.ts';
import { type Target, table, targetTable } from '../shared/report.ts';
import { type AskedQuestion, corpusOf, type Paragraph } from './corpus/generate.ts';
import { languages } from './corpus/languages.ts';
import type { Place } from './installed.ts';
import { withMeaning } from './meaning.ts';

/** Languages in which FTS5's default finds nothing, since it takes a sentence for one word. */
const withoutSpaces = ['Chinese', 'Japanese', 'Thai'];

/** Max passages of a question. */
const top = 5;

interface Asked extends AskedQuestion {
  readonly language: string;
}

/** Number of questions whose right paragraph was among the first five, and the sum of its reciprocal places. */
interface Tally {
  asked: number;
  found: number;
  reciprocal: number;
}

type Tallies = Map<string, { readonly ours: Tally; readonly hybrid: Tally; readonly control: Tally }>;

/** Dimensions of the test embedding. */
const dimensions = 1_024;

/** All languages in one source, so that each question has the paragraphs of all of them against it. */
function everything() {
  const paragraphs: Paragraph[] = [];
  const questions: Asked[] = [];
  for (const language of languages) {
    const corpus = corpusOf(language);
    for (const question of corpus.questions)
      questions.push({ ...question, language: language.name, paragraph: paragraphs.length + question.paragraph });
    paragraphs.push(...corpus.paragraphs);
  }
  return { paragraphs, questions };
}

/** FTS5 as it comes (`unicode61`, `bm25`), with the words of the question as alternatives. */
function controlOf(paragraphs: readonly Paragraph[]) {
  const db = new DatabaseSync(':memory:');
  db.exec('create virtual table paragraphs using fts5(title, text)');
  const insert = db.prepare('insert into paragraphs (rowid, title, text) values (?, ?, ?)');
  for (const [index, { title, text }] of paragraphs.entries()) insert.run(index, title, text);
  const select = db.prepare(
    'select rowid from paragraphs where paragraphs match ? order by bm25(paragraphs), rowid limit ?',
  );
  return {
    search: (question: string): number[] => {
      const words = [...new Set(question.match(/[\p{L}\p{N}\p{M}]+/gu))].map((word) => `"${word}"`).join(' OR ');
      return select.all(words, top).map((row) => Number((row as { rowid: number }).rowid));
    },
    close: () => db.close(),
  };
}

const note = (tally: Tally, found: readonly number[], right: number) => {
  const place = found.indexOf(right);
  tally.asked += 1;
  if (place < 0) return;
  tally.found += 1;
  tally.reciprocal += 1 / (place + 1);
};

const empty = (): Tally => ({ asked: 0, found: 0, reciprocal: 0 });

/**
 * Recall at five and mean reciprocal rank by language and set of questions: lexical, hybrid with the tests' embedding,
 * and FTS5's default.
 */
export async function quality(place: Place): Promise<string> {
  const { db, workspace, source } = place;
  const { paragraphs, questions } = everything();
  const documents = paragraphs.map(({ title, text }) => ({ title, chunks: [text] }));
  await stage(db, { workspace, source, version: 1, first: 0 }, documents);
  await serve(db, source, 1);
  const control = controlOf(paragraphs);
  const tallies = await withMeaning(place, dimensions, (vectors) =>
    tally(questions, { place, retrieval: createRetrieval({ db, vectors }), control: control.search }),
  );
  control.close();
  return `${db.engine}: ${paragraphs.length} paragraphs, ${questions.length} questions\n\n${report(tallies)}`;
}

/** The systems that answer the questions. */
interface Searched {
  readonly place: Place;
  readonly retrieval: Retrieval;
  control(question: string): readonly number[];
}

async function tally(questions: readonly Asked[], { place, retrieval, control }: Searched): Promise<Tallies> {
  const { workspace, agent } = place;
  const chunksFor = async (text: string, mode: 'lexical' | 'hybrid') => {
    const { found, notes } = await retrieval.search({ workspace, agent, text, topK: top, mode, account: 'bench' });
    if (notes.length > 0) throw new Error(notes.join(' '));
    return found.map(({ chunk }) => chunk);
  };
  const tallies: Tallies = new Map();
  for (const { text, paragraph, language, set } of questions) {
    const [lexical, hybrid, others] = [
      await chunksFor(text, 'lexical'),
      await chunksFor(text, 'hybrid'),
      control(text),
    ];
    const spaced = withoutSpaces.includes(language) ? [] : ['hard: scripts with spaces'];
    const hard = set === 'plain' ? [] : ['hard: all languages', `hard: ${language}`, ...spaced];
    for (const name of [`${set}: ${language}`, `${set}: all languages`, ...hard]) {
      const sums = tallies.get(name) ?? { ours: empty(), hybrid: empty(), control: empty() };
      tallies.set(name, sums);
      note(sums.ours, lexical, paragraph);
      note(sums.hybrid, hybrid, paragraph);
      note(sums.control, others, paragraph);
    }
  }
  return tallies;
}

const share = ({ found, asked }: Tally) => found / asked;

function report(tallies: Tallies): string {
  const rows = [...tallies]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { ours, hybrid, control }]) => [
      ...[name, String(ours.asked)],
      ...[ours, hybrid, control].flatMap((sums) => [share(sums).toFixed(3), (sums.reciprocal / sums.asked).toFixed(3)]),
    ]);
  const head = ['questions', 'asked', 'recall at 5', 'MRR', 'hybrid: recall at 5', 'MRR', 'FTS5: recall at 5', 'MRR'];
  const targets: Target[] = languages.map(({ name }) => ({
    ...{ what: `recall at 5, plain, ${name}`, kind: 'least', bound: 0.95 },
    value: share(tallies.get(`plain: ${name}`)?.ours ?? empty()),
  }));
  for (const name of ['hard: all languages', 'hard: scripts with spaces']) {
    const { ours, control } = tallies.get(name) ?? { ours: empty(), control: empty() };
    targets.push({
      what: `recall at 5 above FTS5, ${name}`,
      kind: 'least',
      bound: 0.12,
      value: share(ours) - share(control),
    });
  }
  return `${table(head, rows)}\n\n${targetTable(targets)}`;
}
