import { endpoint } from '../../../http/endpoint.ts';
import { newestSeal, type SealNeeds } from './newest-seal.ts';
import { EventSeal, EventSealQuery } from './seal-schema.ts';

/** The operation on seals. */
export const sealEndpoints = (needs: SealNeeds) => [
  endpoint({
    id: 'getEventSeal',
    client: 'events.seal',
    method: 'GET',
    path: '/api/events/seal',
    access: 'workspace:admin',
    tag: 'Events',
    summary: 'Get the newest seal of the log of events',
    description:
      'Once a minute, new events are sealed by a hash over them and all before them. Note the hash elsewhere: ' +
      '`parley audit verify --head` then proves that no event until then was removed or altered. For admins only.',
    query: EventSealQuery,
    data: EventSeal,
    errors: ['workspace_not_found'],
    handle: async ({ actor, query }) => ({ data: await newestSeal(needs, actor, query.workspaceId) }),
  }),
];
