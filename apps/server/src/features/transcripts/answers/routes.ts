import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { ConversationPath } from '../schema.ts';
import { noConversation } from '../service.ts';
import { AnswerAddress, AnswerAddressDraft } from './schema.ts';
import type { AnswerAddresses, Left } from './service.ts';

const common = {
  path: '/api/conversations/:id/answer-address',
  tag: 'Conversations',
  params: ConversationPath,
  data: AnswerAddress,
} as const;

const left = ({ address, workspace }: Left) => ({
  data: address,
  keptWith: { conversation: address.conversation, onMissing: noConversation },
  right: { permission: 'conversations:write', workspace } as const,
});

/** The operations on the address to which answers go by mail. */
export const answerEndpoints = (addresses: AnswerAddresses) => [
  endpoint({
    ...common,
    id: 'getAnswerAddress',
    client: 'conversations.answerAddress',
    method: 'GET',
    access: 'conversations:read',
    summary: 'Get the address to which answers go by mail',
    visitors: { takes: [], shows: (data: unknown) => data },
    errors: ['conversation_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await addresses.read(actor, id) }),
  }),
  endpoint({
    ...common,
    id: 'setAnswerAddress',
    client: 'conversations.setAnswerAddress',
    method: 'PUT',
    access: 'conversations:write',
    summary: 'Set the address to which answers go by mail, or remove it',
    description:
      'What people write from then on, for 30 days, is mailed there once the conversation was quiet for two minutes, ' +
      'unless the user has written since. Visitors may set it if `handover.offered` of the channel is true, five ' +
      'times a day.',
    visitors: { takes: ['email', 'language', 'timeZone'], shows: (data: unknown) => data },
    body: AnswerAddressDraft,
    errors: [
      ...(['conversation_not_found', 'conversation_closed', 'too_many_mails'] as const),
      ...(['mail_not_configured', 'visitor_not_allowed'] as const),
    ],
    handle: (call) =>
      answering(call, left, (along) =>
        addresses.set(call.actor, { conversation: call.params.id, draft: call.body }, along),
      ),
  }),
];
