import { type LiveReply, storable } from './live-reply.ts';

/** Max characters of thoughts that a reply keeps. */
const maxThoughts = 32 * 1024;

/** Characters of thoughts that are gathered into one part. Readers get each part as one event. */
const partLength = 500;

/**
 * Puts the thoughts among the parts of a model's answer into a reply, in parts at their place, and passes on the other
 * parts. Thoughts beyond the limit are dropped; the last part says so.
 */
export async function* withThoughts<Part extends { readonly type: string }>(
  reply: Pick<LiveReply, 'add' | 'body'>,
  parts: AsyncIterable<Part | { readonly type: 'reasoning'; readonly text: string }>,
): AsyncGenerator<Exclude<Part, { readonly type: 'reasoning' }>> {
  let held = '';
  const kept = reply.body().others.flatMap(({ part }) => (part.type === 'reasoning' ? [part] : []));
  let room = kept.some(({ truncated }) => truncated)
    ? 0
    : kept.reduce((rest, { text }) => rest - text.length, maxThoughts);
  const flush = () => {
    const text = held;
    held = '';
    if (room <= 0 || text.trim() === '') return;
    const isTooLong = text.length > room;
    const fitting = storable(text.slice(0, room));
    room = isTooLong ? 0 : room - text.length;
    reply.add({ type: 'reasoning', text: fitting, ...(isTooLong && { truncated: true as const }) });
  };
  try {
    for await (const part of parts) {
      if (isReasoning(part)) {
        held += part.text;
        // The second half of a character may come with the next piece.
        if (held.length >= partLength && !/[\ud800-\udbff]$/.test(held)) flush();
      } else {
        flush();
        yield part as Exclude<Part, { readonly type: 'reasoning' }>;
      }
    }
  } finally {
    flush();
  }
}

const isReasoning = (part: { readonly type: string }): part is { readonly type: 'reasoning'; readonly text: string } =>
  part.type === 'reasoning';
