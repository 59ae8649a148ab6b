import type { Conversation, ConversationEvent, Message, MessagePart, Parley } from '@parley/sdk';

/** A client's copy of a conversation, built of the events that it hears. */
export interface Copy {
  conversation: Conversation | undefined;
  deleted: boolean;
  readonly messages: Map<string, Message>;
}

/** A copy that knows nothing yet, or these messages. */
export const newCopy = (messages: readonly Message[] = []): Copy => ({
  conversation: undefined,
  deleted: false,
  messages: new Map(messages.map((message) => [message._id, message])),
});

/** Brings a copy up to date by one event. Throws if the event doesn't follow from those before it. */
export function hear(copy: Copy, event: ConversationEvent): void {
  const { messages } = copy;
  const grow = (id: string, part: MessagePart) => {
    const message = messages.get(id);
    if (message?.status !== 'streaming') throw new Error(`${event.type} of a message that isn't being written.`);
    messages.set(id, { ...message, parts: withPart(message.parts, part) });
  };
  switch (event.type) {
    case 'message.created':
      // A reply that has waited begins again.
      if ((messages.get(event.message._id)?.status ?? 'requires_action') !== 'requires_action')
        throw new Error('A message was created twice.');
      messages.set(event.message._id, event.message);
      return;
    case 'message.delta':
      grow(event.message, { type: 'text', text: event.text });
      return;
    case 'reasoning': {
      const { text, truncated } = event;
      grow(event.message, { type: 'reasoning', text, ...(truncated && { truncated }) });
      return;
    }
    case 'citation':
      grow(event.message, { type: 'citation', citation: event.citation });
      return;
    case 'tool.call':
      grow(event.message, { type: 'tool-call', ...event.call });
      return;
    case 'tool.result':
      grow(event.message, { type: 'tool-result', ...event.result });
      return;
    case 'approval.requested':
      grow(event.message, { type: 'approval-requested', ...event.request });
      return;
    case 'message.requires_action':
    case 'message.completed':
    case 'message.failed':
    case 'message.cancelled':
      if (messages.get(event.message._id)?.status !== 'streaming') throw new Error('A message has ended twice.');
      if (event.type === 'message.completed') expectParts(messages.get(event.message._id), event.message);
      messages.set(event.message._id, event.message);
      return;
    case 'message.rated':
      if (!messages.has(event.message._id)) throw new Error('An unknown message was rated.');
      messages.set(event.message._id, event.message);
      return;
    case 'conversation.updated':
      copy.conversation = event.conversation;
      return;
    case 'conversation.deleted':
      copy.deleted = true;
  }
}

/** Throws unless the parts that were sent make up the whole reply, once. */
function expectParts(heard: Message | undefined, stored: Message): void {
  if (JSON.stringify(heard?.parts) === JSON.stringify(stored.parts)) return;
  throw new Error(`Heard ${JSON.stringify(heard?.parts)}, but stored is ${JSON.stringify(stored.parts)}.`);
}

function withPart(parts: readonly MessagePart[], part: MessagePart): MessagePart[] {
  const last = parts.at(-1);
  if (last?.type !== 'text' || part.type !== 'text') return [...parts, part];
  return [...parts.slice(0, -1), { type: 'text', text: last.text + part.text }];
}

/** Follows a conversation into a copy, until `leave` is called. */
export function followed(client: Parley, id: string, { copy = newCopy(), after }: Followed = {}) {
  const leaving = new AbortController();
  const events: ConversationEvent[] = [];
  let last = after;
  const options = { signal: leaving.signal, ...(after !== undefined && { lastEventId: after }) };
  const ended = (async () => {
    for await (const event of client.conversations.events(id, options)) {
      // Events that arrive after a client left are lost to it.
      if (leaving.signal.aborted) return;
      hear(copy, event);
      events.push(event);
      last = event.id;
    }
  })();
  return {
    copy,
    events,
    types: () => events.map(({ type }) => type),
    last: () => last,
    ended,
    leave: async (): Promise<string | undefined> => {
      leaving.abort();
      await ended.catch((error: unknown) => {
        if (!leaving.signal.aborted || !(error instanceof Error) || error.name !== 'APIUserAbortError') throw error;
      });
      return last;
    },
  };
}

interface Followed {
  readonly copy?: Copy | undefined;
  /** The ID of the event to continue after. */
  readonly after?: string | undefined;
}
