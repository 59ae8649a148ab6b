// @module-tag pure

import { expect, test } from 'vitest';
import { read } from '../read.ts';

const readText = async (text: string, url?: string) => {
  const { documents, warnings } = await read(
    { format: 'markdown', fileName: 'x.md', url },
    new Uint8Array(Buffer.from(text)),
  );
  return { text: documents[0]?.text, title: documents[0]?.title, warnings };
};

test('front matter gives the title only, in YAML and TOML', async () => {
  const toml = '+++\ntitle = "Delivery times"\ninternal_note = "43 percent"\n+++\n\n# Delivery\n\nTwo days.';
  expect(await readText(toml)).toMatchObject({ title: 'Delivery times', text: 'Delivery\n\nTwo days.' });
  const yaml = "\ufeff---\r\ntitle: 'It''s here'\r\ninternal_note: 43\r\n...\r\nTwo days.";
  expect(await readText(yaml)).toMatchObject({ title: "It's here", text: 'Two days.' });
  expect((await readText('---\n\nA paragraph.\n\n---\n\nMore.')).text).toBe('A paragraph.\n\nMore.');
});

test('links keep their addresses, if anyone can open them', async () => {
  const links =
    '[a](https://a.example/x_(y)) [b](mailto:b@b.example) [c](tel:+4912) [d](/rel) [e](#f) [g](javascript:h)';
  expect((await readText(links)).text).toBe(
    '[a](https://a.example/x_%28y%29) [b](mailto:b@b.example) [c](tel:+4912) d e g',
  );
  expect((await readText('[d](../rel)', 'https://d.example/docs/a.md')).text).toBe('[d](https://d.example/rel)');
  expect((await readText('<https://a.example> b@b.example')).text).toBe('https://a.example b@b.example');
  expect((await readText('# A [link](https://a.example)\n\nText')).text).toBe('A link\n\nText');
  expect((await readText('See <a href="https://a.example/?b=1&amp;c=2">this</a>')).text).toBe(
    'See [this](https://a.example/?b=1&c=2)',
  );
});

test('superscripts and subscripts keep their meaning', async () => {
  expect((await readText('x², 10^3^, m<sup>2</sup>, H~2~O, v<sub>max</sub>, e<sup>i&pi;</sup>')).text).toBe(
    'x², 10³, m², H₂O, v_(max), e^(iπ)',
  );
});

test('struck text is left out with a note', async () => {
  expect(await readText('Now ~~40~~ 55 or <del>4</del> 5.\n\n| A | B |\n|---|---|\n| ~1~ | 2 |')).toMatchObject({
    text: 'Now 55 or 5.\n\nB: 2',
    warnings: [{ code: 'struck_text', message: 'Struck text was left out in 3 places.' }],
  });
});

test('entities, breaks and the texts of pictures are text; what is nested too deeply is told', async () => {
  expect((await readText('&copy; caf&eacute;<br>line <img alt="a plan" src="x.png">')).text).toBe(
    '© café\nline a plan',
  );
  expect((await readText('[^1]: word')).text).toBe('[^1]: word');
  expect((await readText(`${'> '.repeat(60)}deep`)).warnings).toMatchObject([{ code: 'read_as_text' }]);
});
