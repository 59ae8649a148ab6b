import { setupEndpoints } from './routes.ts';
import { createSetup, type SetupNeeds } from './service.ts';

/** The first run: the instance gets its first owner. */
export function setupFeature(needs: SetupNeeds) {
  const setup = createSetup(needs);
  const { isOpen, issueToken, claim } = setup;
  return { endpoints: setupEndpoints(setup), isOpen, issueToken, claim };
}
