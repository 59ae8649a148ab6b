import { createStore } from '../../../ui/loading/store.ts';

/** What a key or the palette asks the agent to write for the open conversation; undefined if nothing is asked. */
export const suggestWish = createStore<'reply' | 'summary' | undefined>(undefined);
