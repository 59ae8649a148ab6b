// @module-tag pure

import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { platforms, problemsOf } from '../../testing/platform-formats/platforms.ts';
import { browserText } from '../../testing/platform-formats/visible.ts';

interface Example {
  readonly markdown: string;
  readonly number: number;
}

const { tests: commonMark }: { tests: readonly Example[] } = createRequire(import.meta.url)('commonmark-spec');

/** Examples of GitHub Flavored Markdown, beyond CommonMark. */
const flavored: readonly string[] = [
  '| foo | bar |\n| --- | --- |\n| baz | bim |',
  '| abc | defghi |\n:-: | -----------:\nbar | baz',
  '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
  '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
  '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
  '| abc | def |\n| --- | --- |',
  '| a | b |\n| --- | --- |\n| [x](https://example.com/1) | 漢字 ![y](https://example.com/y.png) |\n\ntext',
  `| a | b |\n| --- | --- |\n| ${'long '.repeat(60)}| c<br>d |`,
  '~~Hi~~ Hello, ~there~ world!',
  'This ~~has a\n\nnew paragraph~~.',
  'This will ~~~not~~~ strike.',
  '**a ~~b _c ~~d~~ e_~~ f**',
  '- [ ] foo\n- [x] bar',
  '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
  '1. [x] one\n2. [ ] two',
  'www.commonmark.org/help, http://commonmark.org, https://encrypted.google.com/search?q=Markup+(business)',
  'foo@bar.baz, hello+xyz@mail.example isn’t hello@mail+xyz.example, a.b-c_d@a.b.',
  'An answer [1], and another [2][3]. See [4](https://example.com/a_b_c).',
];

describe.each(platforms)('the examples for $name', (platform) => {
  test('of CommonMark are accepted, and show all that a browser shows', () => {
    expect(commonMark.length).toBe(652);
    const failures = commonMark.flatMap(({ markdown, number }) => {
      return problemsOf(platform, markdown, browserText(markdown)).map((problem) => `${number}: ${problem}`);
    });
    expect(failures).toEqual([]);
  });

  test('of GitHub Flavored Markdown are accepted, and show all that a browser shows', () => {
    const failures = flavored.flatMap((markdown) => {
      return problemsOf(platform, markdown, browserText(markdown)).map((problem) => `${markdown}: ${problem}`);
    });
    expect(failures).toEqual([]);
  });
});
