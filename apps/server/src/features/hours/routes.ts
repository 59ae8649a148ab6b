import { endpoint } from '../../http/endpoint.ts';
import { HoursPath, WorkingHours, WorkingHoursDraft } from './schema.ts';
import type { WorkingHoursService } from './service.ts';

const shared = { tag: 'Workspaces', path: '/api/workspaces/:id/hours' } as const;

/** The operations on the working hours of a workspace. */
export const hoursEndpoints = (hours: WorkingHoursService) => [
  endpoint({
    id: 'getWorkingHours',
    client: 'workspaces.hours.retrieve',
    method: 'GET',
    ...shared,
    access: 'conversations:read',
    summary: 'Get the working hours',
    description: 'Says whether it is open now, and when it opens next. Without hours it is always open.',
    params: HoursPath,
    data: WorkingHours,
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id } }) => ({ data: await hours.read(actor, id) }),
  }),
  endpoint({
    id: 'setWorkingHours',
    client: 'workspaces.hours.set',
    method: 'PUT',
    ...shared,
    access: 'workspace:admin',
    summary: 'Set the working hours',
    description:
      'Replaces them as a whole. Times are those on the clock of the time zone, before and after it changes to daylight ' +
      'saving time.',
    params: HoursPath,
    body: WorkingHoursDraft,
    data: WorkingHours,
    errors: ['workspace_not_found', 'validation_failed'],
    handle: async ({ actor, params: { id }, body }) => ({ data: await hours.set(actor, id, body) }),
  }),
  endpoint({
    id: 'deleteWorkingHours',
    client: 'workspaces.hours.delete',
    method: 'DELETE',
    ...shared,
    access: 'workspace:admin',
    summary: 'Remove the working hours',
    description: 'From then on it is always open. Also succeeds without hours.',
    params: HoursPath,
    data: 'message',
    says: 'Working hours removed.',
    errors: ['workspace_not_found'],
    handle: async ({ actor, params: { id } }) => {
      await hours.remove(actor, id);
      return { message: 'Working hours removed.' };
    },
  }),
];
