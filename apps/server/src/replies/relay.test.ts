// @module-tag pure

import { expect, test, vi } from 'vitest';
import { createLiveReply } from './live-reply.ts';
import { type Bus, createRelay } from './relay.ts';

const told = 'parley_answers_told';
const citation = { source: 'src_1', title: 'Hours', url: null, quote: 'Open from nine.', score: 0.5 };
const piece = { message: 'msg_1', offset: 0, text: 'Hello', citations: [citation], ended: false };

const malformed = [
  '',
  'garbage',
  '{"message":"msg_1"',
  'null',
  '7',
  '[]',
  '{}',
  ...[
    { message: 7 },
    { offset: -1 },
    { offset: 0.5 },
    { offset: '0' },
    { text: null },
    { citations: null },
    { citations: [null] },
    { citations: [{ ...citation, url: 7 }] },
    { citations: [{ ...citation, score: '1' }] },
    { ended: 'no' },
    { from: -1 },
    { others: null },
    { others: [{ at: -1, part: { type: 'citation', citation } }] },
    { others: [{ at: 0, part: null }] },
    { others: [{ at: 0, part: { type: 'text', text: 'Wrong' } }] },
    { others: [{ at: 0, part: { type: 'reasoning', text: null } }] },
    { others: [{ at: 0, part: { type: 'tool-call', callId: 'a', name: 'look', arguments: null } }] },
    { others: [{ at: 0, part: { type: 'tool-result', callId: 'a', name: 'look', content: 7, isError: false } }] },
  ].map((wrong) => JSON.stringify({ ...piece, text: 'Wrong', ...wrong })),
];

/** The relay of one process, and a function that publishes as another process would. */
function start() {
  const heard = new Map<string, (message: string | undefined) => void>();
  const bus: Bus = { publish: () => undefined, subscribe: (channel, hear) => void heard.set(channel, hear) };
  const errors: unknown[] = [];
  const relay = createRelay(
    bus,
    () => undefined,
    (error) => errors.push(error),
  );
  return { mirror: relay.open(piece.message), errors, tell: (message: string) => heard.get(told)?.(message) };
}

test.each(malformed)('ignores a malformed message: %s', (message) => {
  const { mirror, errors, tell } = start();
  tell(message);
  expect([mirror.body(), mirror.ended()]).toEqual([{ text: '', others: [] }, false]);
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(told) })]);
  tell(JSON.stringify(piece));
  expect(mirror.body()).toEqual({ text: 'Hello', others: [{ at: 5, part: { type: 'citation', citation } }] });
});

test('reports malformed messages once', () => {
  const { errors, tell } = start();
  for (const message of malformed) tell(message);
  expect(errors).toHaveLength(1);
});

/** Two processes on one bus; the first writes a reply. Returns it, the relay of the second, and what was published. */
function connect() {
  const hearers = new Map<string, ((message: string | undefined) => void)[]>();
  const published: Record<string, unknown>[] = [];
  const bus: Bus = {
    publish: (channel, message) => {
      if (channel === told) published.push(JSON.parse(message));
      for (const hear of hearers.get(channel) ?? []) hear(message);
    },
    subscribe: (channel, hear) => void hearers.set(channel, [...(hearers.get(channel) ?? []), hear]),
  };
  const reply = createLiveReply({ id: 'msg_1', conversation: 'conv_1', workspace: 'ws_1' });
  const fail = (error: unknown) => {
    throw error;
  };
  createRelay(bus, () => reply, fail);
  return { reply, published, relay: createRelay(bus, () => undefined, fail) };
}

const call = { type: 'tool-call', callId: 'a', name: 'look', arguments: { n: [1] } } as const;
const thought = { type: 'reasoning', text: 'Hm.' } as const;
const result = { type: 'tool-result', callId: 'a', name: 'look', content: 'Found.', isError: false } as const;

test('mirrors every part in its place, and sends each once', async () => {
  const { reply, published, relay } = connect();
  reply.add(thought);
  reply.append('One. ');
  reply.add(call);
  const mirror = relay.open('msg_1');
  expect(mirror.body()).toEqual(reply.body());
  reply.add(result);
  reply.append('Two.');
  reply.add({ type: 'citation', citation });
  await vi.waitFor(() => expect(mirror.body()).toEqual(reply.body()), 10_000);
  expect(published.map(({ offset, text, from, others }) => [offset, text, from, others])).toEqual([
    [
      0,
      'One. ',
      0,
      [
        { at: 0, part: thought },
        { at: 5, part: call },
      ],
    ],
    [5, 'Two.', 2, reply.body().others.slice(2)],
  ]);
  // A process of an earlier version reads these fields.
  expect(published.at(-1)).toMatchObject({
    message: 'msg_1',
    offset: 5,
    text: 'Two.',
    citations: [citation],
    ended: false,
  });
  const late = relay.open('msg_1');
  reply.append(' Three.');
  reply.end();
  for (const each of [mirror, late]) {
    await vi.waitFor(() => expect(each.ended()).toBe(true), 10_000);
    expect(each.body()).toEqual(reply.body());
  }
});

test('ignores a piece whose beginning it has missed, and takes stored parts instead', () => {
  const { mirror, tell } = start();
  const others = [{ at: 3, part: result }];
  tell(JSON.stringify({ ...piece, citations: [], text: 'One', from: 1, others }));
  expect(mirror.body()).toEqual({ text: '', others: [] });
  mirror.know({ text: 'One', others: [{ at: 3, part: call }] });
  tell(JSON.stringify({ ...piece, citations: [], offset: 3, text: ' two', from: 1, others }));
  expect(mirror.body()).toEqual({ text: 'One two', others: [{ at: 3, part: call }, ...others] });
  mirror.know({ text: 'One', others: [] });
  expect(mirror.body().others).toHaveLength(2);
});
