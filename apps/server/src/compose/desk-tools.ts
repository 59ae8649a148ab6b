import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import type { conversationsFeature } from '../features/conversations/feature.ts';
import { type conversationEntries, notesFeature } from '../features/desk/feature.ts';
import { savedRepliesFeature } from '../features/saved-replies/feature.ts';
import { suggestionsFeature } from '../features/suggestions/feature.ts';
import type { teamsFeature } from '../features/teams/feature.ts';
import { viewsFeature } from '../features/views/feature.ts';
import type { Base } from './base.ts';

type NotesNeeds = Parameters<typeof notesFeature>[0];
type SavedReplyNeeds = Parameters<typeof savedRepliesFeature>[0];
type SuggestionNeeds = Parameters<typeof suggestionsFeature>[0];

/** Dependencies of the tools of the desk on the other groups. */
interface DeskToolNeeds extends Pick<SlotNeeds, 'ownersOf'>, Pick<SuggestionNeeds, 'aids' | 'findAgent'> {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  readonly conversations: Pick<
    ReturnType<typeof conversationsFeature>,
    'conversations' | 'messages' | 'history' | 'kept' | 'noteChange'
  >;
  readonly entries: ReturnType<typeof conversationEntries>;
  readonly teams: Pick<ReturnType<typeof teamsFeature>, 'members'>;
  readonly mail: NotesNeeds['mail'];
  readonly memberOf: NotesNeeds['memberOf'];
  /** The name of an agent of a workspace. */
  readonly nameOf: SavedReplyNeeds['nameOfAgent'];
  /** Finds a person by ID. */
  findUser(by: { readonly id: string }): Promise<{ readonly name: string } | undefined>;
}

/** Composes what people at the desk use for their work: saved replies, views, notes, and what agents write for them. */
export function composeDeskTools(base: Base, needs: DeskToolNeeds) {
  const { common, events, config, models, concurrency, logger } = base;
  const { namesOf, conversations, nameOf, findUser, entries, teams, mail, memberOf, aids, findAgent, ownersOf } = needs;
  const getConversation = conversations.conversations.read;
  const nameOfPerson = async (id: string) => (await findUser({ id }))?.name;
  const savedReplies = savedRepliesFeature({
    ...{ ...common, namesOf, nameOfAgent: nameOf },
    ...{ getConversation, nameOfPerson },
  });
  const views = viewsFeature({ ...common, ...conversations.kept, namesOf });
  const notes = notesFeature({
    ...{ ...common, nameOfPerson, mail, memberOf, enter: entries.enter },
    getConversation: (actor, id) => getConversation(actor, id, 'conversations:write'),
    ...{ actors: events.actors, change: conversations.noteChange, members: teams.members },
    publicUrl: config.publicUrl,
  });
  const suggestions = suggestionsFeature({
    ...{ ...common, models, aids, findAgent, history: conversations.history },
    slots: createSlots({ concurrency, ownersOf }),
    getConversation: (actor, id) => getConversation(actor, id, 'conversations:write'),
    readMessage: conversations.messages.read,
    onFailed: (failure) => logger.warn(failure, 'a model did not complete a suggestion'),
  });
  return { savedReplies, views, suggestions, features: [savedReplies, views, notes, suggestions] };
}
