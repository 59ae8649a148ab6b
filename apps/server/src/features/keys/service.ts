import { createKeyChanges } from './change-key.ts';
import { createKeyCreation } from './create-key.ts';
import { createKeyList } from './list-keys.ts';
import type { KeyNeeds } from './needs.ts';
import { createRotation } from './rotation.ts';

export type Keys = ReturnType<typeof createKeys>;

/** API keys: create, list, change, rotate and revoke them. */
export const createKeys = (needs: KeyNeeds) => ({
  ...createKeyCreation(needs),
  ...createKeyList(needs),
  ...createKeyChanges(needs),
  ...createRotation(needs),
});
