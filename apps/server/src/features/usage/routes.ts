import { endpoint } from '../../http/endpoint.ts';
import { Quotas, Usage } from './schema.ts';
import type { UsageService } from './service.ts';

/** The operation on the usage of an account. */
export const usageEndpoints = (usage: UsageService) => [
  endpoint({
    id: 'getUsage',
    client: 'usage.retrieve',
    method: 'GET',
    path: '/api/usage',
    access: 'workspace:admin',
    tag: 'Account',
    summary: 'Get the usage of the account’s keys: in the current minute and in each of the last 24 hours',
    description:
      'Every authenticated request of a key counts, unless it was refused with 429 `rate_limited` or ' +
      '`too_many_concurrent`. Requires the role owner or admin.',
    data: Usage,
    scans: true,
    handle: async (call) => ({ data: await usage.read(call.actor, call.awaited) }),
  }),
  endpoint({
    id: 'getQuotas',
    client: 'usage.quotas',
    method: 'GET',
    path: '/api/usage/quotas',
    access: 'anyone',
    tag: 'Account',
    summary: 'Get how much the account has of what its plan limits',
    description:
      'Counted in all workspaces of the account. What would exceed a quota is refused with 409 `quota_exceeded`; ' +
      'what is there stays, even if the plan is lowered.',
    data: Quotas,
    handle: async (call) => ({ data: await usage.quotas(call.actor) }),
  }),
];
