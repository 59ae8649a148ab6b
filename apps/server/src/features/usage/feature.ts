import { usageEndpoints } from './routes.ts';
import { createUsage, type UsageNeeds } from './service.ts';

/** The requests of keys, counted by the hour. */
export function usageFeature(needs: UsageNeeds) {
  const usage = createUsage(needs);
  const { note, jobs, close } = usage;
  return { endpoints: usageEndpoints(usage), note, jobs, close };
}
