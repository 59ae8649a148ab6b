import { readQuickReplies } from '@parley/markdown/quick-replies';
import type { Citation, Conversation, Message } from '@parley/sdk';
import type { StreamEvent } from './client.ts';
import { isObject } from './values.ts';

/** Content of a conversation. A message that is being written has the status `streaming`. */
export interface Transcript {
  readonly conversation: Conversation | undefined;
  readonly messages: readonly Message[];
  /** True if the conversation was deleted. */
  readonly deleted: boolean;
  /** True while a person is typing. */
  readonly isTyped?: boolean;
}

export const emptyTranscript: Transcript = { conversation: undefined, messages: [], deleted: false };

/** The transcript after an event of the conversation's stream. Unknown events change nothing. */
export function withEvent(transcript: Transcript, { name, data }: StreamEvent): Transcript {
  const { message, conversation } = data;
  if (name === 'conversation.deleted') return { ...transcript, deleted: true };
  if (name === 'conversation.updated' && isObject(conversation)) {
    return { ...transcript, conversation: conversation as unknown as Conversation };
  }
  if (name === 'presence') return { ...transcript, isTyped: (data['people'] as readonly unknown[]).length > 0 };
  if (isMessage(message)) return withMessage(transcript, message);
  if (typeof message !== 'string') return transcript;
  if (name === 'message.delta') {
    return change(transcript, message, (old) => ({ ...old, content: old.content + String(data['text'] ?? '') }));
  }
  if (name === 'citation' && typeof data['quote'] === 'string') {
    const citation = data as unknown as Citation;
    return change(transcript, message, (old) => ({ ...old, citations: [...old.citations, citation] }));
  }
  return transcript;
}

/** The transcript with a message in its place, or at the end if it is new. */
export function withMessage(transcript: Transcript, message: Message): Transcript {
  if (transcript.messages.some(({ _id }) => _id === message._id)) return change(transcript, message._id, () => message);
  return { ...transcript, messages: [...transcript.messages, message] };
}

/**
 * Returns the transcript with stored messages in their places. The stream's version of a message is kept unless it is
 * older.
 */
export function withStored(transcript: Transcript, stored: readonly Message[]): Transcript {
  const messages = new Map(stored.map((message) => [message._id, message]));
  for (const own of transcript.messages) {
    const other = messages.get(own._id);
    if (other === undefined || !isStale(own, other)) messages.set(own._id, own);
  }
  // Stable: a message and its reply may be of the same millisecond.
  const inOrder = [...messages.values()].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return { ...transcript, messages: inOrder };
}

const isStale = (own: Message, stored: Message): boolean =>
  own.status === 'streaming' ? stored.status !== 'streaming' : stored.updatedAt > own.updatedAt;

function change(transcript: Transcript, id: string, next: (old: Message) => Message): Transcript {
  const messages = transcript.messages.map((message) => (message._id === id ? next(message) : message));
  return { ...transcript, messages };
}

const isMessage = (value: unknown): value is Message =>
  isObject(value) && typeof value['_id'] === 'string' && typeof value['content'] === 'string';

/** The replies that were not complete before. */
export function repliesSince(before: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const isComplete = ({ role, status }: Message) => role !== 'user' && status === 'complete';
  const known = new Set(before.filter(isComplete).map(({ _id }) => _id));
  return messages.filter((message) => isComplete(message) && !known.has(message._id));
}

/** A text without the marks of Markdown, which screen readers would read out. */
export function spoken(content: string): string {
  const { text, replies } = readQuickReplies(content);
  return [text, ...replies].join('\n').replace(/[*_`#>|]/g, '');
}
