import { endpoint } from '../../../../http/endpoint.ts';
import { answer, nothingCreated, targetOf, turnErrors } from '../answer.ts';
import { ReplyEvents } from '../event-schema.ts';
import { Exchange, MessagePath } from '../schema.ts';
import type { Messages } from '../service.ts';
import { ToolResultsDraft } from './schema.ts';
import type { SendToolResults } from './sending.ts';

/** The operation that answers tool calls. */
export const toolResultEndpoints = (messages: Messages, send: SendToolResults) => [
  endpoint({
    id: 'sendToolResults',
    client: 'messages.sendToolResults',
    clientStream: 'messages.streamToolResults',
    method: 'POST',
    path: '/api/messages/:id/tool-results',
    access: 'conversations:write',
    tag: 'Messages',
    summary: 'Answer tool calls with your own code',
    description:
      'For calls with `answeredBy: "client"` in a reply that is `requires_action`. The reply goes on when no call waits any ' +
      'more. Returns it at its end, or streams it. Refused with 409 for a call that has a result, or whose time is over.',
    params: MessagePath,
    body: ToolResultsDraft,
    data: Exchange,
    streams: true,
    events: ReplyEvents,
    sends: true,
    repeatable: 'by effect',
    patient: true,
    errors: ['conversation_not_found', 'message_not_found', 'tool_call_decided', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: send(call.actor, targetOf(call), call.body.results),
        createdBy: nothingCreated,
      }),
  }),
];
