import type { MessageEvent } from '../types.ts';

/** Events as lines of JSON; `abort` is called if the reader leaves. */
export function toLines(events: AsyncIterator<MessageEvent>, abort: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const next = await events.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(next.value)}\n`));
      },
      cancel: () => {
        abort();
        // Not awaited: it may wait for an event.
        events.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
