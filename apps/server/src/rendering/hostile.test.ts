// @module-tag pure

import { describe, expect, test } from 'vitest';
import { platforms, problemsOf } from '../../testing/platform-formats/platforms.ts';
import { runs } from '../../testing/processes/runs.ts';
import { renderSlack } from './formats/slack.ts';

const repeated = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const list = (line: (index: number) => string, separator: string) => (length: number) => {
  const lines: string[] = [];
  for (let size = 0; size < length; size += (lines.at(-1)?.length ?? 0) + 1) lines.push(line(lines.length));
  return lines.join(separator).slice(0, length);
};

/** Texts of any length that take a parser of Markdown, or a compiler, much work. */
const attacks: Readonly<Record<string, (length: number) => string>> = {
  asterisks: repeated('*'),
  'asterisks and letters': repeated('*a'),
  'beginnings of emphasis': repeated('*a **b _c '),
  'ends of emphasis': repeated('a** '),
  tildes: repeated('~~a ~b '),
  'opening brackets': repeated('['),
  'links in links': repeated('[a]('),
  'images in images': repeated('![a]('),
  references: repeated('[a][b]'),
  backticks: repeated('`'),
  'backticks in growing numbers': list((index) => '`'.repeat(index + 1), ' '),
  'quotes in quotes': repeated('> '),
  'quotes with lazy lines': repeated('> a\nb\n'),
  'lists in lists': repeated('- '),
  'numbers in numbers': repeated('1. '),
  items: repeated('- a\n'),
  'items that are deeper each': list((index) => `${' '.repeat(index)}- a`, '\n'),
  headings: repeated('# a\n'),
  'underlined headings': repeated('a\n=\n'),
  paragraphs: repeated('a\n\n'),
  columns: (length) => `${repeated('|a')(length / 3)}\n${repeated('|-')(length / 3)}\n${repeated('|\n')(length / 3)}`,
  tables: repeated('|a|b|\n|-|-|\n|1|2|\n\n'),
  fences: repeated('```\n'),
  code: (length) => `\`\`\`\n${repeated('a `` ``` b\n')(length)}\n\`\`\``,
  angles: repeated('<a '),
  comments: repeated('<!--'),
  'character references': list((index) => `&x${index};`, ''),
  addresses: repeated('a@b.cd '),
  'web addresses': repeated('http://'),
  'a link with a long address': (length) => `[a](https://example.com/${'x'.repeat(length)})`,
  'a link with a long text': (length) => `[${repeated('word ')(length)}](https://example.com)`,
  'bold words': repeated('**a** '),
  'signs to escape': repeated('&<>"'),
  'combining marks': (length) => `a${'\u0301'.repeat(length)}`,
  emoji: repeated('😀'),
  'half characters': repeated('\ud83d'),
  spaces: repeated(' '),
  tabs: repeated('\t'),
  'line breaks': repeated('\n'),
  controls: repeated('\0\u0007\u001b'),
};

const named = Object.entries(attacks);

/** Length of a text, in UTF-16 units: more than a part holds on any platform. */
const several = runs(6_000, 'PARLEY_TEST_CHARACTERS', 20_000);

describe.each(platforms)('hostile texts for $name', (platform) => {
  test.each(named)('%s: are accepted, within the limits', (_name, attack) => {
    expect(problemsOf(platform, attack(several), '')).toEqual([]);
  });
});

/** Length of a long text, in UTF-16 units. */
const long = runs(50_000, 'PARLEY_TEST_CHARACTERS', 150_000);

describe('long hostile texts', () => {
  // Quadratic time would exceed the timeout by far: what counts is that it ends.
  test.each(named)('%s: are rendered whole', { timeout: 300_000 }, (_name, attack) => {
    const tooLong = renderSlack(attack(long)).filter(({ text }) => text.length > 4_000);
    expect(tooLong).toEqual([]);
  });

  test.each(platforms)('of any kind, one after the other, are rendered for $name', { timeout: 300_000 }, (platform) => {
    const text = named.map(([, attack]) => attack((2 * long) / named.length)).join('\n\n');
    expect(problemsOf(platform, text, '')).toEqual([]);
  });
});
