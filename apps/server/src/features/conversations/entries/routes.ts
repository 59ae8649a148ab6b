import type { Actor } from '../../../access/actor.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { ConversationEntry, EntryQuery, shownEntries } from '../../../schemas/entries.ts';
import { pageOf } from '../../../schemas/lists.ts';
import type { Conversations } from '../service.ts';
import { forVisitors } from '../visitor-view.ts';
import type { Entries } from './needs.ts';

/** The operation on what happened to a conversation. */
export const entryEndpoints = (conversations: Pick<Conversations, 'read'>, entries: Pick<Entries, 'page'>) => {
  const read = async (actor: Actor, id: string, query: EntryQuery) => {
    const { workspace } = await conversations.read(actor, id);
    return entries.page(
      { workspace, conversation: id, types: actor.kind === 'visitor' ? shownEntries : undefined },
      query,
    );
  };
  return [
    endpoint({
      id: 'listConversationEntries',
      client: 'conversations.entries',
      method: 'GET',
      path: '/api/conversations/:id/entries',
      access: 'conversations:read',
      tag: 'Conversations',
      summary: 'List what happened to a conversation',
      description:
        'What happened beside the messages: taken over, given back, handed over, closed, reopened, tagged, each with ' +
        'its time and actor. Oldest first unless `sort` says otherwise. Entries are written with the change itself, ' +
        'and stay as long as the conversation.',
      visitors: forVisitors('limit', 'cursor', 'sort'),
      params: ConversationPath,
      query: EntryQuery,
      data: pageOf(ConversationEntry),
      errors: ['conversation_not_found'],
      handle: async (call) => ({ json: await read(call.actor, call.params.id, call.query) }),
    }),
  ];
};
