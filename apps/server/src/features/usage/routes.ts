import { endpoint } from '../../http/endpoint.ts';
import { Usage } from './schema.ts';
import type { UsageService } from './service.ts';

/** The operation on what an account uses. */
export const usageEndpoints = (usage: UsageService) => [
  endpoint({
    id: 'getUsage',
    method: 'GET',
    path: '/api/usage',
    access: 'workspace:admin',
    tag: 'Account',
    summary: 'What the keys of the account use: this minute, and in each of the last 24 hours',
    description: 'Every authenticated request of a key counts, those over the limit too. It takes an owner or admin.',
    data: Usage,
    handle: async (call) => ({ data: await usage.read(call.actor) }),
  }),
];
