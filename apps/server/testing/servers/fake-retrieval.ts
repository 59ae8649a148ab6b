import type { Found, Retrieval } from '../../src/retrieval/retrieval.ts';
import { contentWords, wordFinder } from '../../src/text/content-words.ts';

/** A chunk as a search finds it. */
export const found = (number: number, text: string, more: Partial<Found> = {}): Found => ({
  ...{ source: `src_${number}`, sourceName: 'Help', sourceType: 'text', document: `doc_${number}` },
  ...{ documentKey: `key_${number}`, title: `Page ${number}`, url: null, version: 1, chunk: number, text },
  ...{ headings: [], page: null, start: 100, end: 100 + text.length, score: 1 / number, terms: [] },
  ranks: { lexical: number, vectors: null, rerank: null },
  ...more,
});

/** A retrieval over chunks that a test names: those with a word of the question, most words first. */
export function fakeRetrieval(chunks: readonly Found[] = []) {
  const asked: Parameters<Retrieval['search']>[0][] = [];
  const state = { chunks, failure: undefined as Error | undefined };
  const ranked = (text: string, topK: number) => {
    const words = contentWords(text);
    const scored = state.chunks.map((chunk) => ({
      chunk,
      has: wordFinder(`${chunk.title} ${chunk.text}`)(words).size,
    }));
    return scored
      .filter(({ has }) => has > 0)
      .toSorted((one, other) => other.has - one.has)
      .slice(0, topK)
      .map(({ chunk }) => chunk);
  };
  const retrieval: Retrieval = {
    search: async (query) => {
      asked.push(query);
      if (state.failure !== undefined) throw state.failure;
      const text = [query.text, ...(query.context ?? [])].join(' ');
      return { found: ranked(text, query.topK), mode: query.mode, notes: [] };
    },
    searchSource: async ({ text, topK }) => ranked(text, topK),
  };
  return { retrieval, asked, state };
}
