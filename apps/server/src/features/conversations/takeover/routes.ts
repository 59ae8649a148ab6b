import { endpoint } from '../../../http/endpoint.ts';
import { Conversation, ConversationPath } from '../schema.ts';
import type { States } from './service.ts';

/** The operations on who answers in a conversation. */
export const stateEndpoints = (states: States) => {
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
      handle: (call) => states.close(call, call.params.id),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'reopenConversation',
      path: '/api/conversations/:id/reopen',
      summary: 'Open a closed conversation again',
      errors: ['conversation_not_found', 'conversation_taken_over'],
      handle: (call) => states.reopen(call, call.params.id),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'takeOverConversation',
      path: '/api/conversations/:id/takeover',
      summary: 'Take a conversation over from its agent',
      description: 'The model stays silent until it is released; an answer under way is cancelled.',
      errors: ['conversation_not_found', 'conversation_closed'],
      handle: (call) => states.takeover(call, call.params.id),
    }),
    endpoint({
      ...operation,
      ...one,
      id: 'releaseConversation',
      path: '/api/conversations/:id/release',
      summary: 'Give a conversation back to its agent',
      errors: ['conversation_not_found', 'conversation_closed'],
      handle: (call) => states.release(call, call.params.id),
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
      handle: (call) => states.cancel(call, call.params.id),
    }),
  ];
};
