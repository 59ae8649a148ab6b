import { createChanging } from './changing.ts';
import { createListing } from './listing.ts';
import { createMaking } from './making.ts';
import type { KeyNeeds } from './needs.ts';
import { createRecognition } from './recognition.ts';
import { createRotation } from './rotation.ts';

export type Keys = ReturnType<typeof createKeys>;

/** API keys: create, list, change, rotate, revoke, and recognise them. */
export const createKeys = (needs: KeyNeeds) => ({
  ...createMaking(needs),
  ...createListing(needs),
  ...createChanging(needs),
  ...createRotation(needs),
  ...createRecognition(needs),
});
