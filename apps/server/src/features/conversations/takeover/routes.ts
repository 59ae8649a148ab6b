import { endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import { Conversation, ConversationPath } from '../../../schemas/conversations/conversation.ts';
import { Handover, Release, TakeoverDraft } from '../../../schemas/conversations/takeover.ts';
import { stored } from '../stored-response.ts';
import { forVisitors } from '../visitor-view.ts';
import type { Takeover } from './service.ts';

const operation = { method: 'POST', access: 'conversations:write', tag: 'Conversations' } as const;
const one = { params: ConversationPath, data: Conversation, tagged: true } as const;

/** The operations that change the one who replies in a conversation. */
export const takeoverEndpoints = (takeover: Takeover) => [...closing(takeover), ...handing(takeover)];

const closing = (takeover: Takeover) => [
  endpoint({
    ...operation,
    ...one,
    id: 'closeConversation',
    client: 'conversations.close',
    path: '/api/conversations/:id/close',
    summary: 'Close a conversation',
    description: 'A closed conversation accepts no message. A turn that runs is finished.',
    errors: ['conversation_not_found'],
    handle: (call) => answering(call, stored, (along) => takeover.close(call.actor, call.params.id, along)),
  }),
  endpoint({
    ...operation,
    ...one,
    id: 'reopenConversation',
    client: 'conversations.reopen',
    path: '/api/conversations/:id/reopen',
    summary: 'Reopen a closed conversation',
    description: 'It accepts messages again. Does nothing if the conversation is open.',
    errors: ['conversation_not_found', 'conversation_taken_over'],
    handle: (call) => answering(call, stored, (along) => takeover.reopen(call.actor, call.params.id, along)),
  }),
];

const handing = (takeover: Takeover) => [
  endpoint({
    ...operation,
    ...one,
    id: 'takeOverConversation',
    client: 'conversations.takeOver',
    path: '/api/conversations/:id/takeover',
    summary: 'Take over a conversation from its agent',
    description:
      'Cancels the turn. The agent does not reply until the conversation is released. If two people take it with the ' +
      'same `takenBy`, one gets it, and the other is told who has it.',
    body: TakeoverDraft,
    errors: ['conversation_not_found', 'conversation_closed', 'conversation_taken_over'],
    handle: (call) =>
      answering(call, stored, (along) => takeover.takeover(call.actor, call.params.id, { ...call.body, along })),
  }),
  endpoint({
    ...operation,
    ...one,
    id: 'handOverConversation',
    client: 'conversations.handOver',
    path: '/api/conversations/:id/handover',
    summary: 'Hand a conversation over to people',
    description:
      'The status becomes `human`, and the visitor waits for a person from now on (`waitingSince`). Cancels the ' +
      'turn. Does nothing if people have the conversation already. A visitor can ask for a person so if ' +
      '`handover.offered` of the channel is true; `handover.team` of the channel is responsible then.',
    visitors: forVisitors('reason', 'summary'),
    body: Handover,
    errors: ['conversation_not_found', 'conversation_closed', 'visitor_not_allowed'],
    handle: (call) =>
      answering(call, stored, (along) => takeover.handOver(call.actor, call.params.id, { ...call.body, along })),
  }),
  endpoint({
    ...operation,
    ...one,
    id: 'releaseConversation',
    client: 'conversations.release',
    path: '/api/conversations/:id/release',
    summary: 'Release a conversation to its agent',
    description:
      'The agent replies again from the next message on, or to the last one with `answer`. Does nothing if no person ' +
      'has taken over.',
    body: Release,
    errors: ['conversation_not_found', 'conversation_closed'],
    handle: (call) =>
      answering(call, stored, (along) => takeover.release(call.actor, call.params.id, { ...call.body, along })),
  }),
  endpoint({
    ...operation,
    ...one,
    id: 'cancelTurn',
    client: 'conversations.cancel',
    path: '/api/conversations/:id/cancel',
    summary: 'Cancel the turn of a conversation',
    description: 'The reply keeps its text so far and gets the status `cancelled`. Does nothing if no turn runs.',
    patient: true,
    visitors: forVisitors(),
    errors: ['conversation_not_found'],
    handle: (call) => answering(call, stored, (along) => takeover.cancel(call.actor, call.params.id, along)),
  }),
];
