import type { ConversationEvent, Message, MessageEvent, MessagePart } from '@parley/sdk';

/** An event of a message: in a turn, or in the feed of a conversation. */
type EventOfMessage =
  | MessageEvent
  | Exclude<ConversationEvent, { type: `conversation.${string}` | `entry.${string}` | 'presence' }>;

/** The messages after one more event. */
export function advance(messages: readonly Message[], event: EventOfMessage): readonly Message[] {
  switch (event.type) {
    case 'message.created':
    case 'message.completed':
    case 'message.cancelled':
    case 'message.requires_action':
    case 'message.rated':
      return put(messages, event.message);
    case 'message.failed':
      return event.message === null ? messages.slice(0, -1) : put(messages, event.message);
    default: {
      // A turn writes one reply, its last message.
      const grown = 'message' in event ? event.message : messages.at(-1)?._id;
      return messages.map((each) => (each._id === grown ? grow(each, event) : each));
    }
  }
}

/** A reply after a part of it has arrived. */
function grow(reply: Message, event: Growth): Message {
  const { content, citations, parts } = reply;
  switch (event.type) {
    case 'message.delta':
      return { ...reply, content: content + event.text, parts: withText(parts, event.text) };
    case 'reasoning': {
      const { text, truncated } = event;
      return { ...reply, parts: [...parts, { type: 'reasoning', text, ...(truncated && { truncated }) }] };
    }
    case 'citation': {
      const { citation } = event;
      return { ...reply, citations: [...citations, citation], parts: [...parts, { type: 'citation', citation }] };
    }
    case 'tool.call':
      return { ...reply, parts: [...parts, { type: 'tool-call', ...event.call }] };
    case 'approval.requested':
      return { ...reply, parts: [...parts, { type: 'approval-requested', ...event.request }] };
    case 'tool.result':
      return { ...reply, parts: [...parts, { type: 'tool-result', ...event.result }] };
  }
}

type Growth = Extract<
  MessageEvent,
  { type: 'message.delta' | 'reasoning' | 'citation' | 'tool.call' | 'approval.requested' | 'tool.result' }
>;

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
  // A reply that waited is written again: only the times tell which copy is the later one.
  const statuses = [message.status, other.status];
  if (statuses.includes('requires_action') && message.updatedAt !== other.updatedAt) {
    return message.updatedAt > other.updatedAt;
  }
  const [runs, otherRuns] = [message.status === 'streaming', other.status === 'streaming'];
  if (runs !== otherRuns) return otherRuns;
  return runs ? sizeOf(message) > sizeOf(other) : message.updatedAt > other.updatedAt;
}

const sizeOf = ({ content, parts }: Message) => content.length + parts.length;

const inOrder = (one: Message, other: Message) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one._id < other._id) ? -1 : 1;
