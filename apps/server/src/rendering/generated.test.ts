// @module-tag pure

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platforms, problemsOf } from '../../testing/platform-formats/platforms.ts';
import { browserText, lettersOf } from '../../testing/platform-formats/visible.ts';
import { announceSeed, runs } from '../../testing/processes/runs.ts';

const isUsual = runs(50, undefined, 150) <= 150 && process.env['PARLEY_TEST_SEED'] === undefined;

/**
 * The same messages each time, unless more are wanted: the parsers of these tests are ours, and may err about a message
 * that no model writes.
 */
const seed = isUsual ? 48 : announceSeed('apps/server/src/rendering/generated.test.ts');

/** Long enough for a run that `PARLEY_TEST_RUNS` makes larger. */
const timeout = 60_000 + 1_000 * runs(50, undefined, 150);
const options = { seed, numRuns: runs(50, undefined, 150) };

const word = fc.constantFrom(
  'alpha',
  'βeta',
  'gämma',
  '漢字',
  'สวัสดี',
  '👩‍👩‍👧',
  'a_b',
  '5*3',
  '&amp;',
  '<i>',
  '@everyone',
  '1.',
  '#',
);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));

/** Markdown of a line: texts in formats in formats. */
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    sentence,
    fc.tuple(tie('inline'), tie('inline')).map(([a, b]) => `${a} ${b}`),
    fc
      .tuple(
        fc.constantFrom('*', '**', '_', '__', '~~', '`', '***'),
        tie('inline'),
        fc.constantFrom('', ' ', 'x', '\n'),
      )
      .map(([mark, inner, after]) => `${mark}${inner}${mark}${after}`),
    fc
      .tuple(
        tie('inline'),
        fc.constantFrom('https://example.com/a_(b)', 'javascript:x', '/rel', 'mailto:a@b.cd', '<x y>'),
      )
      .map(([label, target]) => `[${label}](${target})`),
    fc.constantFrom('<br>', '\\*', '![alt](https://example.com/i.png)', 'https://example.com/x_y', '[1]'),
  ),
}));

/** Markdown of a message: blocks in blocks. */
const { block } = fc.letrec<{ block: string }>((tie) => {
  const inner = tie('block').map((text) => text.split('\n'));
  return {
    block: fc.oneof(
      { maxDepth: 3 },
      inline,
      inline.map((text) => `## ${text.replaceAll('\n', ' ')}`),
      inner.map((lines) => lines.map((line) => `> ${line}`).join('\n')),
      fc
        .array(inner, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((lines) => `- ${lines.join('\n  ')}`).join('\n')),
      inner.map((lines) => `3. ${lines.join('\n   ')}`),
      inner.map((lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``),
      fc.array(inline, { minLength: 2, maxLength: 2 }).map((cells) => {
        const row = cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ');
        return `| a | b |\n|---|---|\n| ${row} |`;
      }),
      fc.array(tie('block'), { minLength: 2, maxLength: 4 }).map((blocks) => blocks.join('\n\n')),
    ),
  };
});

const signs = fc.string({ unit: fc.constantFrom(...'*_~`[]()<>#|&\\!-+.:@ \n\tab1é漢😀\u200b\ud83d'), maxLength: 200 });

describe.each(platforms)('generated messages for $name', (platform) => {
  test('are accepted, and show all that a browser shows', { timeout }, () => {
    fc.assert(
      fc.property(block, (markdown) => {
        expect(problemsOf(platform, markdown, browserText(markdown))).toEqual([]);
      }),
      options,
    );
  });

  test('of any length are split within the limits', { timeout }, () => {
    fc.assert(
      fc.property(block, fc.integer({ min: 20, max: 200 }), (markdown, times) => {
        const long = Array.from({ length: times }, () => markdown)
          .join('\n\n')
          .slice(0, 19_000);
        expect(problemsOf(platform, long, browserText(long))).toEqual([]);
      }),
      { ...options, numRuns: runs(15, undefined, 40) },
    );
  });

  test('of signs are accepted', { timeout }, () => {
    fc.assert(
      fc.property(signs, (markdown) => {
        expect(problemsOf(platform, markdown, '')).toEqual([]);
      }),
      { ...options, numRuns: runs(100, undefined, 300) },
    );
  });

  test('of escaped signs have no format, and show each letter', { timeout }, () => {
    fc.assert(
      fc.property(signs, (text) => {
        const whole = text.toWellFormed();
        const escaped = `a${whole.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/[\n\t ]{1,200}/g, ' ')}`;
        const parts = platform.render(escaped).map((part) => platform.parse(part.text));
        expect(parts.flatMap(({ formats }) => formats)).toEqual([]);
        // Two of the signs of the same shape count as letters.
        expect(lettersOf(parts.map((part) => part.text).join('')).replace(/[ˍˋ]/g, '')).toBe(lettersOf(`a${whole}`));
      }),
      { ...options, numRuns: runs(100, undefined, 300) },
    );
  });
});
