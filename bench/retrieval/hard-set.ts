import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cutChunks } from '../../apps/server/src/extract/chunks/cut.ts';
import { read } from '../../apps/server/src/extract/parsers/read.ts';

/** Languages of the hard set in `hard/`; its documents are real ones, and `hard/SOURCES.md` names their licences. */
export const languages = ['en', 'de', 'fr', 'es', 'ru', 'ja'] as const;

/** The tag of a language of the hard set. */
export type Language = (typeof languages)[number];

/** Kinds of questions. */
export const kinds = ['paraphrase', 'plain', 'keywords', 'number', 'code', 'typo', 'unanswerable'] as const;

/** A document as it is written. */
export interface HardDocument {
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Repository or package, and path. */
  readonly source: string;
  readonly licence: string;
}

/** A document that answers a question, with its exact words that do; both are null if no document does. */
export interface Place {
  readonly document: string | null;
  readonly quote: string | null;
}

/** A question as it is written. */
export interface HardQuestion extends Place {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly text: string;
  /** Strings that a right answer contains, all of them. */
  readonly answer: readonly string[];
  /** Other places that answer it as well. */
  readonly also?: readonly Place[];
}

function linesOf<Line>(language: Language, what: 'documents' | 'questions'): Line[] {
  const file = join(import.meta.dirname, 'hard', `${language}.${what}.jsonl`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Reads the documents of a language. */
export const documentsOf = (language: Language) => linesOf<HardDocument>(language, 'documents');

/** Reads the questions of a language. */
export const questionsOf = (language: Language) => linesOf<HardQuestion>(language, 'questions');

/** A chunk of a document. */
export interface Passage {
  readonly language: Language;
  readonly document: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
}

/** A question with the passages that answer it. */
export interface Asked {
  readonly language: Language;
  readonly kind: HardQuestion['kind'];
  readonly text: string;
  /** `tuned` for the even questions of each language and kind, `reported` for the odd ones, counted from 0. */
  readonly half: 'tuned' | 'reported';
  /** Indices of passages; none if it is unanswerable. */
  readonly right: ReadonlySet<number>;
  /** Strings that a right answer contains, all of them. */
  readonly answer: readonly string[];
}

/** Passages with the questions to them. */
export interface HardSet {
  readonly name: string;
  readonly passages: readonly Passage[];
  readonly questions: readonly Asked[];
}

/** Letters and digits alone, because extraction leaves out Markdown's marks and changes white space. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The part of a quote that a chunk must have if the quote is cut. */
const leastOfQuote = 1 / 3;

/** Extracts and cuts a document as the product does. */
async function passagesOf(language: Language, { id, title, text }: HardDocument): Promise<Passage[]> {
  const { documents } = await read({ format: 'markdown' }, Buffer.from(`# ${title}\n\n${text}`));
  return documents.flatMap((document) =>
    cutChunks(document).map((chunk) => ({
      ...{ language, document: id, title: document.title },
      ...{ headings: chunk.headings, text: chunk.text },
    })),
  );
}

/** Indices of the passages that have a quote, or a third of it if it is cut; none if extraction has lost it. */
function having(passages: readonly Passage[], quote: string): number[] {
  const texts = passages.map(({ text }) => bare(text));
  const whole = texts.join('');
  // Extraction may leave out the address of a link.
  const wanted = [quote, quote.replace(/\]\([^)]*\)/g, ']')].map(bare).find((one) => whole.includes(one));
  if (wanted === undefined) return [];
  const [from, to] = [whole.indexOf(wanted), whole.indexOf(wanted) + wanted.length];
  let start = 0;
  return texts.flatMap((text, index) => {
    const end = start + text.length;
    const shared = Math.min(to, end) - Math.max(from, start);
    start = end;
    return text.includes(wanted) || shared >= wanted.length * leastOfQuote ? [index] : [];
  });
}

/** Reads the passages and questions of a language. Throws if extraction has lost what answers a question. */
export async function hardSetOf(language: Language): Promise<HardSet> {
  const passages: Passage[] = [];
  const starts = new Map<string, { readonly first: number; readonly own: readonly Passage[] }>();
  for (const document of documentsOf(language)) {
    const own = await passagesOf(language, document);
    starts.set(document.id, { first: passages.length, own });
    passages.push(...own);
  }
  const seen = new Map<string, number>();
  const lost: string[] = [];
  const rightOf = ({ document, quote }: Place): number[] => {
    if (document === null || quote === null) return [];
    const { first = 0, own = [] } = starts.get(document) ?? {};
    const indices = having(own, quote).map((index) => first + index);
    if (indices.length === 0) lost.push(`${document}: ${quote}`);
    return indices;
  };
  const questions = questionsOf(language).map((question): Asked => {
    const { kind, text, answer, also = [] } = question;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    const right = new Set([question, ...also].flatMap(rightOf));
    return { language, kind, text, half: before % 2 === 0 ? 'tuned' : 'reported', right, answer };
  });
  if (lost.length > 0) throw new Error(`Extraction has lost what answers a question:\n${lost.join('\n')}`);
  return { name: language, passages, questions };
}

/** Joins the sets of all languages in one, so that each question has the passages of all of them against it. */
export function joined(sets: readonly HardSet[]): HardSet {
  const passages: Passage[] = [];
  const questions: Asked[] = [];
  for (const set of sets) {
    const first = passages.length;
    passages.push(...set.passages);
    questions.push(
      ...set.questions.map((question) => ({
        ...question,
        right: new Set([...question.right].map((index) => first + index)),
      })),
    );
  }
  return { name: 'all', passages, questions };
}
