// @module-tag pure

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announceSeed, runs } from '../../testing/processes/runs.ts';
import type { MessagePart } from '../schemas/message-parts.ts';
import { bodyOf, citationsOf, columnsOf, endOf, furthest, partsAfter, partsOf, start } from './reply-body.ts';

const seed = announceSeed('apps/server/src/replies/reply-body.test.ts');
const settings = { seed, numRuns: runs(100) };

const text = fc
  .string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
  .map((each) => ({ type: 'text', text: each }) as const);
const citation = fc
  .record({ source: fc.string(), title: fc.string(), url: fc.constant(null), quote: fc.string(), score: fc.nat() })
  .map((each) => ({ type: 'citation', citation: each }) as const);
const names = { callId: fc.string(), name: fc.string() };
const call = fc.record({
  type: fc.constant('tool-call' as const),
  ...names,
  arguments: fc.dictionary(fc.string(), fc.nat()),
});
const result = fc.record({
  ...{ type: fc.constant('tool-result' as const), ...names },
  ...{ content: fc.string(), isError: fc.boolean() },
});
const parts = fc.array<MessagePart>(fc.oneof(text, citation, call, result), { maxLength: 12 });

/** Joins texts that follow each other, as a reply does. */
const joined = (all: readonly MessagePart[]): readonly MessagePart[] => partsOf(bodyOf(all));
const textOf = (all: readonly MessagePart[]) => all.map((part) => (part.type === 'text' ? part.text : '')).join('');
const othersOf = (all: readonly MessagePart[]) => all.filter(({ type }) => type !== 'text');

test('a reply keeps its parts; its text is that of its parts, at every moment', () => {
  fc.assert(
    fc.property(parts, (all) => {
      for (let length = 0; length <= all.length; length += 1) {
        const body = bodyOf(all.slice(0, length));
        expect(body.text).toBe(textOf(all.slice(0, length)));
        expect(othersOf(partsOf(body))).toEqual(othersOf(all.slice(0, length)));
        expect(partsOf(bodyOf(partsOf(body)))).toEqual(partsOf(body));
        const { content, citations, parts: stored } = columnsOf(body);
        const plain = [...(content === '' ? [] : [{ type: 'text', text: content }])];
        const cited = citationsOf(body).map((each) => ({ type: 'citation', citation: each }));
        expect(JSON.parse(citations)).toEqual(citationsOf(body));
        expect(stored === null ? [...plain, ...cited] : JSON.parse(stored)).toEqual(partsOf(body));
      }
    }),
    settings,
  );
});

test('a reader who stops anywhere and goes on gets each character and each part once, in order', () => {
  fc.assert(
    fc.property(parts, fc.nat(12), fc.nat(40), (all, count, offset) => {
      const whole = bodyOf(all);
      // It has seen a part of an earlier state of the reply, and of the next text some characters.
      const seen = bodyOf(all.slice(0, count));
      const { characters, others } = endOf(seen);
      const next = all[count];
      const more = next?.type === 'text' ? Math.min(offset, next.text.length) : 0;
      const place = furthest(start, { characters: characters + more, others });
      const had: readonly MessagePart[] = [
        ...all.slice(0, count),
        { type: 'text', text: whole.text.slice(characters, characters + more) },
      ];
      const rest = [...partsAfter(whole, place)];
      expect(joined([...had, ...rest])).toEqual(partsOf(whole));
    }),
    settings,
  );
});

test('a reader with any number of characters and parts gets the others once', () => {
  fc.assert(
    fc.property(parts, fc.nat(60), fc.nat(12), (all, characters, others) => {
      const rest = [...partsAfter(bodyOf(all), { characters, others })];
      expect(textOf(rest)).toBe(textOf(all).slice(characters));
      expect(othersOf(rest)).toEqual(othersOf(all).slice(others));
    }),
    settings,
  );
});
