import { createEntries, type EntryNeeds } from './entries/entries.ts';

/** The entries of conversations, which conversations write: they come before these. */
export const conversationEntries = (needs: EntryNeeds) => createEntries(needs);
