// @module-tag pure

import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { lex } from './markdown-lexer.ts';

const options = { gfm: true, breaks: true };

/** The nesting of tokens in tokens and in the items of lists. */
function depthOf(tokens: readonly Token[]): number {
  let depth = 0;
  let level = [...tokens];
  for (; level.length > 0; depth += 1) {
    level = level.flatMap((token) => [
      ...('tokens' in token ? (token.tokens ?? []) : []),
      ...('items' in token ? (token.items as Token[]) : []),
    ]);
  }
  return depth;
}

const many = 2_000;
const deep: Readonly<Record<string, string>> = {
  quotes: `${'> '.repeat(many)}deep`,
  'quotes without spaces': `${'>'.repeat(many)}deep`,
  lists: `${'- '.repeat(many)}deep`,
  'numbered lists': `${'1. '.repeat(many)}deep`,
  'indented lists': Array.from({ length: 200 }, (_, level) => `${'  '.repeat(level)}- item`)
    .join('\n')
    .concat(' deep'),
  emphasis: `${'*a **b '.repeat(many)}deep ${'b** a*'.repeat(many)}`,
  'struck text': `${'~~a *b '.repeat(many)}deep ${'b* a~~'.repeat(many)}`,
  links: `${'['.repeat(many)}deep${'](https://example.com)'.repeat(many)}`,
};

describe('Markdown', () => {
  it.each(Object.keys(deep))('of deeply nested %s is shown with all its words', (name) => {
    const tokens = lex(deep[name] ?? '');
    expect(depthOf(tokens)).toBeLessThan(100);
    expect(marked.parser(tokens, options)).toContain('deep');
  });

  it.each([
    '> > > quote\n> > back\n\n- a\n  - b\n    1. c\n\n      > d',
    '# Title\n\n**bold *and italic* text**, `code`, [link **bold**](https://example.com)\n\n| a | b |\n|---|---|\n| *c* | d |',
    '```js\nconst a = 1;\n```\n\n- [x] done\n- [ ] open\n\n[name]: https://example.com\n\n[name]',
  ])('of usual depth is read as ever: %j', (text) => {
    expect(marked.parser(lex(text), options)).toBe(marked.parse(text, options));
  });
});
