import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../../testing/harness.ts';
import {
  block,
  type FakeNotion,
  notionId as id,
  page,
  startFakeNotion,
  textBlock,
} from '../../../../testing/servers/fake-notion.ts';

const patient = { timeout: 60_000, interval: 25 };

describe.each(anyEngine)('a source that is connected to Notion, on %s', (engine) => {
  let notion: FakeNotion;
  let parley: Service;
  let client: Parley;

  beforeAll(async () => {
    notion = await startFakeNotion();
    parley = await startService(engine, { environment: notion.environment });
    client = await (await parley.person()).client();
  });
  afterAll(async () => {
    await parley.close();
    await notion.close();
  });

  const settled = (source: string) =>
    vi.waitFor(async () => {
      const found = await client.knowledgeSources.retrieve(source);
      expect(['ready', 'failed']).toContain(found.status);
      return found;
    }, patient);

  test('reads its pages, then only those that changed, and drops those in the trash', async () => {
    notion.objects.set(id(1), page(id(1), 'Returns'));
    notion.objects.set(id(2), page(id(2), 'Shipping'));
    for (const more of [3, 4, 5, 6]) {
      notion.objects.set(id(more), page(id(more), `Page ${more}`));
      notion.blocks.set(id(more), [textBlock('paragraph', `Text of page ${more}.`)]);
    }
    notion.blocks.set(id(1), [textBlock('paragraph', 'Books go back in 30 days.'), block('unsupported')]);
    notion.blocks.set(id(2), [textBlock('paragraph', 'Two days.')]);
    const connection = { token: notion.token, root: null };
    const { _id } = await client.knowledgeSources.create({ type: 'notion', name: 'Handbook', connection });
    const source = await settled(_id);
    expect(source).toMatchObject({
      ...{ status: 'ready', documentCount: 6, url: null, connection: { root: null, hasCredentials: true } },
      warnings: [{ message: 'Returns: Blocks that Notion’s API doesn’t offer were left out in 1 place.' }],
    });
    expect(JSON.stringify(source)).not.toContain(notion.token);
    const { items } = await client.knowledgeSources.documents.list(_id);
    expect(items.slice(0, 2).map(({ title, url }) => [title, url?.slice(-1)])).toEqual([
      ['Returns', '1'],
      ['Shipping', '2'],
    ]);

    const before = notion.requests.length;
    notion.objects.set(id(2), page(id(2), 'Shipping', { last_edited_time: '2026-01-06T10:00:00.000Z' }));
    notion.blocks.set(id(2), [textBlock('paragraph', 'Three days.')]);
    notion.objects.set(id(1), page(id(1), 'Returns', { in_trash: true }));
    await client.knowledgeSources.sync(_id);
    expect(await settled(_id)).toMatchObject({ status: 'ready', documentCount: 5, warnings: [] });
    expect(notion.requests.slice(before)).toEqual(['POST search', `GET blocks/${id(2)}/children?page_size=100`]);
    const chunks = await client.knowledgeSources.chunks.list(_id);
    expect(chunks.items.map(({ text }) => text)).toContainEqual(expect.stringContaining('Three days.'));
    expect(chunks.items).toHaveLength(5);
  });

  test.each([
    ['no token', { name: 'N' }, 'connection.token'],
    ['a root that is no page', { name: 'N', connection: { token: 't', root: 'Handbook' } }, 'connection.root'],
    ['an address', { name: 'N', url: 'https://notion.example', connection: { token: 't' } }, 'url'],
    ['no name', { connection: { token: 't' } }, 'name'],
    ['a field of another kind', { name: 'N', connection: { token: 't', bucket: 'b' } }, 'connection.bucket'],
  ])('400: %s', async (_name, given, path) => {
    const failure = client.knowledgeSources.create({ type: 'notion', ...given });
    await expect(failure).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] });
  });
});
