import type { Actor } from '../../access/actor.ts';
import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';

/** A conversation, as far as variables need it. */
interface Talk {
  /** As the API returns it. */
  readonly json: string;
  readonly workspace: string;
  readonly agent: string;
  /** The agent to which it was handed over; null while its own agent answers. */
  readonly answeringAgent: string | null;
}

/** Dependencies of saved replies. */
export interface SavedReplyNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'savedReply'): string;
  readonly namesOf: NamesOf;
  readonly record: RecordEvent;
  /** Gets a conversation that the actor may read. Throws `conversation_not_found` or `insufficient_role`. */
  getConversation(actor: Actor, id: string): Promise<Talk>;
  /** The name of an agent of a workspace. */
  nameOfAgent(workspace: string, id: string): Promise<string | undefined>;
  /** The name of a person. */
  nameOfPerson(id: string): Promise<string | undefined>;
}
