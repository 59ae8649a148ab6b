import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { Satisfaction, SatisfactionDraft } from '../../../schemas/conversations/satisfaction.ts';
import { noConversation, type Rated, type SatisfactionService } from './service.ts';

const rated = ({ satisfaction, conversation, workspace }: Rated) => ({
  data: satisfaction,
  keptWith: { conversation, onMissing: noConversation },
  right: { permission: 'conversations:write', workspace } as const,
});

/** The operation on how satisfied visitors are. */
export const satisfactionEndpoints = (satisfaction: SatisfactionService) => [
  endpoint({
    id: 'submitSatisfaction',
    client: 'conversations.submitSatisfaction',
    method: 'POST',
    path: '/api/conversations/:id/satisfaction',
    access: 'conversations:write',
    tag: 'Conversations',
    summary: 'Say how satisfied the visitor of a closed conversation is',
    description:
      'One answer, from 1 to 5 with an optional comment. Another one replaces it while the conversation is closed. A ' +
      'visitor may if `satisfaction.asked` of the channel is true; a key may for an interface of your own. It is not ' +
      'the rating of a reply (`PUT /api/messages/{id}/feedback`).',
    visitors: { takes: ['score', 'comment'], shows: (data: unknown) => data },
    params: ConversationPath,
    body: SatisfactionDraft,
    data: Satisfaction,
    errors: ['conversation_not_found', 'conversation_not_closed', 'visitor_not_allowed'],
    handle: (call) =>
      answering(call, rated, (along) => satisfaction.rate(call.actor, call.params.id, { draft: call.body, along })),
  }),
];
