import type { NamesOf } from '../access/workspace-for.ts';
import type { conversationsFeature } from '../features/conversations/feature.ts';
import { type conversationEntries, notesFeature } from '../features/desk/feature.ts';
import { satisfactionFeature } from '../features/satisfaction/feature.ts';
import { savedRepliesFeature } from '../features/saved-replies/feature.ts';
import type { teamsFeature } from '../features/teams/feature.ts';
import { viewsFeature } from '../features/views/feature.ts';
import type { Base } from './base.ts';

type NotesNeeds = Parameters<typeof notesFeature>[0];
type SavedReplyNeeds = Parameters<typeof savedRepliesFeature>[0];

/** Dependencies of the tools of the desk on the other groups. */
interface DeskToolNeeds {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  readonly conversations: Pick<
    ReturnType<typeof conversationsFeature>,
    'conversations' | 'kept' | 'noteChange' | 'rate'
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

/** Composes what people at the desk keep for their work, saved replies, views and notes, and how satisfied visitors are. */
export function composeDeskTools(base: Base, needs: DeskToolNeeds) {
  const { common, events, config } = base;
  const { namesOf, conversations, nameOf, findUser, entries, teams, mail, memberOf } = needs;
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
  const satisfaction = satisfactionFeature({
    ...{ ...common, actors: events.actors, enter: entries.enter, rate: conversations.rate },
    getConversation: (actor, id) => getConversation(actor, id, 'conversations:write'),
  });
  return { savedReplies, views, features: [savedReplies, views, notes, satisfaction] };
}
