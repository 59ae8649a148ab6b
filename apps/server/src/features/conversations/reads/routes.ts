import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { failures } from '../failures.ts';
import { AllRead, AllReadDraft, ConversationRead, ReadDraft } from './schema.ts';
import type { Marked, Reads } from './service.ts';

const tag = 'Conversations';

/** The answer about a mark; a repeat gets it as long as the person may read there. */
const told = <Mark>({ workspace, mark }: Marked<Mark>) => ({
  data: mark,
  right: { permission: 'conversations:read', workspace } as const,
});
const kept = (marked: Marked<ConversationRead>) => ({
  ...told(marked),
  keptWith: { conversation: marked.mark.conversation, onMissing: failures.noConversation },
});

/** The operations on what a person has read. */
export const readEndpoints = (reads: Reads) => [
  endpoint({
    id: 'markConversationRead',
    client: 'conversations.markRead',
    clientRepeats: true,
    method: 'POST',
    path: '/api/conversations/:id/read',
    access: 'conversations:read',
    tag,
    summary: 'Mark a conversation as read',
    description:
      'For the person who asks, or whose key it is; others don’t notice. Up to the latest message, or the one of ' +
      '`readUntil`. A mark never moves back, so requests may come late or twice.',
    params: ConversationPath,
    body: ReadDraft,
    data: ConversationRead,
    errors: ['conversation_not_found'],
    handle: (call) =>
      answering(call, kept, (along) =>
        reads.mark(call.actor, { id: call.params.id, until: timeOf(call.body.readUntil) }, along),
      ),
  }),
  endpoint({
    id: 'markAllConversationsRead',
    client: 'conversations.markAllRead',
    clientRepeats: true,
    method: 'POST',
    path: '/api/conversations/read',
    access: 'conversations:read',
    tag,
    summary: 'Mark all conversations of a workspace as read',
    description: 'For the person who asks, or whose key it is: every message so far, also of trials and closed ones.',
    body: AllReadDraft,
    data: AllRead,
    errors: ['workspace_not_found'],
    handle: (call) =>
      answering(call, told<AllRead>, (along) => reads.markAll(call.actor, call.body.workspaceId, along)),
  }),
];

const timeOf = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));
