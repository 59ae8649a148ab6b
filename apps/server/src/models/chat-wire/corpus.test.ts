// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Heard, hear } from '../../../testing/model-streams/hear.ts';
import { ModelError } from '../model.ts';

const folder = new URL('../../../testing/model-streams/servers/', import.meta.url);

interface Expected extends Omit<Heard, 'usage' | 'thoughts' | 'calls' | 'finish'> {
  readonly thoughts?: string;
  readonly finish?: string;
  readonly usage?: readonly (number | null)[];
  readonly calls?: readonly (readonly string[])[];
  /** The provider's own words of a failure; null if it said none. */
  readonly failure?: string | null;
}

/** Reads a file: its sources, what is expected of it, and after an empty line the body. */
function readSample(name: string) {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const at = text.indexOf('\n\n');
  const head = text.slice(0, at).split('\n');
  const expected = head.find((line) => line.startsWith('# expected '))?.slice('# expected '.length) ?? '{}';
  return { sources: head.length - 1, expected: JSON.parse(expected) as Expected, body: text.slice(at + 2) };
}

const names = readdirSync(folder);

/** The same body as other servers and networks deliver it. */
const deliveries = {
  'at once': (body: string) => [Buffer.from(body)],
  'byte by byte': (body: string) => [...Buffer.from(body)].map((byte) => Uint8Array.of(byte)),
  'after a byte order mark, with CRLF': (body: string) => [Buffer.from(`\ufeff${body.replaceAll('\n', '\r\n')}`)],
};

describe.each(Object.entries(deliveries))('a stream %s', (_how, deliver) => {
  test.each(names)('%s', (name) => {
    const { sources, expected, body } = readSample(name);
    expect(sources).toBeGreaterThan(0);
    const { heard, error } = hear(deliver(body));
    expect([heard.text, heard.thoughts]).toEqual([expected.text, expected.thoughts ?? '']);
    expect(heard.calls.map((call) => [call.id, call.name, call.arguments])).toEqual(expected.calls ?? []);
    if (expected.failure === undefined) {
      expect(error).toBeUndefined();
      expect(heard.finish).toBe(expected.finish);
      expect([heard.usage?.inputTokens ?? null, heard.usage?.outputTokens ?? null]).toEqual(expected.usage);
    } else {
      expect(error).toBeInstanceOf(ModelError);
      expect((error as ModelError).told?.message ?? null).toBe(expected.failure);
    }
  });
});

test('the corpus has the streams of at least ten servers', () => {
  expect(new Set(names.map((name) => name.split(/-|\./)[0])).size).toBeGreaterThanOrEqual(10);
});
