import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { failures } from './failures.ts';
import type { ConversationEvent, ConversationNeeds } from './needs.ts';
import type { Conversation } from './schema.ts';
import * as store from './store.ts';

/** What changes in a conversation, as which event, and what is thrown where a condition of it doesn't hold. */
export type Change = Omit<store.Update, 'id' | 'now'> &
  Pick<ConversationEvent, 'type'> & { readonly orElse: () => Error };

/** Makes the one way to change a conversation: with its event, in one unit of work. Answers what it is then. */
export const createChange =
  ({ db, now, record }: Pick<ConversationNeeds, 'db' | 'now' | 'record'>) =>
  async (
    caller: Caller,
    { workspace, id }: Pick<store.StoredConversation, 'workspace' | 'id'>,
    { type, orElse, ...changes }: Change,
  ): Promise<Answer<Conversation>> => {
    const [changed] = await db.write([
      store.update(db, workspace, { id, now: now(), ...changes }, orElse),
      record(caller.principal, { type, workspace, data: { conversation: id } }),
    ]);
    const [conversation] = changed.rows;
    if (conversation === undefined) throw failures.noConversation();
    return { json: conversation.json, version: conversation.version };
  };
