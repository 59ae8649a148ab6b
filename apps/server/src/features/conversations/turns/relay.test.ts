import { expect, test } from 'vitest';
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
