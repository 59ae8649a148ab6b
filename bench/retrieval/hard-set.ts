import { existsSync, readFileSync } from 'node:fs';
import { cutChunks } from '../../apps/server/src/extract/chunks/cut.ts';
import { readMarkdown } from '../../apps/server/src/extract/parsers/markdown.ts';
import type { TestDocument } from '../../apps/server/testing/fixtures/knowledge.ts';

/** The languages of the hard set. */
const languages = ['en', 'de', 'fr', 'es', 'ru', 'ja'] as const;

/** A document of the hard set: documentation of a product, as Markdown. */
interface HardDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A question to the documents, and the parts of them that answer it. */
export interface HardQuestion {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly text: string;
  /** The documents that answer it, and the place in each; none if nothing does. */
  readonly right: readonly { readonly document: string; readonly quote: string }[];
  /** A right answer contains one of these. */
  readonly answer: readonly string[];
}

interface QuestionLine extends Omit<HardQuestion, 'right' | 'language'> {
  readonly document: string | null;
  readonly quote: string | null;
  readonly also?: HardQuestion['right'];
}

function lines<Line>(name: string): Line[] {
  const file = new URL(`./hard/${name}.jsonl`, import.meta.url);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** The documents of all languages, read and cut as the product does, with their IDs as keys. */
export const hardDocuments = (): TestDocument[] =>
  languages.flatMap((language) =>
    lines<HardDocument>(`${language}.documents`).flatMap(({ id, title, text }) =>
      readMarkdown({ bytes: Buffer.from(text) }).documents.map((document) => ({
        ...{ title, key: id },
        chunks: cutChunks(document).map(({ text: chunk, headings }) => ({ text: chunk, headings })),
      })),
    ),
  );

/** The questions of all languages. */
export const hardQuestions = (): HardQuestion[] =>
  languages.flatMap((language) =>
    lines<QuestionLine>(`${language}.questions`).map(({ id, kind, text, answer, document, quote, also = [] }) => {
      const right = document === null || quote === null ? [] : [{ document, quote }, ...also];
      return { id, language, kind, text, answer, right };
    }),
  );
