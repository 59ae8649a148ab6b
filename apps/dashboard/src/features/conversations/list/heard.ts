import type { Conversation, ConversationEntry, ConversationEvent, Message } from '@parley/sdk';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { conversationQueries, forgetConversationLists } from '../../../api/queries/conversation-queries.ts';
import { keepPresence } from '../../../api/queries/presence.ts';
import { queryClient } from '../../../api/queries.ts';
import { advance, mergeMessages } from '../../chat/turn-events.ts';

/** State of a conversation from its feed and from the responses to the page's own requests. */
interface Heard {
  /** The last event of the feed; undefined before the first. */
  readonly lastEventId?: string;
  readonly conversation?: Conversation;
  readonly messages: readonly Message[];
  readonly entries: readonly ConversationEntry[];
}

const nothing: Heard = { messages: [], entries: [] };

/** Kept apart from the lists that are read: a list that was requested before an event may arrive after it. */
const heardQuery = (id: string) =>
  queryOptions<Heard>({ queryKey: ['conversations', 'heard', id], queryFn: skipToken });

/** Returns the state of a conversation that the page has received. */
export const useHeard = (id: string): Heard => useQuery(heardQuery(id)).data ?? nothing;

const change = (id: string, how: (heard: Heard) => Heard) =>
  queryClient.setQueryData(heardQuery(id).queryKey, (heard = nothing) => how(heard));

/** Updates a message on the page of its conversation. */
export const keepMessage = (message: Message): void =>
  void change(message.conversation, (heard) => ({ ...heard, messages: mergeMessages(heard.messages, [message]) }));

/** Updates an entry on the page of its conversation. */
export const keepEntry = (entry: ConversationEntry): void =>
  void change(entry.conversation, (heard) => ({ ...heard, entries: [...heard.entries, entry] }));

/** Updates the page of a conversation by events of its feed, in order. */
export function keepEvents(id: string, events: readonly ConversationEvent[]): void {
  change(id, (heard) => events.reduce(after, heard));
  for (const event of events) if (event.type === 'presence') keepPresence(event);
  if (events.some(({ type }) => type === 'conversation.updated')) forgetConversationLists();
}

function after(heard: Heard, event: ConversationEvent): Heard {
  const next = { ...heard, lastEventId: event.id };
  if (event.type === 'conversation.deleted' || event.type === 'presence') return next;
  if (event.type === 'conversation.updated') return { ...next, conversation: event.conversation };
  if (event.type === 'entry.created') return { ...next, entries: [...heard.entries, event.entry] };
  return { ...next, messages: advance(heard.messages, event) };
}

/** The ID of the last event of the feed that the page has. */
export const lastHeard = (id: string): string | undefined =>
  queryClient.getQueryData(heardQuery(id).queryKey)?.lastEventId;

/** Removes a conversation that was deleted. */
export function forgetConversation(id: string): void {
  const { one, messages, entries } = conversationQueries;
  for (const { queryKey } of [one(id), messages(id), entries(id), heardQuery(id)])
    queryClient.removeQueries({ queryKey });
  forgetConversationLists();
}
