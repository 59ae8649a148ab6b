import type { NamesOf } from '../access/workspace-for.ts';
import type { conversationsFeature } from '../features/conversations/feature.ts';
import { savedRepliesFeature } from '../features/saved-replies/feature.ts';
import { viewsFeature } from '../features/views/feature.ts';
import type { Base } from './base.ts';

type SavedReplyNeeds = Parameters<typeof savedRepliesFeature>[0];

/** Dependencies of the tools of the desk on the other groups. */
interface DeskToolNeeds {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  readonly conversations: Pick<ReturnType<typeof conversationsFeature>, 'conversations' | 'kept'>;
  /** The name of an agent of a workspace. */
  readonly nameOf: SavedReplyNeeds['nameOfAgent'];
  /** Finds a person by ID. */
  findUser(by: { readonly id: string }): Promise<{ readonly name: string } | undefined>;
}

/** Composes what people at the desk keep for their work: saved replies and views. */
export function composeDeskTools({ common }: Base, { namesOf, conversations, nameOf, findUser }: DeskToolNeeds) {
  const savedReplies = savedRepliesFeature({
    ...{ ...common, namesOf, nameOfAgent: nameOf },
    getConversation: conversations.conversations.read,
    nameOfPerson: async (id) => (await findUser({ id }))?.name,
  });
  const views = viewsFeature({ ...common, ...conversations.kept, namesOf });
  return { savedReplies, views, features: [savedReplies, views] };
}
