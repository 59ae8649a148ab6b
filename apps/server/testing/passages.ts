import type { FoundPassage } from '../src/models/model.ts';

/** A passage that a search could have found. */
export const foundPassage = (number: number, text: string, more: Partial<FoundPassage> = {}): FoundPassage => ({
  ...{
    source: `src_${number}`,
    sourceType: 'text',
    document: `doc_${number}`,
    documentKey: `key_${number}`,
    title: `Page ${number}`,
    url: null,
  },
  ...{ version: 1, chunk: number, text, headings: [], page: null, start: 100, end: 100 + text.length },
  ...{ score: 1 / number, isNear: false },
  ...more,
});
