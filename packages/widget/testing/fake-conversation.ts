import type { ServerResponse } from 'node:http';
import type { Citation, Conversation, ListedConversation, Message } from '@parley/sdk';

interface LoggedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: object;
}

/** A conversation of the fake service, with its event stream. */
export interface FakeConversation {
  readonly visitor: string;
  readonly conversation: Conversation;
  readonly messages: Message[];
  change(part: Partial<Conversation>): void;
  add(part: Partial<Message> & Pick<Message, 'role' | 'content'>): Message;
  /** Adds text to a reply that is being written. */
  grow(reply: Message, text: string): void;
  cite(reply: Message, citation: Citation): void;
  /** Ends a reply, or changes its rating. */
  end(reply: Message, event: string, part?: Partial<Message>): void;
  /** Tells that the conversation is deleted. */
  delete(): void;
  /** The fields of its latest message in a list. */
  latest(): Pick<ListedConversation, 'lastMessage' | 'lastMessageAt'>;
  /** Number of its readers. */
  readers(): number;
  /** Sends the events after an ID, and all that follow. */
  follow(response: ServerResponse, lastEventId: string | undefined): void;
}

let numbers = 0;

/** An ID that the service could have made. */
export const newId = (prefix: string): string => {
  numbers += 1;
  return `${prefix}_${String(numbers).padStart(26, '0')}`;
};

/** Writes one event to a stream. */
export const writeEvent = (response: ServerResponse, { id, name, data }: LoggedEvent): void => {
  response.write(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
};

const now = () => new Date().toISOString();

/** Creates an open conversation without messages. */
export function createConversation(visitor: string, agent: string): FakeConversation {
  const _id = newId('conv');
  let conversation = {
    ...{
      _id,
      agent,
      channel: null,
      workspace: '',
      userId: null,
      title: '',
      status: 'open',
      answeringAgent: null,
      takenBy: null,
      waitingSince: null,
      assignee: null,
      team: null,
      priority: 'normal',
      snoozedUntil: null,
    },
    visitor: null,
    ...{
      tags: [],
      metadata: {},
      messageCount: 0,
      lastMessageAt: null,
      turn: null,
      rating: null,
      satisfaction: null,
      playground: false,
    },
    ...{ usage: { inputTokens: 0, outputTokens: 0 }, createdAt: now(), updatedAt: now() },
  } as Conversation;
  const messages: Message[] = [];
  const log: LoggedEvent[] = [];
  const readers = new Set<ServerResponse>();
  const tell = (name: string, data: object) => {
    const event = { id: `${_id}:${log.length}`, name, data };
    log.push(event);
    for (const reader of readers) writeEvent(reader, event);
  };
  const replace = (message: Message, part: Partial<Message>): Message => {
    const place = messages.findIndex((each) => each._id === message._id);
    const next = { ...(messages[place] ?? message), ...part, updatedAt: now() };
    messages[place] = next;
    return next;
  };
  return {
    visitor,
    get conversation() {
      return conversation;
    },
    messages,
    readers: () => readers.size,
    latest: () => {
      const last = messages.at(-1);
      const lastMessage = last === undefined ? null : { ...last, attachmentKind: null };
      return { lastMessage, lastMessageAt: last?.createdAt ?? null };
    },
    change: (part) => {
      conversation = { ...conversation, ...part, updatedAt: now() };
      tell('conversation.updated', { conversation });
    },
    add: (part) => {
      const message: Message = {
        ...{ _id: newId('msg'), conversation: _id, status: 'complete', author: null, clientMessageId: null },
        attachments: [],
        ...{
          replyTo: null,
          citations: [],
          parts: [],
          model: null,
          fallbacks: [],
          usage: null,
          firstTokenMs: null,
          latencyMs: null,
        },
        ...{ feedback: null, feedbackComment: null, finishReason: null, error: null },
        ...{ createdAt: now(), updatedAt: now(), ...part },
      };
      messages.push(message);
      tell('message.created', { message });
      return message;
    },
    grow: (reply, text) => {
      const old = messages.find(({ _id }) => _id === reply._id);
      replace(reply, { content: (old?.content ?? '') + text });
      tell('message.delta', { message: reply._id, text });
    },
    cite: (reply, citation) => {
      const old = messages.find(({ _id }) => _id === reply._id);
      replace(reply, { citations: [...(old?.citations ?? []), citation] });
      tell('citation', { message: reply._id, ...citation });
    },
    end: (reply, name, part = {}) => tell(name, { message: replace(reply, part) }),
    delete: () => tell('conversation.deleted', { conversation: _id }),
    follow: (response, lastEventId) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': open\n\n');
      const place = log.findIndex(({ id }) => id === lastEventId);
      if (place === -1) {
        writeEvent(response, {
          id: log.at(-1)?.id ?? `${_id}:start`,
          name: 'conversation.updated',
          data: { conversation },
        });
        for (const message of messages.filter(({ status }) => status === 'streaming')) {
          writeEvent(response, { id: '', name: 'message.created', data: { message: { ...message, content: '' } } });
          writeEvent(response, {
            id: '',
            name: 'message.delta',
            data: { message: message._id, text: message.content },
          });
        }
      } else for (const event of log.slice(place + 1)) writeEvent(response, event);
      readers.add(response);
      response.on('close', () => readers.delete(response));
    },
  };
}
