import { createChanging } from './change-key.ts';
import { createMaking } from './create-key.ts';
import { createListing } from './list-keys.ts';
import type { KeyNeeds } from './needs.ts';
import { createRotation } from './rotation.ts';

export type Keys = ReturnType<typeof createKeys>;

/** API keys: create, list, change, rotate and revoke them. */
export const createKeys = (needs: KeyNeeds) => ({
  ...createMaking(needs),
  ...createListing(needs),
  ...createChanging(needs),
  ...createRotation(needs),
});
