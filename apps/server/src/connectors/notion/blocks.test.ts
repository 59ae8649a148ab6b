// @module-tag pure
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notionId, rich } from '../../../testing/servers/fake-notion.ts';
import { read } from '../../extract/parsers/read.ts';
import { type BlockTree, writeBlocks } from './blocks.ts';
import { writeProperties } from './properties.ts';
import { toMarkdown } from './rich-text.ts';

const tree = (type: string, body: object = {}, ...children: BlockTree[]): BlockTree => ({
  ...{ id: notionId(7), type, children },
  body: body as BlockTree['body'],
});
const text = (type: string, words: string, ...children: BlockTree[]): BlockTree =>
  tree(type, { rich_text: rich(words) }, ...children);

/** Reads Markdown as a sync reads it. */
async function readMarkdown(markdown: string) {
  const { documents, warnings } = await read(
    { format: 'markdown', fileName: 'page.md', url: undefined },
    new Uint8Array(Buffer.from(markdown)),
  );
  return { text: documents[0]?.text ?? '', marks: documents[0]?.marks ?? [], warnings };
}
const textOf = async (...blocks: readonly BlockTree[]) => (await readMarkdown(writeBlocks(blocks).markdown)).text;

describe('blocks of Notion', () => {
  test('are headings, paragraphs and lists, with what is in them', () => {
    const { markdown, warnings } = writeBlocks([
      text('heading_1', 'Returns'),
      text('paragraph', 'Within 30 days.', text('paragraph', 'Unread.')),
      text('heading_3', 'How', text('paragraph', 'Unfolded.')),
      text('bulleted_list_item', 'Pack', text('bulleted_list_item', 'well'), text('bulleted_list_item', 'soon')),
      text('bulleted_list_item', 'Send'),
      text('numbered_list_item', 'First'),
      text('numbered_list_item', 'Second', text('paragraph', 'More of it.')),
      text('paragraph', 'Between.'),
      tree('numbered_list_item', { rich_text: rich('Again'), list_start_index: 4 }),
      tree('to_do', { rich_text: rich('Open'), checked: false }),
      tree('to_do', { rich_text: rich('Done'), checked: true }),
      text('toggle', 'A question?', text('paragraph', 'Its answer.')),
      tree('divider'),
      tree('table_of_contents'),
    ]);
    expect(markdown.split('\n\n')).toEqual([
      ...['## Returns', 'Within 30 days.', 'Unread.', '#### How', 'Unfolded.'],
      '- Pack\n  - well\n  - soon\n- Send',
      ...['1. First\n2. Second', '   More of it.', 'Between.', '4. Again', '- [ ] Open\n- [x] Done'],
      ...['A question?', 'Its answer.'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('are quotes, callouts, code, columns and addresses', () => {
    const { markdown } = writeBlocks([
      text('quote', 'Said\nso', text('paragraph', 'and more')),
      text('callout', 'Mind the gap'),
      tree('code', { rich_text: rich('a ```` b'), language: 'c++', caption: rich('Its caption') }),
      tree('equation', { expression: 'e = mc^2' }),
      tree(
        'column_list',
        {},
        tree('column', {}, text('paragraph', 'Left')),
        tree('column', {}, text('paragraph', 'Right')),
      ),
      tree('synced_block', {}, text('paragraph', 'Shared')),
      tree('bookmark', { url: 'https://a.example/x y', caption: rich('A form') }),
      tree('pdf', { type: 'external', external: { url: 'https://a.example/a.pdf' }, name: 'a_b.pdf' }),
      tree('file', { type: 'file', file: { url: 'https://s3.example/secret' }, name: 'plan.docx' }),
      tree('child_page', { title: 'Below' }),
      tree('link_to_page', { page_id: notionId(9) }),
    ]);
    expect(markdown.split('\n\n')).toEqual([
      ...['> Said\\\n> so\n> \n> and more', '> Mind the gap', '`````c++\na ```` b\n`````', 'Its caption'],
      ...['```\ne = mc^2\n```', 'Left', 'Right', 'Shared'],
      ...['[https\\:\\/\\/a.example\\/x y](<https://a.example/x%20y>)', 'A form'],
      ...['[a\\_b.pdf](<https://a.example/a.pdf>)', 'plan.docx'],
      '[Below](<https://www.notion.so/00000000000040008000000000000007>)',
      expect.stringContaining('(<https://www.notion.so/00000000000040008000000000000009>)'),
    ]);
  });

  test('are tables, whose rows name their columns if these have names', async () => {
    const row = (...cells: string[]) => tree('table_row', { cells: cells.map((cell) => rich(cell)) });
    const rows = [row('Item', 'Price'), row('Book | new', '7\n€'), row('Pen')];
    const code = tree('table_row', { cells: [rich('a|b', { code: true }), rich('1')] });
    expect(await textOf(tree('table', { has_column_header: true }, ...rows, code))).toBe(
      'Item: Book | new; Price: 7 €\nItem: Pen\nItem: a|b; Price: 1',
    );
    expect(await textOf(tree('table', { has_column_header: false }, ...rows))).toContain('Book | new');
    expect(writeBlocks([tree('table')]).markdown).toBe('');
  });

  test('that are left out are told by their kind', () => {
    const { markdown, warnings } = writeBlocks([
      tree('image', { caption: rich('A plan'), type: 'file', file: { url: 'https://s3.example/secret' } }),
      tree('image'),
      tree('unsupported'),
      tree('meeting_notes', {}, text('paragraph', 'What was said')),
      text('heading_of_later', 'Its text'),
      tree('unreadable'),
    ]);
    expect(markdown.split('\n\n')).toEqual(['A plan', 'What was said', 'Its text']);
    expect(warnings).toEqual([
      { code: 'pictures', message: 'Pictures were left out in 2 places.' },
      { code: 'blocks', message: 'Blocks that Notion’s API doesn’t offer were left out in 1 place.' },
      { code: 'blocks', message: 'Blocks of the type meeting_notes were left out in 1 place.' },
      { code: 'blocks', message: 'Synced blocks that the integration can’t read were left out in 1 place.' },
    ]);
  });
});

describe('texts of Notion', () => {
  test('keep links and code, and struck text is left out with a note', async () => {
    const pieces = [
      ...rich('See '),
      ...rich('the ', { href: 'https://a.example/(x)?a=1&b=<2>' }),
      ...rich('form_A', { href: 'https://a.example/(x)?a=1&b=<2>', code: true }),
      ...[...rich(', '), ...rich('page', { href: '/0123456789abcdef0123456789abcdef' })],
      ...[...rich(', '), ...rich('bad', { href: 'javascript:alert(1)' })],
      ...[...rich(': 40 ', { strikethrough: true }), ...rich('55 €')],
    ];
    const { text, warnings } = await readMarkdown(toMarkdown(pieces));
    expect(text).toBe(
      'See [the form_A](https://a.example/%28x%29?a=1&b=%3C2%3E), ' +
        '[page](https://www.notion.so/0123456789abcdef0123456789abcdef), bad 55 €',
    );
    expect(warnings).toMatchObject([{ code: 'struck_text' }]);
  });

  test('say what they say: nothing in them is read as a mark of Markdown', async () => {
    const marks = [
      '# ',
      '- ',
      '1. ',
      '* ',
      '> ',
      '| a | b |',
      '---',
      '```',
      '~~x~~',
      '&lt;',
      '<b>',
      '[a](b)',
      'www.a.de',
    ];
    const piece = fc.constantFrom(
      ...marks,
      'https://a.de/b_c',
      'a_b@c.de',
      'word',
      ' ',
      '\\',
      '`',
      '!',
      '=',
      '+',
      ':',
      '{',
    );
    const words = fc
      .array(piece, { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join(''))
      .filter((joined) => joined.trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.constantFrom('paragraph', 'quote', 'bulleted_list_item', 'heading_2'),
        async (said, type) => {
          const plain = (each: string) => each.replace(/\s+/g, ' ').trim();
          const read = plain(await textOf(text('paragraph', 'Before.'), text(type, said), text('paragraph', 'After.')));
          const start = type === 'bulleted_list_item' ? 'Before. - ' : 'Before. ';
          expect(read).toBe(plain(`${start}${said} After.`));
        },
      ),
      { numRuns: 150 },
    );
  });
});

test('properties of a row are named lines', () => {
  const row = {
    properties: {
      Name: { type: 'title', title: rich('A row') },
      Answer: { type: 'rich_text', rich_text: rich('Within *30* days') },
      Price: { type: 'number', number: -7.5 },
      Kind: { type: 'select', select: { name: 'Book' } },
      Tags: { type: 'multi_select', multi_select: [{ name: 'new' }, { name: 'used' }] },
      Until: { type: 'date', date: { start: '2026-01-01', end: '2026-02-01' } },
      Live: { type: 'checkbox', checkbox: false },
      Owner: { type: 'people', people: [{ name: 'Ada' }, { id: 'guest' }] },
      Sum: { type: 'formula', formula: { type: 'number', number: 3 } },
      All: {
        type: 'rollup',
        rollup: {
          type: 'array',
          array: [
            { type: 'number', number: 1 },
            { type: 'url', url: 'x' },
          ],
        },
      },
      Code: { type: 'unique_id', unique_id: { prefix: 'T', number: 12 } },
      Empty: { type: 'select', select: null },
      Links: { type: 'relation', relation: [{ id: notionId(1) }] },
      Later: { type: 'of_later', of_later: 'x' },
    },
  };
  expect(writeProperties(row).split('\n')).toEqual([
    ...['- Answer: Within \\*30\\* days', '- Price: \\-7.5', '- Kind: Book', '- Tags: new, used'],
    ...['- Until: 2026\\-01\\-01 – 2026\\-02\\-01', '- Live: No', '- Owner: Ada', '- Sum: 3', '- All: 1, x'],
    '- Code: T\\-12',
  ]);
});
