import type { Message, MessageEvent, MessagePart } from '@parley/sdk';

/** The messages of a turn after one more event. */
export function advance(messages: readonly Message[], event: MessageEvent): readonly Message[] {
  switch (event.type) {
    case 'message.created':
    case 'message.completed':
      return put(messages, event.message);
    case 'message.failed':
      return event.message === null ? messages.slice(0, -1) : put(messages, event.message);
    case 'message.delta':
      return grow(messages, (last) => ({
        ...{ ...last, content: last.content + event.text },
        parts: withText(last.parts, event.text),
      }));
    case 'citation':
      return grow(messages, (last) => ({
        ...{ ...last, citations: [...last.citations, event.citation] },
        parts: [...last.parts, { type: 'citation', citation: event.citation }],
      }));
    case 'tool.call':
      return grow(messages, (last) => ({ ...last, parts: [...last.parts, { type: 'tool-call', ...event.call }] }));
    case 'tool.result':
      return grow(messages, (last) => ({ ...last, parts: [...last.parts, { type: 'tool-result', ...event.result }] }));
  }
}

function put(messages: readonly Message[], message: Message): readonly Message[] {
  const known = messages.some(({ _id }) => _id === message._id);
  return known ? messages.map((each) => (each._id === message._id ? message : each)) : [...messages, message];
}

/** The parts after more text: it continues the last one if that is text. */
function withText(parts: readonly MessagePart[], text: string): MessagePart[] {
  const last = parts.at(-1);
  if (last?.type !== 'text') return [...parts, { type: 'text', text }];
  return [...parts.slice(0, -1), { type: 'text', text: last.text + text }];
}

const grow = (messages: readonly Message[], change: (last: Message) => Message): readonly Message[] => {
  const last = messages.at(-1);
  return last === undefined ? messages : [...messages.slice(0, -1), change(last)];
};

/** Merges listed and streamed messages, in order; of two copies the more complete one wins. */
export function mergeMessages(listed: readonly Message[], heard: readonly Message[]): Message[] {
  const all = new Map(listed.map((message) => [message._id, message]));
  for (const message of heard) {
    const other = all.get(message._id);
    if (other === undefined || knowsMore(message, other)) all.set(message._id, message);
  }
  return [...all.values()].sort(inOrder);
}

function knowsMore(message: Message, other: Message): boolean {
  const [runs, otherRuns] = [message.status === 'streaming', other.status === 'streaming'];
  if (runs !== otherRuns) return otherRuns;
  return runs ? sizeOf(message) > sizeOf(other) : message.updatedAt > other.updatedAt;
}

const sizeOf = ({ content, parts }: Message) => content.length + parts.length;

const inOrder = (one: Message, other: Message) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one._id < other._id) ? -1 : 1;
