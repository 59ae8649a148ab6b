import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { addSource, attach, serve, stage } from '../../../../testing/fixtures/knowledge.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';

describe.each(anyEngine)('searching the sources of an agent, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Support' }))._id;
    const of = { workspace: alice.workspace, source: 'src_help' };
    await addSource(parley.db, of);
    const chunks = [
      { text: 'Delivery takes two working days. Express arrives tomorrow.', headings: ['Delivery', 'Times'] },
      { text: 'Die Größe der Straße überrascht.', headings: ['Delivery'] },
      { text: '您可以在三十天内退货。', headings: [] },
    ];
    await stage(parley.db, { ...of, version: 1, first: 0 }, [{ title: 'Help', chunks }]);
    await serve(parley.db, of.source, 1);
    await parley.db.write([attach(parley.db, { ...of, agent })]);
  });

  test('shows passages with their places, ranks and matches', async () => {
    const { items, mode, notes } = await client.agents.search(agent, {
      query: 'How long does delivrey take?',
      topK: 1,
    });
    expect({ mode, notes, count: items.length }).toEqual({ mode: 'lexical', notes: [], count: 1 });
    expect(items[0]).toMatchObject({
      ...{
        source: { _id: 'src_help', name: 'src_help', type: 'text' },
        title: 'Help',
        url: null,
        version: 1,
        chunk: 0,
      },
      ...{ headings: ['Delivery', 'Times'], page: null, start: 0, end: 58 },
      ranks: { lexical: 1, vectors: null, rerank: null },
    });
    expect(marked(items[0])).toEqual(['Delivery', 'takes']);
  });

  test.each([
    ['Wie ist die GROSSE der Strase?', ['Die', 'Größe', 'der', 'Straße']],
    ['怎么退货', ['退货']],
  ])('highlights what %s matches in the original text', async (query, matches) => {
    const { items } = await client.agents.search(agent, { query, topK: 1 });
    expect(marked(items[0])).toEqual(matches);
  });

  test('hybrid without an embedding model is lexical, and says so', async () => {
    const { mode, notes } = await client.agents.search(agent, { query: 'delivery', mode: 'hybrid', rerank: true });
    expect(mode).toBe('lexical');
    const unimproved = 'The order was not improved: builtin/extract can’t put passages in order.';
    expect(notes).toEqual(['No embedding model is configured.', unimproved]);
  });

  test.each([
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: 'x'.repeat(1001) }, 'query'],
    [{ query: 'x', topK: 0 }, 'topK'],
    [{ query: 'x', topK: 51 }, 'topK'],
    [{ query: 'x', mode: 'magic' }, 'mode'],
    [{ query: 'x', other: 1 }, 'other'],
  ])('refuses %j', async (body, path) => {
    const request = { method: 'POST', path: `/api/agents/${agent}/search`, key: await alice.key(), body };
    const { details } = expectFailure(await send(parley.url, request), 'validation_failed');
    expect(details?.[0]?.path).toBe(path);
  });

  test('an unknown or foreign agent answers 404', async () => {
    const bob = await (await parley.person()).client();
    const missing = { status: 404, code: 'agent_not_found' };
    await expect(bob.agents.search(agent, { query: 'delivery' })).rejects.toMatchObject(missing);
    await expect(client.agents.search('agent_none', { query: 'x' })).rejects.toMatchObject(missing);
  });
});

const marked = (item: { text: string; highlights: readonly (readonly number[])[] } | undefined) =>
  item?.highlights.map(([start, end]) => item.text.slice(start, end));
