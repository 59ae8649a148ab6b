import { createStore } from '../../../ui/loading/store.ts';

/** The text that a key or the palette asks the agent for, in the open conversation; undefined if nothing is asked. */
export const suggestWish = createStore<'reply' | 'summary' | undefined>(undefined);
