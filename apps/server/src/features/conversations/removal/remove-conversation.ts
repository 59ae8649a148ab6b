import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { ConversationNeeds, HiddenAgent } from '../needs.ts';
import { countMessages, fits } from './content-store.ts';
import * as store from './conversation-store.ts';

/** Dependencies of deleting conversations. */
export interface RemovalNeeds extends Pick<ConversationNeeds, 'db' | 'record' | 'turns' | 'changed'> {
  readonly hiddenAgent: HiddenAgent;
  /** Returns the statement that deletes what is stored of an end user beside conversations. */
  forgetUser(workspace: string, user: string): Statement;
}

/** The conversation to delete, the versions that it may have, and what is written with it. */
interface Doomed {
  readonly id: string;
  readonly asker: Asker;
  /** Any version if undefined. */
  readonly versions: readonly number[] | undefined;
  /** Thrown if there is no such conversation or version. */
  readonly orElse: () => Error;
  readonly events: readonly Statement[];
}

/** Deletes a conversation with its messages, and returns how many these were. It is gone for readers at once. */
export async function removeConversation(needs: RemovalNeeds, workspace: string, doomed: Doomed): Promise<number> {
  const { db, changed } = needs;
  if (!(await fits(db, [doomed.id]))) return buryConversation(needs, workspace, doomed);
  const { id, versions, orElse, events } = doomed;
  const { messages } = await db.write({ ...store.remove(db, workspace, { id, versions }, orElse), events });
  changed(id, workspace);
  return messages.changed;
}

/**
 * Deletes a conversation with more messages than one unit of work should delete: moves it to a hidden agent, whose job
 * deletes it. Returns how many messages it had just before.
 */
export async function buryConversation(
  { db, hiddenAgent, changed }: RemovalNeeds,
  workspace: string,
  { id, asker, versions, orElse, events }: Doomed,
): Promise<number> {
  const apart = withScans(db, { ...asker, narrow: 'Try again later.' });
  const messages = await countMessages(apart, workspace, id);
  const { id: agent, statements } = hiddenAgent(workspace);
  await db.write({ agent: statements, moved: store.moveTo(db, workspace, { id, versions, agent }, orElse), events });
  changed(id, workspace);
  return messages;
}
