// @module-tag pure
import { describe, expect, it } from 'vitest';
import { documentsOf, hardSetOf, kinds, languages, questionsOf } from './hard-set.ts';

const documents = languages.flatMap(documentsOf);
const questions = languages.flatMap(questionsOf);
const answerable = questions.filter(({ kind }) => kind !== 'unanswerable');

/** The values that occur more than once. */
const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

describe('the hard set', () => {
  it('has enough questions of each kind in each language', () => {
    expect(questions.length).toBeGreaterThanOrEqual(300);
    for (const language of languages) {
      const its = questions.filter(({ id }) => id.startsWith(`${language}-`)).map(({ kind }) => kind);
      for (const kind of kinds) expect(its, `${language}, ${kind}`).toContain(kind);
      expect(its.every((kind) => kinds.includes(kind))).toBe(true);
    }
  });

  it('has no ID, document or question twice', () => {
    expect(repeated([...documents, ...questions].map(({ id }) => id))).toEqual([]);
    expect(repeated(documents.map(({ text }) => text))).toEqual([]);
    expect(repeated(questions.map(({ text }) => text.trim().toLowerCase()))).toEqual([]);
  });

  it('names a source and a licence of each document', () => {
    for (const { id, title, source, licence } of documents)
      expect([title, source, licence].every(Boolean), id).toBe(true);
  });

  it('quotes documents exactly', () => {
    const texts = new Map(documents.map(({ id, text }) => [id, text]));
    for (const question of answerable) {
      expect(question.answer, question.id).not.toEqual([]);
      for (const { document, quote } of [question, ...(question.also ?? [])]) {
        expect(quote, question.id).toBeTruthy();
        expect(texts.get(document ?? ''), question.id).toContain(quote);
      }
    }
  });

  it('has no place for a question that nothing answers', () => {
    for (const { id, kind, document, quote, answer, also = [] } of questions)
      if (kind === 'unanswerable')
        expect({ id, document, quote, answer, also }).toMatchObject({
          document: null,
          quote: null,
          answer: [],
          also: [],
        });
  });

  it.each(languages)('has a chunk for each quote, as extraction leaves it: %s', async (language) => {
    const { passages, questions: asked } = await hardSetOf(language);
    for (const { kind, text, right } of asked) {
      expect(right.size > 0, text).toBe(kind !== 'unanswerable');
      // Not more than the chunks that a quote can be in, and its other places.
      expect(right.size).toBeLessThan(8);
      expect(Math.max(0, ...right)).toBeLessThan(passages.length);
    }
  });
});
