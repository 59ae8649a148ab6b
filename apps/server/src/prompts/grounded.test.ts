// @module-tag pure

import { describe, expect, test } from 'vitest';
import { foundPassage } from '../../testing/fixtures/passages.ts';
import type { Piece } from './citing.ts';
import { createGroundedCiting } from './grounded.ts';

const passages = [
  foundPassage(1, 'The warranty lasts two years. It covers the frame, but not the tyres.'),
  foundPassage(2, 'Express delivery takes one working day and costs €12. Standard delivery takes four days.'),
  foundPassage(3, 'Region: North; Price: 5 €\nRegion: South; Price: 7 €'),
  foundPassage(4, 'Install it with:\n\nnpm install parley\nnpm start'),
];

const limits = { citations: 20, gatheredCharacters: 50_000 };
const unknown = 'I don’t know: my knowledge sources don’t say.';

/** Returns the text of a reply that comes in pieces, as a user gets it, with the number of the passage of each citation. */
async function shown(pieces: readonly string[], question = 'What is it?', given = passages) {
  const citing = createGroundedCiting({ passages: given, question, limits });
  const text = (all: readonly Piece[]) =>
    all.map((piece) => ('text' in piece ? piece.text : `<${piece.citation.chunk}>`)).join('');
  const streamed = pieces.map((piece) => text(citing.push(piece)));
  const rest = text(await citing.flush());
  return { streamed, whole: streamed.join('') + rest + text(citing.finish('')), isClosed: citing.isClosed };
}

describe('a grounded reply', () => {
  test.each([
    ['a number that contradicts', 'The warranty lasts 99 years. [1]', unknown],
    [
      'a sentence of the model’s own',
      'The warranty lasts 2 years. It is the best on the market.',
      'The warranty lasts 2 years.<1>',
    ],
    ['a marker of the wrong passage', 'The warranty lasts two years [2].', 'The warranty lasts two years.<1>'],
    ['a marker in its place', 'The warranty lasts two years [1].', 'The warranty lasts two years<1>.'],
    [
      'a marker after the end',
      'The warranty lasts two years. [1] Tyres are covered. [1]',
      'The warranty lasts two years.<1>',
    ],
    ['the model’s own refusal', 'I’m sorry, I don’t know that.', unknown],
    ['nothing', '', unknown],
    [
      'words before an answer',
      'Sure! The warranty lasts two years [1]. Is there anything else?',
      'Sure! The warranty lasts two years<1>.',
    ],
    [
      'a yes whose sentence is removed',
      'Yes. The tyres are covered [1]. The warranty lasts two years [1].',
      'The warranty lasts two years<1>.',
    ],
    [
      'clauses of two passages',
      'The warranty lasts two years, and express delivery takes one working day.',
      'The warranty lasts two years, and express delivery takes one working day.<1><2>',
    ],
    [
      'a list',
      'Delivery:\n- Express delivery costs €12 [2]\n- Express delivery costs €20 [2]\n- Standard delivery takes 4 days [2]\n',
      'Delivery:\n- Express delivery costs €12<2>\n- Standard delivery takes 4 days<2>',
    ],
    [
      'paragraphs and headings',
      '## Warranty\n\nThe warranty lasts two years [1].\n\n## Colours\n\nWe have red and blue.\n\nStandard delivery takes four days [2].',
      '## Warranty\n\nThe warranty lasts two years<1>.\n\nStandard delivery takes four days<2>.',
    ],
    [
      'a table',
      '| Region | Price |\n| --- | --- |\n| North | 5 € |\n| South | 9 € |\n| South | 7 € |\n\nThe warranty lasts two years.',
      '| Region | Price |\n| --- | --- |\n| North | 5 € |\n| South | 7 € |<3><3>\n\nThe warranty lasts two years.<1>',
    ],
    ['code of a passage', '```sh\nnpm install parley\n```\nRun it.', '```sh\nnpm install parley\n```<4>'],
    ['code of its own', '```sh\nrm -rf /\n```', unknown],
  ])('%s', async (_what, reply, expected) => {
    expect((await shown([reply])).whole).toBe(expected);
    expect((await shown([...reply])).whole).toBe(expected);
    for (let at = 1; at < reply.length; at += 5)
      expect((await shown([reply.slice(0, at), reply.slice(at)])).whole).toBe(expected);
  });

  test('is streamed sentence by sentence', async () => {
    const { streamed } = await shown([
      'The warranty lasts ',
      'two years [1]. Express',
      ' delivery costs €12 [2]. T',
      'he',
    ]);
    expect(streamed).toEqual(['', 'The warranty lasts two years<1>.', ' Express delivery costs €12<2>.', '']);
  });

  test('refuses in the language of the question', async () => {
    expect((await shown(['Die Garantie gilt ewig.'], 'Wie lange ist die Garantie?')).whole).toMatch(
      /^Das weiß ich nicht/,
    );
    expect((await shown(['永久保修。'], '保修期是多久？')).whole).toMatch(/^我不知道/);
    expect((await shown(['Forever.'], 'xyzzy')).whole).toBe(unknown);
  });

  test('without passages lets no sentence through, and needs no model', async () => {
    for (const reply of ['Hello! How can I help you?', 'The warranty lasts two years [1].', 'Yes.', 'Paris.']) {
      expect(await shown([reply], 'How long is the warranty?', [])).toMatchObject({ whole: unknown, isClosed: true });
      expect((await shown([reply], 'Yes', [])).whole).toBe(unknown);
    }
  });

  test('returns a greeting of the user, and nothing that says more', async () => {
    const { whole, isClosed } = await shown(
      ['Hello! The warranty lasts 99 years. How can I help you today?'],
      'Hello!',
      [],
    );
    expect({ whole, isClosed }).toEqual({ whole: 'Hello! How can I help you today?', isClosed: false });
    expect((await shown(['You’re welcome!'], 'Thanks a lot', passages)).whole).toBe(unknown);
    expect((await shown(['You’re welcome!'], 'Thank you', passages)).whole).toBe('You’re welcome!');
  });

  test('drops a sentence and a block without end', async () => {
    for (const [begin, more] of [
      ['The warranty lasts ', 'two years '],
      ['```\n', 'code\n'],
    ] as const) {
      const citing = createGroundedCiting({ passages, question: 'How long?', limits });
      const pieces = [begin, ...Array.from({ length: 6_000 }, () => more)].flatMap((piece) => citing.push(piece));
      expect([...pieces, ...(await citing.flush())]).toEqual([]);
    }
  });

  test('separates the steps of a reply', async () => {
    const citing = createGroundedCiting({ passages, question: 'What is it?', limits });
    const texts: Piece[] = [];
    for (const step of ['The warranty lasts two years.', 'Standard delivery takes four days.'])
      texts.push(...citing.push(step), ...(await citing.flush()));
    expect(texts.map((piece) => ('text' in piece ? piece.text : ''))).toEqual([
      'The warranty lasts two years.',
      '',
      '\n\nStandard delivery takes four days.',
      '',
    ]);
    expect(citing.finish('')).toEqual([]);
  });
});
