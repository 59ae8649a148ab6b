import type { Message, MessageEvent } from '../types.ts';

type Part = Message['parts'][number];

/** A reply that grows by the events of its stream. */
export interface ReplySnapshot {
  add(event: MessageEvent): void;
  /** A copy of the reply so far; null before it begins. */
  message(): Message | null;
  /** Its text so far. */
  text(): string;
}

/** Creates a reply without events. */
export function createReplySnapshot(): ReplySnapshot {
  let base: Message | null = null;
  let text = '';
  let citations: Message['citations'] = [];
  let parts: Part[] = [];
  const restart = (message: Message) => {
    base = message;
    text = message.content;
    // A message that was stored by another client, or comes from a test, may lack them.
    citations = [...(message.citations ?? [])];
    parts = [...(message.parts ?? [])];
  };
  const grow = (type: 'text' | 'reasoning', piece: string) => {
    const last = parts.at(-1);
    if (last?.type === type) parts[parts.length - 1] = { ...last, text: last.text + piece };
    else parts.push({ type, text: piece });
  };
  return {
    add: (event) => {
      if (event.type === 'message.delta') {
        text += event.text;
        grow('text', event.text);
      } else if (event.type === 'reasoning') grow('reasoning', event.text);
      else if (event.type === 'citation') {
        citations.push(event.citation);
        parts.push({ type: 'citation', citation: event.citation });
      } else if (event.type === 'tool.call') parts.push({ type: 'tool-call', ...event.call });
      else if (event.type === 'tool.result') parts.push({ type: 'tool-result', ...event.result });
      else if (event.type === 'approval.requested') parts.push({ type: 'approval-requested', ...event.request });
      // The sent message comes first, and last if a person has taken over.
      else if (event.message?.role === 'assistant') restart(event.message);
    },
    message: () => base && { ...base, content: text, citations: [...citations], parts: [...parts] },
    text: () => text,
  };
}
