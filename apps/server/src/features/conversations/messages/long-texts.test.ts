import { connect } from 'node:net';
import type { Conversation, Message, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { row } from '../../../../testing/fixtures/people.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { collectGarbage } from '../../../../testing/memory/collect-garbage.ts';
import { isComplete } from '../../../../testing/memory/level.ts';
import { newId } from '../../../ids.ts';

const MiB = 1024 * 1024;

/** Size of the export. Fewer and longer messages have as many bytes, and take less time to write. */
const long = isComplete ? { messages: 9_000, characters: 2_000 } : { messages: 3_500, characters: 6_000 };
const conversations = isComplete ? 250 : 50;

/**
 * Memory in use by this process, which includes the server, in bytes. A reading that others are compared with takes
 * another round of collection; the least of several does without.
 */
async function liveBytes(rounds = 1): Promise<number> {
  await collectGarbage(rounds);
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe.each(anyEngine)('long texts, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  /** Writes messages directly into the database; the API would take minutes for so many. */
  const addMessages = async (conversation: string, count: number, content: string) => {
    const begun = Date.now();
    for (let done = 0; done < count; done += 500) {
      const batch = Array.from({ length: Math.min(500, count - done) }, (_, index) => {
        const plain = { status: 'complete', citations: '[]', updated_at: begun, role: 'user' };
        const created = { created_at: begun + done + index, content: `${done + index} ${content}` };
        const names = { id: newId('message'), workspace_id: alice.workspace, conversation_id: conversation };
        return row(parley.db, 'messages', { ...plain, ...created, ...names } as never);
      });
      await parley.db.write(batch);
    }
  };

  test('200: exports many messages of one and of many conversations in order, with bounded memory', async () => {
    const first = await client.conversations.create(agent, { userId: 'exported', title: 'Long' });
    await addMessages(first._id, long.messages, 'x'.repeat(long.characters));
    for (let index = 0; index < conversations; index += 1) {
      const { _id } = await client.conversations.create(agent, { userId: 'exported' });
      await addMessages(_id, 4, 'short');
    }
    const exported = () => client.conversations.export({ userId: 'exported' });
    const before = await liveBytes(2);
    const growths: number[] = [];
    let parts = 0;
    let characters = 0;
    for await (const part of exported()) {
      parts += 1;
      characters += part.length;
      // An export that kept its 20 MB would have more than 10 at every reading of the last quarter.
      if (characters > (15 + 2 * growths.length) * MiB) growths.push(((await liveBytes()) - before) / MiB);
    }
    expect(parts).toBeGreaterThan(200);
    expect(growths.length).toBeGreaterThan(2);
    expect(Math.min(...growths)).toBeLessThan(10);

    const text = await exported().text();
    expect(text.length).toBeGreaterThan(20 * MiB);
    expect(text.endsWith('\n')).toBe(true);
    const lines = text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line) as Conversation & { messages: Message[] });
    expect(lines.map(({ messages }) => messages.length)).toEqual([
      long.messages,
      ...Array.from({ length: conversations }, () => 4),
    ]);
    for (const { messages } of lines) {
      expect(messages.map(({ content }) => Number.parseInt(content, 10))).toEqual(messages.map((_, index) => index));
    }
    const [{ messages: _, ...conversation } = { messages: [] }] = lines;
    expect(conversation).toEqual({ ...(await client.conversations.retrieve(first._id)), entries: [] });
  }, 300_000);

  test('200: exports CSV whose cells a spreadsheet reads as text', async () => {
    await client.agents.chat(agent, { message: '=1+1, "quoted"\nand more', userId: '+1' });
    await client.agents.chat(agent, { message: '\uff1d1+1\nand more', userId: '+1' });
    const text = await client.conversations.export({ format: 'csv', userId: '+1' }).text();
    const [head, ...rows] = text.split('\r\n');
    expect(head).toMatch(/^conversation\._id,conversation\.agent,.*,message\.content,/);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toContain(`,'+1,`);
    expect(rows[0]).toContain(`"'=1+1, ""quoted""\nand more"`);
    expect(rows[2]).toContain(`,"'\uff1d1+1\nand more",`);
    expect(rows[4]).toBe('');
  });

  test('200: guards every CSV cell that a spreadsheet could read as a formula, and no other', async () => {
    const guarded = [
      ...[' =1+1', '\u00a0\u3000=1+1', '\u200b\ufeff-1+1', '\n=1+1', '\nno formula', '\r\n@SUM(A1)', '\t+1'],
      ...[' \uff1d1+1', '\uff0b1+1', '\n\uff0d1', '\uff20SUM(A1)'],
      ...[
        '\ufe661',
        '\ufe621+1',
        '\ufe63\u00a01',
        '\ufe6bSUM(A1)',
        '\u2212\u00a02+3',
        '\u2060\u034f=1',
        '-2+3|cmd',
        '@SUM(A1)',
      ],
    ];
    // A row or a cell may begin after a line break or a tab, too.
    const guardedText = (text: string) => `'${text.replace(/(?<=[\t\n])(?=[=@+\uff0d])/u, "'")}`;
    const plain = ['a=b', 'It is 1+1', '  plain', '(-1)'];
    for (const message of [...guarded, ...plain]) await client.agents.chat(agent, { message, userId: ' =cells' });
    const csv = await client.conversations.export({ format: 'csv', userId: ' =cells' }).text();
    // A question and its echo each; a cell with a line break is quoted.
    const times = (cell: string) => csv.split(`,complete,${/[\r\n]/.test(cell) ? `"${cell}"` : cell},`).length - 1;
    expect(guarded.map((text) => [times(text), times(guardedText(text))])).toEqual(guarded.map(() => [0, 2]));
    expect(plain.map((text) => [times(text), times(`'${text}`)])).toEqual(plain.map(() => [2, 0]));
    expect(csv.split(`,' =cells,`)).toHaveLength(2 * (guarded.length + plain.length) + 1);
  });

  test('200: exports tags and metadata as JSON in CSV, behind the other columns', async () => {
    const [tags, metadata] = [['=1+1', 'a,"b'], { '=2': '@SUM(A1)\n' }];
    await client.agents.chat(agent, { message: 'Hi', userId: 'columns' });
    const { items } = await client.conversations.list({ userId: 'columns' });
    await client.conversations.update(items[0]?._id ?? '', { tags, metadata, title: '=HYPERLINK("x")' });
    const text = await client.conversations.export({ format: 'csv', userId: 'columns' }).text();
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const [head, row] = text.split('\r\n');
    expect(head).toMatch(
      /,message\.feedbackComment,conversation\.tags,conversation\.metadata,conversation\.visitor,message\.fallbacks,conversation\.satisfaction$/,
    );
    expect(row?.endsWith(`,${cell(tags)},${cell(metadata)},,[],`)).toBe(true);
    expect(row).toContain(`,"'=HYPERLINK(""x"")",`);
  });

  test('200: a reader that pauses an export holds up the export, not the server', async () => {
    const { _id } = await client.conversations.create(agent, { userId: 'slow' });
    await addMessages(_id, 5_000, 'y'.repeat(4_000));
    const key = await alice.key();
    const socket = connect(Number(new URL(parley.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const before = await liveBytes(2);
    socket.write(
      `GET /api/conversations/export?userId=slow HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    // Without back-pressure all of the 20 MB would soon be in memory.
    const sizes: number[] = [];
    for (let reading = 0; reading < 4; reading += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      sizes.push(await liveBytes());
    }
    expect((Math.min(...sizes) - before) / MiB).toBeLessThan(10);
    expect(socket.bytesRead).toBeLessThan(10 * MiB);
    expect((await client.agents.chat(agent, { message: 'Still there?' })).reply?.content).toBe('Still there?');
    socket.destroy();
  });

  test('200: a reader that pauses a stream gets the rest at once, and the turn continues without it', async () => {
    const text = 'word '.repeat(20_000);
    const stream = client.agents.stream(agent, { message: text })[Symbol.asyncIterator]();
    const first = await stream.next();
    if (first.done === true || first.value.type !== 'message.created') throw new Error('It did not begin.');
    const { conversation } = first.value.message;
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await client.conversations.retrieve(conversation)).turn === null) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let heard = '';
    let pieces = 0;
    for (let next = await stream.next(); next.done !== true; next = await stream.next()) {
      if (next.value.type !== 'message.delta') continue;
      heard += next.value.text;
      pieces += 1;
    }
    expect(heard).toBe(text);
    expect(pieces).toBeLessThan(20_000);
  });

  test('HEAD of a stream or an export returns at once', async () => {
    const { conversation } = await client.agents.chat(agent, { message: 'Hello' });
    const headers = { authorization: `Bearer ${await alice.key()}` };
    for (const path of [`/api/conversations/${conversation._id}/stream`, '/api/conversations/export']) {
      const reply = await fetch(`${parley.url}${path}`, { method: 'HEAD', headers });
      expect({ path, status: reply.status, body: await reply.text() }).toEqual({ path, status: 200, body: '' });
    }
  });
});
