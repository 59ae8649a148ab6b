import { satisfactionEndpoints } from './routes.ts';
import { createSatisfaction, type SatisfactionNeeds } from './service.ts';

/** How satisfied visitors are with their conversation, once it was closed. */
export const satisfactionFeature = (needs: SatisfactionNeeds) => ({
  endpoints: satisfactionEndpoints(createSatisfaction(needs)),
});
