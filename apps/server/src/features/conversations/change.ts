import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { createAccess } from './access.ts';
import { failures } from './failures.ts';
import type { ConversationEvent, ConversationNeeds } from './needs.ts';
import type { Conversation } from './schema.ts';
import * as store from './store.ts';

/** How often a change begins anew because the conversation has changed in between. */
const maxAttempts = 10;

/** What changes in a conversation, and as which event; where a condition of it no longer holds, it is decided anew. */
export type Change = Omit<store.Update, 'id' | 'now'> & Pick<ConversationEvent, 'type'>;

/** Decides on what a conversation is now; undefined where there is nothing to change. */
export type Decide = (conversation: store.StoredConversation) => Change | undefined;

/** Tells that a conversation is no longer as it was read, or gone. */
class Moved extends Error {}

/** Makes the one way to change a conversation: with its event, in one unit of work. Answers what it is then. */
export function createChange({ db, now, record }: Pick<ConversationNeeds, 'db' | 'now' | 'record'>) {
  const { get } = createAccess(db);

  const write = async (
    caller: Caller,
    { workspace, id }: store.StoredConversation,
    { type, ...changes }: Change,
  ): Promise<Answer<Conversation>> => {
    const [changed] = await db.write([
      store.update(db, workspace, { id, now: now(), ...changes }, () => new Moved()),
      record(caller.principal, { type, workspace, data: { conversation: id } }),
    ]);
    const [conversation] = changed.rows;
    if (conversation === undefined) throw failures.noConversation();
    return { json: conversation.json, version: conversation.version };
  };

  /** Changes it as it is decided; undefined where it isn't any more what was decided on. */
  const attempt = async (caller: Caller, id: string, decide: Decide) => {
    const conversation = await get(caller, 'conversations:write', id);
    const change = decide(conversation);
    if (change === undefined) return { json: conversation.json, version: conversation.version };
    return write(caller, conversation, change).catch((error: unknown) => {
      if (!(error instanceof Moved)) throw error;
      return undefined;
    });
  };

  return async (caller: Caller, id: string, decide: Decide): Promise<Answer<Conversation>> => {
    for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
      const answer = await attempt(caller, id, decide);
      if (answer !== undefined) return answer;
    }
    throw failures.versionConflict();
  };
}
