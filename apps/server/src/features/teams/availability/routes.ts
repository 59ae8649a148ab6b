import { endpoint } from '../../../http/endpoint.ts';
import { Availability, AvailabilityDraft, AvailabilityList, AvailabilityPath } from './schema.ts';
import type { AvailabilityService } from './service.ts';

const shared = { tag: 'Teams', path: '/api/workspaces/:id/availability' } as const;

/** The operations on the availability of people. */
export const availabilityEndpoints = (availability: AvailabilityService) => [
  endpoint({
    id: 'listAvailability',
    client: 'workspaces.availability.retrieve',
    method: 'GET',
    ...shared,
    access: 'conversations:read',
    summary: 'List who is here and who is away',
    description: 'The people of the workspace who may write in conversations, by name.',
    params: AvailabilityPath,
    data: AvailabilityList,
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await availability.list(actor, id) }),
  }),
  endpoint({
    id: 'setAvailability',
    client: 'workspaces.availability.set',
    method: 'PUT',
    ...shared,
    access: 'conversations:write',
    summary: 'Set your own availability',
    description: 'For the person of the session or key. Conversations that the person has stay where they are.',
    params: AvailabilityPath,
    body: AvailabilityDraft,
    data: Availability,
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id }, body }) => ({ data: await availability.set(actor, id, body) }),
  }),
];
