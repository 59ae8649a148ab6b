// @module-tag pure

import { expect, test } from 'vitest';
import { decodeEntities } from './character-references.ts';

test.each([
  ['a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos;', `a & b <c> "d" 'e'`],
  ['&eacute;&hellip;&NotEqualTilde;&nbsp;.', 'é…\u2242\u0338\u00a0.'],
  ['&#65;&#x1F600;&#X41;', 'A😀A'],
  ['&amp;lt;', '&lt;'],
  ['&unknown; &copyright; &copy &; &#; &#x; &#12345678;', '&unknown; &copyright; &copy &; &#; &#x; &#12345678;'],
  ['&#0;&#xd800;&#x110000;', '\ufffd\ufffd\ufffd'],
  // HTML reads the numbers of the C1 controls as bytes of windows-1252.
  ['&#128;&#x96;&#129;', '€–\u0081'],
])('%s is decoded once', (text, expected) => {
  expect(decodeEntities(text)).toBe(expected);
});
