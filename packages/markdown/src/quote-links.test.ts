// @module-tag pure

import { expect, test } from 'vitest';
import { quoteParts } from './quote-links.ts';

test.each([
  ['Fill in [Form A](https://a.example/f?a=1) first.', ['Fill in ', ['Form A', 'https://a.example/f?a=1'], ' first.']],
  [
    '[Call us](tel:+4930) or [write](mailto:a@b.example)',
    [['Call us', 'tel:+4930'], ' or ', ['write', 'mailto:a@b.example']],
  ],
  [
    '[x](javascript:alert(1)) [y](data:text/html,z) [z](//a.example)',
    ['[x](javascript:alert(1)) [y](data:text/html,z) [z](//a.example)'],
  ],
  ['*Not* `Markdown` <b>[1]</b>', ['*Not* `Markdown` <b>[1]</b>']],
  ['', []],
])('%s', (quote, expected) => {
  expect(quoteParts(quote).map(({ text, address }) => (address === undefined ? text : [text, address]))).toEqual(
    expected,
  );
});

test('a quote of nothing but brackets is divided in linear time', () => {
  expect(quoteParts('['.repeat(200_000))).toHaveLength(1);
  expect(quoteParts('[a](https://'.repeat(20_000))).toHaveLength(1);
});
