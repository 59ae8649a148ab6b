// @module-tag pure

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { announceSeed, runs } from '../../testing/processes/runs.ts';
import { readTold } from './failure.ts';
import { redactSecrets } from './redact-secrets.ts';

const seed = announceSeed('apps/server/src/models/redact-secrets.test.ts');
const settings = { seed, numRuns: runs(150) };

const key = 'sk-proj-Ab3dE6gH9jK2mN5pQ8sT1vW4yZ7_x0C';
const middle = 'dE6gH9jK2m';
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0));
const spaced = (text: string, between: string) => [...text].join(between);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const percent = (text: string) =>
  `%${spaced(Buffer.from(text).toString('hex').replaceAll(/../g, '$& '), '').trim().replaceAll(' ', '%')}`;

describe('a run of eight characters of a key', () => {
  test.each([
    ['as it is', middle],
    ['in another case', middle.toUpperCase()],
    ['spaced', spaced(middle, ' ')],
    ['hyphenated', spaced(middle, '-')],
    ['between marks', spaced(middle, '*.\u200b')],
    ['on lines', spaced(middle, '\r\n')],
    ['in full width', wide(middle)],
    ['in base64', base64(middle)],
    ['in base64url', Buffer.from(middle).toString('base64url')],
    ['in base64 of more, at the next place', base64(`a${key}`)],
    ['in base64 of more, at the last place', base64(`ab${key}`)],
    ['in spaced base64', spaced(base64(middle), ' ')],
    ['in hex', Buffer.from(middle).toString('hex')],
    ['in hex with colons', percent(middle).replaceAll('%', ':')],
    ['percent-encoded', percent(middle)],
    ['percent-encoded in part', key.slice(0, 12).replaceAll('-', '%2D')],
    [
      'as escapes of JSON',
      [...middle].map((char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
    ],
    ['as entities', [...middle].map((char) => `&#${char.codePointAt(0)};`).join('')],
  ])('goes: %s', (_what, written) => {
    const shown = redactSecrets(`The key <${written}> is not valid`, [key]);
    expect(shown).toMatch(/^The key <.{0,3}\[redacted\].{0,6}> is not valid$/);
    expect(readTold({ error: { message: `The key <${written}> is not valid` } }, [key]).message).not.toContain(written);
  });

  test('goes with separators of any kind', () => {
    const separator = fc.array(fc.constantFrom(' ', '-', '_', '.', '/', '\u200b', '\u2014', '\n', '%', '\\', '"'), {
      maxLength: 3,
    });
    const generated = fc.record({
      secret: fc.string({
        minLength: 20,
        maxLength: 60,
        unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEF0123456789-_'),
      }),
      start: fc.nat(30),
      length: fc.integer({ min: 8, max: 60 }),
      separators: fc.array(separator, { minLength: 1, maxLength: 20 }),
      isWide: fc.boolean(),
      around: fc.constantFrom('', 'The key ', '42', 'x', '()'),
    });
    const fold = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '');
    fc.assert(
      fc.property(generated, ({ secret, start, length, separators, isWide, around }) => {
        const written = [...secret.slice(start, start + length)]
          .map((char, at) => (isWide ? wide(char) : char) + (separators[at % separators.length] ?? []).join(''))
          .join('');
        // A mark stands between what it divides.
        const pieces = redactSecrets(`${around}${written}${around}`, [secret]).split('[redacted]').map(fold);
        const known = fold(secret);
        for (let at = 0; at + 8 <= known.length; at += 1) {
          for (const piece of pieces) expect(piece).not.toContain(known.slice(at, at + 8));
        }
      }),
      settings,
    );
  });

  test('goes from base64 and hex, wherever it stands there', () => {
    const generated = fc.record({
      secret: fc
        .string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' })
        .filter((text) => /[a-z0-9]{4}/.test(text)),
      start: fc.nat(40),
      before: fc.string({ maxLength: 4, unit: 'grapheme-ascii' }),
      encoding: fc.constantFrom('base64', 'base64url', 'hex'),
    });
    fc.assert(
      fc.property(generated, ({ secret, start, before, encoding }) => {
        const part = secret.slice(Math.min(start, secret.length - 8));
        const written = Buffer.from(before + part).toString(encoding);
        const [bits, run] = encoding === 'hex' ? [4, 16] : [6, 8];
        const first = Math.ceil((before.length * 8) / bits);
        const last = Math.floor(((before.length + part.length) * 8) / bits);
        const shown = redactSecrets(`(${written})`, [secret]);
        for (let at = first; at + run <= last; at += 1) expect(shown).not.toContain(written.slice(at, at + run));
      }),
      settings,
    );
  });

  test('is all that goes', () => {
    const text = 'The model gpt-5 of project proj-1 does not exist: 400 Bad Request — größe %2F \\u0041 &#65; déjà vu.';
    expect(redactSecrets(text, [key])).toBe(text);
    expect(redactSecrets(`${key.slice(20, 27)} and seven more`, [key])).toBe(`${key.slice(20, 27)} and seven more`);
    expect(redactSecrets(text, [])).toBe(text);
    expect(redactSecrets('a to be or not', ['a', '', '--'])).toBe('a to be or not');
  });

  test('is looked for in linear time', () => {
    const start = process.cpuUsage();
    readTold({ error: { message: `${spaced(key, '  ')} `.repeat(100_000) } }, [key, 'k'.repeat(2_000)]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(3_000);
  });
});
