import type { MessageEvent } from '@parley/sdk';

/** Collects the events of a stream: those so far, their text, and a promise that resolves at the end. */
export function collected(events: AsyncIterable<MessageEvent>) {
  const seen: MessageEvent[] = [];
  const ended = (async () => {
    for await (const event of events) seen.push(event);
  })();
  const text = () => seen.map((event) => (event.type === 'message.delta' ? event.text : '')).join('');
  return { seen, ended, text };
}
