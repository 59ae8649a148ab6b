// @module-tag pure
import { afterEach, describe, expect, test } from 'vitest';
import { connecting, listed, textsOf } from '../../../testing/connectors/connecting.ts';
import {
  block,
  type FakeNotion,
  notionId as id,
  page,
  startFakeNotion,
  textBlock,
} from '../../../testing/servers/fake-notion.ts';
import type { ItemContent } from '../connector.ts';
import { notionKind } from './notion.ts';
import { idOf } from './root.ts';

let notion: FakeNotion | undefined;
afterEach(() => notion?.close());

const start = async (options?: Parameters<typeof startFakeNotion>[0]): Promise<FakeNotion> => {
  notion = await startFakeNotion(options);
  return notion;
};
const open = ({ url, environment, token }: FakeNotion, root: string | null = null) =>
  notionKind.open(connecting({ url, environment, credentials: { token }, connection: { root } }));
const put = (fake: FakeNotion, number: number, title: string, given: object = {}) =>
  fake.objects.set(id(number), page(id(number), title, { ...given }));
const keys = (items: readonly { readonly key: string }[]) => items.map(({ key }) => Number(key.slice(-12)));

/** A page with a database whose row has a page, one in a column, one elsewhere, and one in the trash. */
function fill(fake: FakeNotion): void {
  put(fake, 1, 'Handbook');
  put(fake, 2, 'Returns', { parent: { type: 'page_id', page_id: id(1) } });
  put(fake, 3, 'In a column', { parent: { type: 'block_id', block_id: id(30) } });
  fake.blocks.set(id(2), [block('column', {}, { id: id(30), parent: { type: 'page_id', page_id: id(2) } })]);
  fake.objects.set(id(40), {
    ...{ object: 'data_source', id: id(40), parent: { type: 'database_id', database_id: id(41) } },
    database_parent: { type: 'page_id', page_id: id(1) },
  });
  fake.objects.set(id(41), { object: 'database', id: id(41), parent: { type: 'page_id', page_id: id(1) } });
  const parent = { type: 'data_source_id', data_source_id: id(40), database_id: id(41) };
  put(fake, 5, 'A row', { parent, properties: { Price: { type: 'number', number: 7 } } });
  put(fake, 6, 'Below a row', { parent: { type: 'page_id', page_id: id(5) } });
  put(fake, 7, 'Elsewhere');
  put(fake, 8, 'Deleted', { in_trash: true, parent: { type: 'page_id', page_id: id(1) } });
  put(fake, 9, 'In what is not shared', { parent: { type: 'page_id', page_id: id(99) } });
}

describe('pages of Notion', () => {
  test('are listed page by page, without those in the trash', async () => {
    const fake = await start({ pageSize: 3 });
    fill(fake);
    const items = await listed(open(fake));
    expect(keys(items)).toEqual([1, 2, 3, 5, 6, 7, 9]);
    expect(items[1]).toMatchObject({
      ...{ title: 'Returns', label: 'Returns', version: '2026-01-05T10:00:00.000Z' },
      url: 'https://www.notion.so/00000000000040008000000000000002',
    });
    expect(fake.requests).toEqual(Array.from({ length: 3 }, () => 'POST search'));
  });

  test.each([
    ['a page', id(1), [1, 2, 3, 5, 6]],
    ['a page by its link', 'https://www.notion.so/acme/Returns-00000000000040008000000000000002?pvs=4', [2, 3]],
    ['a database', id(41).replaceAll('-', '').toUpperCase(), [5, 6]],
    ['a data source', id(40), [5, 6]],
  ])('are listed below %s', async (_name, root, expected) => {
    const fake = await start();
    fill(fake);
    expect(keys(await listed(open(fake, root)))).toEqual(expected);
  });

  test('are read with their blocks, page by page, and rows with their properties', async () => {
    const fake = await start({ pageSize: 2 });
    fill(fake);
    const nested = { has_children: true };
    fake.blocks.set(id(2), [
      textBlock('heading_1', 'When'),
      textBlock('toggle', 'May I?', { ...nested, id: id(31) }),
      textBlock('paragraph', 'Gone', { in_trash: true }),
      block('child_page', { title: 'Of its own' }, { ...nested, id: id(3) }),
      block('synced_block', { synced_from: { block_id: id(32) } }, { ...nested, id: id(33) }),
      block('synced_block', { synced_from: { block_id: id(98) } }, { ...nested, id: id(34) }),
      block('unsupported'),
    ]);
    fake.blocks.set(
      id(31),
      ['Within', '30', 'days.'].map((word) => textBlock('paragraph', word)),
    );
    fake.blocks.set(id(32), [textBlock('paragraph', 'Of the original')]);
    const store = open(fake);
    const items = (await listed(store)).filter(({ key }) => [id(2), id(5)].includes(key));
    const read: ItemContent[] = [];
    for await (const { content } of store.read(items)) read.push(content as ItemContent);
    expect(read.map(({ bytes }) => Buffer.from(bytes).toString().split('\n\n'))).toEqual([
      [
        ...['# Returns', '## When', 'May I?', 'Within', '30', 'days.'],
        ...['[Of its own](<https://www.notion.so/00000000000040008000000000000003>)', 'Of the original'],
      ],
      ['# A row', '- Price: 7'],
    ]);
    expect(read[0]).toMatchObject({
      ...{ fileName: 'page.md', contentType: 'text/markdown' },
      warnings: [
        { message: 'Synced blocks that the integration can’t read were left out in 1 place.' },
        { message: 'Blocks that Notion’s API doesn’t offer were left out in 1 place.' },
      ],
    });
  });

  test('that were just changed are read again, because times of changes are minutes', async () => {
    const fake = await start();
    put(fake, 1, 'Old');
    put(fake, 2, 'New', { last_edited_time: new Date(Date.now() - 30_000).toISOString() });
    const versions = async () =>
      Object.fromEntries((await listed(open(fake))).map(({ title, version }) => [title, version]));
    const [one, other] = [await versions(), await versions()];
    expect(one['Old']).toBe(other['Old']);
    expect(one['New']).not.toBe(other['New']);
  });

  test('are asked for again after 429 and 5xx, as late as Notion says', async () => {
    const fake = await start();
    put(fake, 1, 'A');
    fake.misbehave({ status: 429, headers: { 'retry-after': '0' } }, { status: 503, headers: { 'retry-after': '0' } });
    expect(await listed(open(fake))).toHaveLength(1);
    expect(fake.requests).toHaveLength(3);
  });
});

describe('a failure of Notion', () => {
  test('says why nothing can be listed', async () => {
    const fake = await start();
    await expect(listed(open(fake))).rejects.toMatchObject({ code: 'nothing_found', retry: false });
    fill(fake);
    await expect(listed(open({ ...fake, token: 'wrong' }))).rejects.toMatchObject({
      ...{ code: 'http_error', retry: false },
      message: expect.stringContaining('(HTTP 401). It says: unauthorized: API token is invalid.'),
    });
    await expect(listed(open(fake, id(97)))).rejects.toMatchObject({
      ...{ code: 'http_error', message: expect.stringContaining(id(97)) },
      hint: expect.stringContaining('Connections'),
    });
    await expect(listed(open(fake, id(8)))).rejects.toMatchObject({ message: expect.stringContaining('trash') });
    fake.misbehave({ status: 200, body: '<html>' });
    await expect(listed(open(fake))).rejects.toMatchObject({ message: expect.stringContaining('as Notion does') });
  });

  test('of one page spares the others; without access none is read', async () => {
    const fake = await start();
    fill(fake);
    const store = open(fake);
    const items = (await listed(store)).slice(0, 2);
    fake.objects.delete(id(1));
    expect(await textsOf(store, items)).toEqual({
      [id(1)]: expect.stringMatching(/^http_error: .*\(HTTP 404\)/),
      [id(2)]: expect.stringContaining('# Returns'),
    });
    fake.token = 'another';
    await expect(textsOf(store, items)).rejects.toMatchObject({ status: 401 });
  });

  test('of a page with too many or too deep blocks is told', async () => {
    const fake = await start({ pageSize: 6_000 });
    put(fake, 1, 'Long');
    put(fake, 2, 'Deep');
    fake.blocks.set(
      id(1),
      Array.from({ length: 10_001 }, () => textBlock('paragraph', 'x')),
    );
    fake.blocks.set(id(2), [textBlock('paragraph', 'In', { id: id(2), has_children: true })]);
    const store = open(fake);
    const items = await listed(store);
    const read: (readonly [string, unknown])[] = [];
    for await (const { item, content } of store.read(items)) read.push([item.title, content]);
    expect(read).toEqual([
      ['Long', expect.objectContaining({ code: 'too_large', message: 'The page has more than 10,000 blocks.' })],
      [
        'Deep',
        expect.objectContaining({
          warnings: [expect.objectContaining({ message: expect.stringContaining('deeply') })],
        }),
      ],
    ]);
  });
});

test.each([
  ['0123456789abcdef0123456789abcdef', true],
  ['https://www.notion.so/x?v=fedcba98765432100123456789abcdef&p=0123456789abcdef0123456789abcdef&pm=s', true],
  ['https://acme.notion.site/0123456789abcdef0123456789abcdef#fedcba98765432100123456789abcdef', true],
  ['https://www.notion.so/acme', false],
  ['Handbook', false],
])('the root %s has an ID: %s', (root, has) => {
  expect(idOf(root)).toBe(has ? '01234567-89ab-cdef-0123-456789abcdef' : undefined);
});
