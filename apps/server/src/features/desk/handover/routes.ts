import { endpoint } from '../../../http/endpoint.ts';
import { ChannelHandover, HandoverPath } from './schema.ts';
import type { HandoverService } from './service.ts';

/** The operation on what visitors who ask for a person can expect. */
export const handoverEndpoints = (handover: HandoverService) => [
  endpoint({
    id: 'getChannelHandover',
    client: 'channels.handover',
    method: 'GET',
    path: '/api/channels/:id/handover',
    access: 'conversations:read',
    tag: 'Channels',
    summary: 'Get what a visitor who asks for a person can expect',
    description:
      'Says if it is open, when it opens next, if a person is here, and how fast people usually answer. A ' +
      'visitor reads that of the own channel.',
    visitors: { takes: [], shows: (data: unknown) => data },
    params: HandoverPath,
    data: ChannelHandover,
    errors: ['channel_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await handover.read(actor, id) }),
  }),
];
