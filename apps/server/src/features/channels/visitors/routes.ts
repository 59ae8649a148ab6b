import { endpoint } from '../../../http/endpoint.ts';
import { VisitorDraft, VisitorSession, VisitorsPath } from './schema.ts';
import type { Visitors } from './service.ts';

/** The operation that lets visitors in. */
export const visitorEndpoints = (visitors: Visitors) => [
  endpoint({
    id: 'createVisitor',
    client: 'channels.createVisitor',
    clientRepeats: true,
    method: 'POST',
    path: '/api/channels/:id/visitors',
    access: 'public',
    tag: 'Channels',
    summary: 'Let a visitor in',
    description:
      'Returns a token that reaches the visitor’s own conversations on this channel and nothing else. The widget and ' +
      'the hosted page call it by themselves; call it for a chat of your own. With the token a visitor sends ' +
      'messages, reads and follows conversations, and rates, retries and cancels replies. What is the team’s (tags, ' +
      'metadata, model, usage, tool calls) is empty there.',
    params: VisitorsPath,
    body: VisitorDraft,
    data: VisitorSession,
    secret: true,
    errors: [
      ...(['channel_not_found', 'channel_inactive', 'origin_not_allowed', 'rate_limited'] as const),
      ...(['invalid_identity', 'expired_identity', 'identity_required', 'too_many_failed_attempts'] as const),
    ],
    handle: async (call) => ({ data: await visitors.enter(call.params.id, call.body, call) }),
  }),
];
