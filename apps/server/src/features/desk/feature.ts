import type { Enqueue } from '../../storage/jobs/queue.ts';
import { createEntries, type EntryNeeds } from './entries/entries.ts';
import { handoverEndpoints } from './handover/routes.ts';
import { createHandover, type HandoverNeeds, type HandoverService } from './handover/service.ts';
import { type MentionNeeds, mentionJob } from './notes/mentions.ts';
import { noteEndpoints } from './notes/routes.ts';
import { createNotes, type NoteNeeds } from './notes/service.ts';
import { type RoutingNeeds, routingJobs } from './routing/jobs.ts';
import { deskQueue as queueOf } from './routing/kinds.ts';
import { satisfactionEndpoints } from './satisfaction/routes.ts';
import { createSatisfaction, type SatisfactionNeeds } from './satisfaction/service.ts';
import { wordsFor } from './satisfaction/words.ts';

/** The entries of conversations, which conversations write: they come before these. */
export const conversationEntries = (needs: EntryNeeds) => createEntries(needs);

/** The functions that enqueue the work of the desk: what makes it needed comes before it. */
export const deskQueue = (enqueue: Enqueue) => queueOf(enqueue);

/** The prospects of visitors who ask for a person. They need no conversations. */
export const deskProspects = (needs: HandoverNeeds) => createHandover(needs);

/** The desk: people share the conversations that wait for them, and visitors learn what they can expect. */
export const deskFeature = ({ handover, ...needs }: RoutingNeeds & { readonly handover: HandoverService }) => ({
  endpoints: handoverEndpoints(handover),
  jobs: routingJobs(needs),
});

/** Private notes of people on conversations. */
export const notesFeature = (needs: NoteNeeds & MentionNeeds) => ({
  endpoints: noteEndpoints(createNotes(needs)),
  jobs: [mentionJob(needs)],
});

/** The answers of visitors who are asked how satisfied they are, once their conversation was closed. */
export function satisfactionFeature(needs: SatisfactionNeeds) {
  const satisfaction = createSatisfaction(needs);
  return {
    endpoints: satisfactionEndpoints(satisfaction),
    /** For messengers: stores an answer, and what their users read. */
    rate: satisfaction.rate,
    words: wordsFor(needs.db),
  };
}
