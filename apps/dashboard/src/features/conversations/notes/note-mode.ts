import { createStore } from '../../../ui/loading/store.ts';

/** The ID of the conversation on which the user writes a note in place of a reply; undefined if they don't. */
export const notedConversation = createStore<string | undefined>(undefined);

/** The ID of the note whose text the user changes; undefined if they don't. */
export const editedNote = createStore<string | undefined>(undefined);
