// @module-tag pure

import { describe, expect, test } from 'vitest';
import { codesPage, codesQuestions, formatsPage, formatsQuestions } from '../../../testing/fixtures/exact-questions.ts';
import { foundPassage } from '../../../testing/fixtures/passages.ts';
import type { FoundPassage } from '../model.ts';
import { extract } from './extract.ts';

const ask = async (question: string, passages: readonly FoundPassage[]) => {
  let [text, cited] = ['', 0];
  const messages = [{ role: 'user' as const, content: question }];
  const signal = new AbortController().signal;
  for await (const part of extract({ model: 'extract', system: '', messages, passages, temperature: 0, signal })) {
    if (part.type === 'text') text += part.text;
    if (part.type === 'citation') cited += 1;
  }
  return { first: text.split('\n\n')[0], text, cited };
};

/** The sections of a page as passages, each below its heading. */
const passagesOf = (page: string): FoundPassage[] =>
  page
    .split(/^# /m)
    .filter((section) => section.trim() !== '')
    .map((section, index) => {
      const [heading = '', ...lines] = section.trim().split('\n');
      return foundPassage(index + 1, `${heading}\n${lines.join('\n')}`, { title: 'Shop', headings: [heading] });
    });

describe.each([
  ['codes', codesPage, codesQuestions],
  ['short questions and formats', formatsPage, formatsQuestions],
])('%s: found exactly or not at all', (_name, page, questions) => {
  test.each(questions)('%s', async (question, answer) => {
    const { first, cited } = await ask(question, passagesOf(page));
    expect(first).toContain(answer ?? 'found nothing');
    expect(cited > 0).toBe(answer !== null);
  });
});

describe('an answer', () => {
  const said = async (question: string, texts: readonly string[]) =>
    (
      await ask(
        question,
        texts.map((text, index) => foundPassage(index + 1, text, { title: `Page ${index}` })),
      )
    ).text;

  test('goes on with the sentences of its paragraph about the same things, and with no others', async () => {
    const page =
      'Hiding the wireless network is said to improve security. In practice the network is found anyway. Pens are blue.';
    expect(await said('Does hiding the wireless network improve security?', [page])).toBe(
      'Hiding the wireless network is said to improve security. In practice the network is found anyway.',
    );
  });

  test('that is a command comes with the line that introduces it', async () => {
    const page = 'Reports go to the printer.\n\nSet the age of a profile in days:\n\n$ gset recalibrate-threshold 180';
    expect(await said('recalibrate-threshold', [page])).toBe(
      'Set the age of a profile in days:\n\n$ gset recalibrate-threshold 180',
    );
  });

  test('to “how many” has a figure', async () => {
    const pages = ['The menu lists the sheets of a file.', 'A file has room for 10,000 sheets.'];
    expect(await said('For how many sheets does a file have room?', pages.slice(0, 1))).toContain('found nothing');
    expect(await said('For how many sheets does a file have room?', pages)).toBe('A file has room for 10,000 sheets.');
  });

  test('is taken from the passage that the search ranks first, unless a later one has much more of the question', async () => {
    const pages = ['The lamp is cleaned with a dry cloth.', 'A cloth cleans the lamp.', 'Clean the lamp with vinegar.'];
    expect(await said('How is the lamp cleaned?', pages)).toMatch(/^The lamp is cleaned with a dry cloth\./);
    expect(await said('Is the lamp cleaned with vinegar?', pages)).toBe('Clean the lamp with vinegar.');
  });

  test('a word within another word is no match, the last part of a compound is', async () => {
    expect(await said('firmar', ['Verá un mensaje de confirmación.'])).toContain('found nothing');
    expect(await said('Was ist mit den Passwörtern?', ['Benutzerpasswörter sind geheim.'])).toBe(
      'Benutzerpasswörter sind geheim.',
    );
  });
});

describe('without an answer', () => {
  const guide = foundPassage(1, 'The lamp is cleaned with a dry cloth. Pull the plug first.', {
    ...{ title: 'Lamp [L-5] *care*', url: 'https://example.org/lamp_(care)' },
  });

  test('the nearest passage is named as a link, without a citation', async () => {
    const { text, cited } = await ask('Is the lamp cleaned with vinegar?', [guide]);
    expect(text).toBe(
      'I have found nothing about that in my knowledge sources.\n\nThe nearest passage: ' +
        '[Lamp \\[L-5\\] \\*care\\*](https://example.org/lamp_%28care%29)',
    );
    expect(cited).toBe(0);
  });

  test('a passage about something else is not named', async () => {
    const { text } = await ask('Who painted the Mona Lisa in Florence?', [guide]);
    expect(text).toBe('I have found nothing about that in my knowledge sources.');
  });

  test('a follow-up keeps the code of the question before it', async () => {
    const passages = passagesOf(codesPage);
    const said = async (questions: readonly string[]) => {
      let text = '';
      const messages = questions.map((content) => ({ role: 'user' as const, content }));
      const signal = new AbortController().signal;
      for await (const part of extract({ model: 'extract', system: '', messages, passages, temperature: 0, signal }))
        if (part.type === 'text') text += part.text;
      return text;
    };
    expect(await said(['What fits the pump X-300?', 'And how much is that?'])).toContain('21 euros');
    expect(await said(['What fits the pump X-400?', 'And how much is that?'])).toContain('found nothing');
  });
});
