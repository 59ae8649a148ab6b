import { type LiveReply, storable } from './live-reply.ts';

/** Max characters of thoughts that a reply keeps. */
const maxThoughts = 32 * 1024;

/** Characters of thoughts that are gathered into one part. Readers get each part as one event. */
const partLength = 500;

/**
 * Creates what puts the thoughts of a model into a reply, in parts at their place. Thoughts beyond the limit are dropped;
 * the last part says so.
 */
export function createThoughts(reply: Pick<LiveReply, 'add' | 'body'>) {
  let held = '';
  const kept = reply.body().others.flatMap(({ part }) => (part.type === 'reasoning' ? [part] : []));
  let room = kept.some(({ truncated }) => truncated)
    ? 0
    : kept.reduce((rest, { text }) => rest - text.length, maxThoughts);
  const flush = (): void => {
    const text = held;
    held = '';
    if (room <= 0 || text.trim() === '') return;
    const isTooLong = text.length > room;
    const fitting = storable(text.slice(0, room));
    room = isTooLong ? 0 : room - text.length;
    reply.add({ type: 'reasoning', text: fitting, ...(isTooLong && { truncated: true as const }) });
  };
  return {
    /** Takes a piece of a thought. */
    take: (text: string): void => {
      held += text;
      // The second half of a character may come with the next piece.
      if (held.length >= partLength && !/[\ud800-\udbff]$/.test(held)) flush();
    },
    /** Adds what is held: another part follows, or the answer has ended. */
    flush,
  };
}
