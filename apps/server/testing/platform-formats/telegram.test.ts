// @module-tag pure

import { describe, expect, test } from 'vitest';
import { nestingProblem, parseTelegramHtml } from './telegram.ts';

const refusal = (html: string): string => {
  try {
    parseTelegramHtml(html);
  } catch (error) {
    return (error as Error).message.replace("Bad Request: can't parse entities: ", '');
  }
  return 'accepted';
};

describe("Telegram's parser of HTML", () => {
  test.each([
    ['<b>bold', `Can't find end tag corresponding to start tag "b"`],
    ['<b>a</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ['a</b>', 'Unexpected end tag at byte offset 1'],
    ['ü<p>a</p>', 'Unsupported start tag "p" at byte offset 2'],
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['<b', 'Unclosed start tag at byte offset 0'],
    ['<a href>x</a>', 'accepted'],
    ['<a href=x/y>x</a>', 'Unexpected end of name token at byte offset 8'],
    ['<a href="x', 'Unclosed start tag at byte offset 0'],
    ['<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<span>a</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<b>a</b', 'Unclosed end tag at byte offset 4'],
    [
      '&#xd800;',
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    ],
    ['<!-- a -->', 'Unsupported start tag "!--" at byte offset 0'],
  ])('answers %s with %s', (html, expected) => {
    expect(refusal(html)).toBe(expected);
  });

  test('reads entities, with offsets in UTF-16 units', () => {
    const html =
      '🙂 <b>a <i>b</i></b> &lt;&amp;&gt;&quot; &nbsp; <a href="https://example.com/?a=1&amp;b">c</a> <code>d</code>\n' +
      '<pre><code class="language-ts">e</code></pre><pre>f</pre><blockquote>g</blockquote><B></B>';
    expect(parseTelegramHtml(html)).toEqual({
      text: '🙂 a b <&>" &nbsp; c d\nefg',
      entities: [
        { type: 'bold', offset: 3, length: 3 },
        { type: 'italic', offset: 5, length: 1 },
        { type: 'text_link', offset: 19, length: 1, url: 'https://example.com/?a=1&b' },
        { type: 'code', offset: 21, length: 1 },
        { type: 'pre', offset: 23, length: 1, language: 'ts' },
        { type: 'pre', offset: 24, length: 1 },
        { type: 'blockquote', offset: 25, length: 1 },
      ],
    });
  });

  test.each([
    ['<b>a<i>b</i></b> <blockquote><b>a</b><pre>b</pre></blockquote>', undefined],
    ['<b>a <code>b</code></b>', 'code in bold'],
    ['<a href="https://a.b">a <code>b</code></a>', 'code in text_link'],
    ['<blockquote>a<blockquote>b</blockquote></blockquote>', 'blockquote in blockquote'],
    ['<b>a<b>b</b></b>', 'bold in bold'],
  ])('finds in %s: %s', (html, problem) => {
    expect(nestingProblem(parseTelegramHtml(html).entities)).toBe(problem);
  });
});
