import { endpoint } from '../../http/endpoint.ts';
import { exampleOf } from '../../http/openapi/examples.ts';
import { amount } from '../../http/responses/amounts.ts';
import { answering } from '../../http/responses/answering.ts';
import { Message } from '../../replies/schemas/message.ts';
import {
  AgentPath,
  Conversation,
  ConversationChanges,
  ConversationDraft,
  ConversationPath,
  EraseQuery,
} from '../../schemas/conversations/conversation.ts';
import { FormSubmission } from '../../schemas/conversations/visitors.ts';
import { ConversationEntry } from '../../schemas/entries.ts';
import { pageOf } from '../../schemas/lists.ts';
import { exportExamples } from './export/export.ts';
import { ExportQuery } from './export/export-schema.ts';
import { AgentConversationQuery, ConversationQuery } from './lists/list-schema.ts';
import { ListedConversation } from './lists/listed-schema.ts';
import type { Erased } from './removal/erase-user.ts';
import type { Conversations, CreatedConversation } from './service.ts';
import { keptWith, stored } from './stored-response.ts';
import { forVisitors } from './visitor-view.ts';

const tag = 'Conversations';

const created = ({ conversation, version }: CreatedConversation) => ({
  data: conversation,
  version,
  ...keptWith({ id: conversation._id, workspace: conversation.workspace }),
});
const deleted = (messages: number) => ({ message: `Conversation deleted with ${amount(messages, 'message')}.` });
const erased = ({ conversations, messages }: Erased) => ({
  message: `Deleted ${amount(conversations, 'conversation')} with ${amount(messages, 'message')}.`,
});

/** The operations on conversations. */
export const conversationEndpoints = (conversations: Conversations) => [
  endpoint({
    id: 'createConversation',
    client: 'conversations.create',
    method: 'POST',
    path: '/api/agents/:id/conversations',
    access: 'conversations:write',
    tag,
    summary: 'Create a conversation with an agent',
    description:
      'The conversation has no message yet. To create one with its first message, use `chat`. A visitor’s answers to ' +
      'the form of the channel are kept so even if no message follows.',
    visitors: forVisitors('form', 'context'),
    params: AgentPath,
    body: ConversationDraft,
    data: Conversation,
    status: 201,
    location: ({ _id }) => `/api/conversations/${_id}`,
    tagged: true,
    errors: ['quota_exceeded', 'agent_not_found', 'channel_inactive', 'channel_limit_reached'],
    handle: (call) =>
      answering(call, created, (along) =>
        conversations.create(call.actor, call.params.id, { draft: call.body, along }),
      ),
  }),
  endpoint({
    id: 'listAgentConversations',
    client: 'conversations.listOfAgent',
    method: 'GET',
    path: '/api/agents/:id/conversations',
    access: 'conversations:read',
    tag,
    summary: 'List the conversations of an agent',
    description: 'Lists the conversations of every channel, newest first unless `sort` says otherwise.',
    params: AgentPath,
    query: AgentConversationQuery,
    data: pageOf(ListedConversation),
    scans: true,
    errors: ['agent_not_found'],
    handle: async (call) => ({ json: await conversations.listOfAgent(call.actor, call.params.id, call) }),
  }),
  endpoint({
    id: 'listConversations',
    client: 'conversations.list',
    method: 'GET',
    path: '/api/conversations',
    access: 'conversations:read',
    tag,
    summary: 'List conversations of every channel',
    description:
      'Lists the conversations of every workspace that the caller reaches, newest first unless `sort` says otherwise.',
    visitors: forVisitors('limit', 'cursor', 'status', 'sort'),
    query: ConversationQuery,
    data: pageOf(ListedConversation),
    scans: true,
    handle: async (call) => ({ json: await conversations.list(call.actor, call.query, call.awaited) }),
  }),
  endpoint({
    id: 'deleteUserConversations',
    client: 'conversations.deleteOfUser',
    method: 'DELETE',
    path: '/api/conversations',
    access: 'workspace:admin',
    confirmed: true,
    tag,
    summary: 'Delete all conversations of an end user',
    description:
      'In the workspace of `workspaceId`, or in every workspace that the caller administers. Deletes 50 ' +
      'conversations at a time: if the request is interrupted, repeat it to delete the rest.',
    query: EraseQuery,
    data: 'message',
    says: 'Deleted 14 conversations with 120 messages.',
    errors: ['workspace_not_found'],
    handle: async (call) => erased(await conversations.removeOfUser(call.actor, call.query)),
  }),
  endpoint({
    id: 'exportConversations',
    client: 'conversations.export',
    method: 'GET',
    path: '/api/conversations/export',
    access: 'conversations:read',
    tag,
    summary: 'Export conversations with their messages, as JSON Lines or CSV',
    description:
      'Streams the conversations; the size is not limited. The oldest come first; with `updatedAfter` or ' +
      '`updatedBefore` alone, those that changed first, and alike with `lastMessageAfter`. Then one that changes ' +
      'meanwhile may come a second time, unless `…Before` is set.',
    query: ExportQuery,
    data: 'text',
    texts: exportExamples(
      () => exampleOf(Conversation) as Conversation,
      () => exampleOf(Message) as Message,
      () => exampleOf(ConversationEntry) as ConversationEntry,
    ),
    scans: true,
    patient: true,
    handle: (call) => conversations.export(call.actor, call.query, call.awaited),
  }),
  endpoint({
    id: 'getConversation',
    client: 'conversations.retrieve',
    method: 'GET',
    path: '/api/conversations/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a conversation',
    description: 'The conversation without its messages, which have a list of their own.',
    visitors: forVisitors(),
    params: ConversationPath,
    data: Conversation,
    tagged: true,
    errors: ['conversation_not_found'],
    handle: async (call) => stored(await conversations.read(call.actor, call.params.id)),
  }),
  endpoint({
    id: 'submitConversationForm',
    client: 'conversations.submitForm',
    method: 'PUT',
    path: '/api/conversations/:id/form',
    access: 'conversations:write',
    tag,
    summary: 'Store a visitor’s answers to the form of the channel',
    description:
      'Only for the visitor of the conversation. Replaces earlier answers. The visitor’s next conversation on the ' +
      'channel has them, too.',
    visitors: forVisitors('form'),
    params: ConversationPath,
    body: FormSubmission,
    data: Conversation,
    tagged: true,
    errors: ['conversation_not_found'],
    handle: async (call) => stored(await conversations.submitForm(call.actor, call.params.id, call.body.form)),
  }),
  endpoint({
    id: 'updateConversation',
    client: 'conversations.update',
    method: 'PATCH',
    path: '/api/conversations/:id',
    access: 'conversations:write',
    tag,
    summary: 'Update the title, tags, metadata or status of a conversation',
    description:
      'Merges: absent fields stay unchanged. `tags` and `metadata` are replaced as a whole. A read-only field is ' +
      'accepted if it equals the stored value.',
    params: ConversationPath,
    body: ConversationChanges,
    data: Conversation,
    tagged: true,
    errors: ['conversation_not_found', 'conversation_taken_over', 'read_only_field'],
    handle: async (call) =>
      stored(await conversations.update(call.actor, { id: call.params.id, ifMatch: call.ifMatch }, call.body)),
  }),
  endpoint({
    id: 'deleteConversation',
    client: 'conversations.delete',
    method: 'DELETE',
    path: '/api/conversations/:id',
    access: 'workspace:admin',
    tag,
    summary: 'Delete a conversation with its messages',
    description: 'For good. A turn that runs is cancelled.',
    params: ConversationPath,
    data: 'message',
    says: 'Conversation deleted with 2 messages.',
    tagged: true,
    errors: ['conversation_not_found'],
    handle: async (call) =>
      deleted(await conversations.remove(call.actor, { id: call.params.id, ifMatch: call.ifMatch })),
  }),
];
