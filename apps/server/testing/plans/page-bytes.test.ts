// @module-tag sql

import type { Conversation, Message, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../../src/access/actor.ts';
import { exportConversations } from '../../src/features/conversations/export/export.ts';
import { select } from '../../src/features/conversations/lists/selection.ts';
import { takeUpTo } from '../../src/storage/bounded.ts';
import { maxPageBytes } from '../../src/storage/sql/list.ts';
import { silentEntries } from '../conversations/silent-entries.ts';
import { engines } from '../databases/engines.ts';
import { addLargeMessages, largeText } from '../fixtures/history.ts';
import { type Person, service } from '../harness.ts';
import { isComplete } from '../memory/level.ts';
import { send } from '../request.ts';

/** The envelope and the cursor of a page. */
const envelope = 1_000;

describe.each(engines)('pages of large rows, on %s', (engine) => {
  const parley = service(engine);
  // Several pages of any kind.
  const count = isComplete ? 25 : 14;
  let alice: Person;
  let client: Parley;
  let conversation: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    ({ _id: conversation } = await client.conversations.create(agent));
    await addLargeMessages(parley, { workspace: alice.workspace, conversation }, count);
  });

  /** Reads all pages as bytes; returns the items, after checking the size of each page. */
  const readAll = async <Item>(path: string): Promise<Item[]> => {
    const key = await alice.key();
    const items: Item[] = [];
    for (let cursor = ''; ; ) {
      const { text, json } = await send(parley.url, { path: `${path}${cursor}`, key });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPageBytes + envelope);
      const { data } = json() as { data: { items: Item[]; nextCursor: string | null } };
      expect(data.items.length).toBeGreaterThan(0);
      items.push(...data.items);
      if (data.nextCursor === null) return items;
      cursor = `&cursor=${encodeURIComponent(data.nextCursor)}`;
    }
  };

  test.each(['createdAt', '-createdAt'])(
    'messages by %s: a page ends early, and the next one goes on',
    async (sort) => {
      for (const limit of [1, 5, 100]) {
        const items = await readAll<{ content: string }>(
          `/api/conversations/${conversation}/messages?limit=${limit}&sort=${sort}`,
        );
        const numbers = items.map(({ content }) => Number.parseInt(content, 10));
        const expected = Array.from({ length: count }, (_, index) => index);
        expect(numbers).toEqual(sort === 'createdAt' ? expected : expected.reverse());
      }
    },
  );

  test('messages of any length and language are the same in a list as alone', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Languages', model: 'builtin/echo' });
    const { _id: mixed } = await client.conversations.create(agent);
    const texts = [
      'short',
      'é'.repeat(3_000),
      '日本語'.repeat(3_000),
      '"\\\n\u0001'.repeat(3_000),
      '\u{1f600}'.repeat(3_000),
    ];
    for (const content of texts) await client.messages.send(mixed, { content });
    for (const limit of [1, 3, 100]) {
      const items = await readAll<Message>(`/api/conversations/${mixed}/messages?limit=${limit}&sort=createdAt`);
      const alone = await Promise.all(items.map(({ _id }) => client.messages.retrieve(_id)));
      expect(items).toEqual(alone);
      expect(items.map(({ content }) => content)).toEqual(texts.flatMap((content) => [content, content]));
    }
  });

  test.each([
    { name: 'Quoted', systemPrompt: largeText, agents: 9 },
    { name: 'Wide', systemPrompt: '日'.repeat(100_000), agents: 15 },
  ])('agents ($name): a page ends early, and the next one goes on', async ({ name, systemPrompt, agents }) => {
    const names = Array.from({ length: agents }, (_, index) => `${name} ${10 + index}`);
    for (const each of names) await client.agents.create({ name: each, systemPrompt });
    for (const query of ['limit=20', 'limit=100', `limit=20&q=${name}`, `limit=100&q=${name}`]) {
      const items = await readAll<{ name: string }>(`/api/agents?${query}&sort=name`);
      expect(items.map((agent) => agent.name).filter((each) => each.startsWith(name))).toEqual(names);
    }
  });

  test('an export has every message', async () => {
    const { text } = await send(parley.url, { path: '/api/conversations/export', key: await alice.key() });
    const exported = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Conversation & { messages: { content: string }[] });
    const found = exported.find(({ _id }) => _id === conversation);
    expect(found?.messages.map(({ content }) => Number.parseInt(content, 10))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
  });

  test.each(['jsonl', 'csv'] as const)('an export in %s is read in smaller pages', async (format) => {
    const { parts } = exportConversations(
      { db: parley.db, entries: silentEntries, ...select(parley.db, systemIn(alice.workspace), {}) },
      format,
    );
    let characters = 0;
    for await (const part of parts) {
      // A message, or as many as have 1 MiB.
      expect(Buffer.byteLength(part)).toBeLessThan(1.5 * 1024 * 1024);
      characters += part.length;
    }
    expect(characters).toBeGreaterThan(count * largeText.length);
  });

  test('the SDK reads all pages', async () => {
    const contents: number[] = [];
    for await (const { content } of client.messages.list(conversation)) contents.push(Number.parseInt(content, 10));
    expect(contents).toHaveLength(count);
  });
});

describe('takeUpTo', () => {
  const rows = ['1', 'é', '333', null].map((json) => ({ json }));

  test.each([
    [0, 1, true],
    [2, 1, true],
    [3, 2, true],
    [5, 2, true],
    [6, 4, false],
  ])('up to %i bytes: %i rows', (bytes, taken, cut) => {
    expect(takeUpTo(rows, bytes)).toEqual({ rows: rows.slice(0, taken), cut });
  });
});
