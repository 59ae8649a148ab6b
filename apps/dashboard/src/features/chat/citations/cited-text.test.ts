// @module-tag pure

import type { Citation, MessagePart } from '@parley/sdk';
import { expect, it } from 'vitest';
import { citedText, pieces, unmarked } from './cited-text.ts';

const citation = (start: number) =>
  ({
    source: 'src_1',
    document: 'doc_1',
    start,
    end: start + 5,
    quote: 'quote',
    title: 'Title',
    url: null,
    score: 1,
  }) as Citation;
const said = (text: string): MessagePart => ({ type: 'text', text });
const cites = (start: number): MessagePart => ({ type: 'citation', citation: citation(start) });

function read(...parts: MessagePart[]) {
  const citations = parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : []));
  const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return citedText({ content, citations, parts });
}

it('numbers citations in their places, and a repeated one alike', () => {
  const { text, citations } = read(said('One.'), cites(1), cites(9), said(' Two.'), cites(1), cites(1));
  expect(text).toBe('One.⸨1⸩⸨2⸩ Two.⸨1⸩');
  expect(citations.map(({ start }) => start)).toEqual([1, 9]);
});

it('citations before the text have no place, and a text without any stays as it is', () => {
  expect(read(cites(1), said('One.')).text).toBe('One.');
  expect(read(said('Has ⸨1⸩.')).text).toBe('Has ⸨1⸩.');
});

it('a model can’t write a number of its own, nor make one part of a link', () => {
  expect(read(said('One ⸨1⸩.'), cites(1)).text).toBe('One ((1)).⸨1⸩');
  expect(read(said('See https://example.com/a'), cites(1)).text).toBe('See https://example.com/a ⸨1⸩');
});

it('tells a text from its numbers', () => {
  expect(pieces('One.⸨1⸩⸨2⸩ Two')).toEqual(['One.', 1, '', 2, ' Two']);
  expect(unmarked('One.⸨1⸩ Two')).toBe('One. Two');
});
