import { endpoint } from '../../http/endpoint.ts';
import { Usage } from './schema.ts';
import type { UsageService } from './service.ts';

/** The operation on the usage of an account. */
export const usageEndpoints = (usage: UsageService) => [
  endpoint({
    id: 'getUsage',
    method: 'GET',
    path: '/api/usage',
    access: 'workspace:admin',
    tag: 'Account',
    summary: 'Get the usage of the account’s keys: in the current minute and in each of the last 24 hours',
    description:
      'Every authenticated request of a key counts, even if it is over the limit. Requires the role owner or admin.',
    data: Usage,
    scans: true,
    handle: async (call) => ({ data: await usage.read(call.actor, call.gone) }),
  }),
];
