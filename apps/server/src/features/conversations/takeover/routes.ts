import { answering } from '../../../http/answering.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { stored } from '../answers.ts';
import { Conversation, ConversationPath } from '../schema.ts';
import type { Takeover } from './service.ts';

/** The operations on who replies in a conversation. */
export const takeoverEndpoints = (takeover: Takeover) => {
  const operation = { method: 'POST', access: 'conversations:write', tag: 'Conversations' } as const;
  const one = { params: ConversationPath, data: Conversation, tagged: true } as const;
  return [
    endpoint({
      ...operation,
      ...one,
      id: 'closeConversation',
      path: '/api/conversations/:id/close',
      summary: 'Close a conversation: nobody can send to it any more',
      errors: ['conversation_not_found'],
      handle: (call) => answering(call, stored, (along) => takeover.close(call.actor, call.params.id, along)),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'reopenConversation',
      path: '/api/conversations/:id/reopen',
      summary: 'Open a closed conversation again',
      errors: ['conversation_not_found', 'conversation_taken_over'],
      handle: (call) => answering(call, stored, (along) => takeover.reopen(call.actor, call.params.id, along)),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'takeOverConversation',
      path: '/api/conversations/:id/takeover',
      summary: 'Take a conversation over from its agent',
      description: 'The model stays silent until it is released; an answer under way is cancelled.',
      errors: ['conversation_not_found', 'conversation_closed'],
      handle: (call) => answering(call, stored, (along) => takeover.takeover(call.actor, call.params.id, along)),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'releaseConversation',
      path: '/api/conversations/:id/release',
      summary: 'Give a conversation back to its agent',
      errors: ['conversation_not_found', 'conversation_closed'],
      handle: (call) => answering(call, stored, (along) => takeover.release(call.actor, call.params.id, along)),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'cancelTurn',
      path: '/api/conversations/:id/cancel',
      summary: 'Cancel the answer that is being written',
      description: 'What there is of it stays, with the status `cancelled`. Does nothing where none is being written.',
      patient: true,
      errors: ['conversation_not_found'],
      handle: (call) => answering(call, stored, (along) => takeover.cancel(call.actor, call.params.id, along)),
    }),
  ];
};
