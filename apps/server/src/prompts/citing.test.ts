// @module-tag pure

import { describe, expect, test } from 'vitest';
import type { FoundPassage } from '../models/model.ts';
import { createCiting, type Piece } from './citing.ts';

const passage = (text: string, chunk: number): FoundPassage => ({
  ...{ source: 'src_shop', sourceType: 'text', document: 'doc_shop', documentKey: 'shop', title: 'Shop', url: null },
  ...{ version: 1, chunk, text, headings: [], page: null, start: 0, end: text.length, score: 1, isNear: false },
});

const passages = [
  passage('Express delivery takes one working day. It costs twelve euros.', 0),
  passage('Returns are free within thirty days of the delivery.', 1),
];

const limits = { citations: 3, gatheredCharacters: 10_000 };

/** Cites in a reply that comes in pieces; returns its text, with the quotes of its citations in brackets. */
function cited(pieces: readonly string[], given: Partial<typeof limits> = {}) {
  const citing = createCiting({ passages, question: 'How fast is express?', limits: { ...limits, ...given } });
  const shown = (all: readonly Piece[]) =>
    all.map((piece) => ('text' in piece ? piece.text : `<${piece.citation.quote}>`)).join('');
  const said = [...pieces.flatMap((each) => citing.push(each)), ...citing.flush()];
  const text = shown(said);
  const plain = said.map((piece) => ('text' in piece ? piece.text : '')).join('');
  return { text, supported: shown(citing.finish(plain)) };
}

describe('citing', () => {
  test('puts the part that supports a sentence in the place of its marker, however the reply is cut', () => {
    const reply = 'Returns are free [2]. Express takes one working day [1].';
    const whole =
      'Returns are free<Returns are free within thirty days of the delivery.>. Express takes one working day';
    for (let at = 0; at <= reply.length; at += 1) {
      const { text, supported } = cited([reply.slice(0, at), reply.slice(at)]);
      expect(text).toBe(`${whole}<Express delivery takes one working day.>.`);
      expect(supported).toBe('');
    }
  });

  test('drops markers of passages that the prompt doesn’t have', () => {
    expect(cited(['Yes [3], no [0] and [99].']).text).toBe('Yes, no [0] and.');
  });

  test.each([
    ['no markers', ''],
    ['only markers of other passages', ' [9]'],
  ])('cites what a reply with %s says almost word by word', (_what, marker) => {
    const { supported } = cited([`Returns are free within thirty days of the delivery${marker}.`]);
    expect(supported).toBe('<Returns are free within thirty days of the delivery.>');
  });

  test.each([
    ['a marker', 'Returns are free within ninety days of the delivery [2].'],
    ['a marker of another passage', 'Returns cost twelve euros [2].'],
    ['no marker', 'Returns are free within ninety days of the delivery.'],
    ['no marker, and most words', 'Returns are not free within thirty days of the delivery.'],
  ])('cites nothing for a claim that no passage supports, with %s', (_what, reply) => {
    const { text, supported } = cited([reply]);
    expect(text + supported).not.toContain('<');
  });

  test('cites no more often than it may, and a place of a text once', () => {
    expect(cited(['Returns are free [2][2][2].']).text.match(/</g)).toHaveLength(1);
    expect(cited(['Returns are free [2]. One working day [1].'], { citations: 1 }).text.match(/</g)).toHaveLength(1);
    expect(cited(['Returns are free [2].'], { gatheredCharacters: 10 }).text).toBe('Returns are free.');
  });
});
