import { createStore } from '../../../ui/loading/store.ts';

/** When the user last typed a reply, in ms since 1970; 0 once it was sent or deleted. */
export const typedAt = createStore(0);
