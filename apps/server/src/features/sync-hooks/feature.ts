import { createFailureLimiter } from '../../access/limits/rate-limit.ts';
import { syncHookEndpoints } from './routes.ts';
import { createSyncHooks, type HookNeeds } from './service.ts';

/** Hooks of knowledge sources: signed addresses by which other systems start a sync. */
export const syncHooksFeature = (needs: Omit<HookNeeds, 'failures'>) => ({
  endpoints: syncHookEndpoints(createSyncHooks({ ...needs, failures: createFailureLimiter() })),
});
