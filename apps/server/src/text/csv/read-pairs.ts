import { unguarded } from './csv.ts';
import { BrokenCsv, readRows } from './read-rows.ts';

/** Max rows whose problems are listed. */
const maxErrors = 100;

/** A question and its answer. */
interface Pair {
  readonly question: string;
  readonly answer: string;
}

/** A pair that exists already. */
interface KnownPair extends Pair {
  readonly id: string;
}

/** Max pairs, and max characters of a question and an answer. */
interface PairLimits {
  readonly pairs: number;
  readonly question: number;
  readonly answer: number;
}

/** Pairs to add and to change, and the rows that are wrong. */
export interface ReadPairs {
  readonly added: Pair[];
  readonly changed: KnownPair[];
  readonly unchanged: number;
  /** The first 100, each with the line of the text in which its row ends, from 1. */
  readonly errors: { readonly line: number; readonly message: string }[];
}

const nameOf = (cell: string) => cell.trim().toLowerCase();

/** Finds the columns by the names in the first row; undefined if it has none. */
function columnsOf(cells: readonly string[]) {
  const names = cells.map(nameOf);
  const [question, answer] = [names.indexOf('question'), names.indexOf('answer')];
  return question < 0 || answer < 0 ? undefined : { question, answer, id: names.indexOf('id') };
}

const problemOf = (name: 'question' | 'answer', text: string, max: number): string | undefined => {
  if (text === '') return `The ${name} is missing.`;
  return text.length > max ? `The ${name} must have at most ${max.toLocaleString('en-US')} characters.` : undefined;
};

/**
 * Compares the rows of a CSV with pairs that exist. A row is about the pair with its ID, or else about the one
 * with its question, or else it is new.
 */
export function readPairs(csv: string, known: readonly KnownPair[], limits: PairLimits): ReadPairs {
  const result: ReadPairs & { unchanged: number } = { added: [], changed: [], unchanged: 0, errors: [] };
  const wrong = (line: number, message: string) => {
    if (result.errors.length < maxErrors) result.errors.push({ line, message });
  };
  const rows = rowsOf(csv, limits.pairs, wrong);
  const named = columnsOf(rows[0]?.cells ?? []);
  const columns = named ?? { question: 0, answer: 1, id: -1 };
  const { problemWith, pairOf } = comparing(known, limits);
  for (const { line, cells } of named === undefined ? rows : rows.slice(1)) {
    const cell = (at: number) => unguarded(cells[at] ?? '').trim();
    const row = { line, question: cell(columns.question), answer: cell(columns.answer), id: cell(columns.id) };
    const problem = problemWith(row);
    if (problem !== undefined) {
      wrong(line, problem);
      continue;
    }
    const { question, answer } = row;
    const pair = pairOf(row);
    if (pair === undefined) result.added.push({ question, answer });
    else if (pair.question.trim() === question && pair.answer.trim() === answer) result.unchanged += 1;
    else result.changed.push({ id: pair.id, question, answer });
  }
  return result;
}

/** A row of the CSV; its ID is empty for none. */
interface CsvRow extends KnownPair {
  readonly line: number;
}

/** Returns functions that find the pair of a row, and what is wrong with the row. */
function comparing(known: readonly KnownPair[], limits: PairLimits) {
  const byId = new Map(known.map((pair) => [pair.id, pair]));
  // Of equal questions, the oldest one counts.
  const byQuestion = new Map(known.toReversed().map((pair) => [pair.question.trim(), pair]));
  const seen = new Map<string, number>();
  const pairOf = ({ id, question }: CsvRow) => (id === '' ? byQuestion.get(question) : byId.get(id));
  const repeats = (row: CsvRow): string | undefined => {
    const key = pairOf(row)?.id ?? `? ${row.question}`;
    const first = seen.get(key);
    if (first !== undefined) return `The row is about the same pair as that of line ${first}.`;
    seen.set(key, row.line);
    return undefined;
  };
  const unknown = (row: CsvRow) =>
    row.id !== '' && pairOf(row) === undefined
      ? `The source has no pair with the ID ${row.id.slice(0, 60)}.`
      : undefined;
  const problemWith = (row: CsvRow) =>
    problemOf('question', row.question, limits.question) ??
    problemOf('answer', row.answer, limits.answer) ??
    unknown(row) ??
    repeats(row);
  return { pairOf, problemWith };
}

function rowsOf(csv: string, max: number, wrong: (line: number, message: string) => void) {
  // Names, and one more, which is too many whatever it has.
  const maxRows = max + 2;
  try {
    const rows = readRows(csv, maxRows);
    if (rows.length === 0) wrong(1, 'The CSV has no rows.');
    if (rows.length === maxRows)
      wrong(rows.at(-1)?.line ?? 1, `The CSV has more than ${max.toLocaleString('en-US')} pairs.`);
    return rows;
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error;
    wrong(1, `The CSV can’t be read: ${error.message}`);
    return [];
  }
}
