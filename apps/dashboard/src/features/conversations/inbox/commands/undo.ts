import type { Conversation, Parley } from '@parley/sdk';
import { callApi } from '../../../../api/client.ts';
import { keepConversation } from '../../../../api/queries/conversation-queries.ts';
import { loadPart } from '../../../../ui/loading/load-code.ts';
import { toastDone, toastProblem } from '../../../../ui/toasts/toast.ts';

/** A change that can be undone. */
export type Undoable = 'close' | 'release';

const words: Record<Undoable, string> = { close: 'Conversation closed.', release: 'Given back to the agent.' };

let last: (() => void) | undefined;

/** Undoes the latest change of this tab that can be undone. */
export function undoLast(): void {
  if (last === undefined) toastDone('There is nothing to undo.');
  else last();
}

/** Offers to undo a change of a conversation, which was in the state `before`. */
export const offerUndo = (change: Undoable, before: Conversation, me: string): Promise<void> =>
  offer(words[change], async () => keepConversation(await callApi((client) => revert(client, before, { change, me }))));

/** Says what was done, and offers to undo it by a button and by the key. */
export async function offer(message: string, revertIt: () => Promise<unknown>): Promise<void> {
  let isUndone = false;
  const undo = () => {
    if (isUndone) return;
    isUndone = true;
    if (last === undo) last = undefined;
    toast?.close();
    void revertIt().catch(toastProblem);
  };
  last = undo;
  let toast: { close(): void } | undefined;
  const { openActionToast } = await loadPart(() => import('../../../../ui/toasts/action-toast.tsx'));
  if (isUndone) return;
  const opened = openActionToast(message);
  toast = opened;
  opened.end({ message, undo });
}

/** Returns a conversation to its state before: a person can take over only for themselves. */
async function revert(client: Parley, before: Conversation, by: { readonly change: Undoable; readonly me: string }) {
  const { _id, status, takenBy } = before;
  if (by.change === 'release') return client.conversations.takeOver(_id).withResponse();
  const reopened = await client.conversations.reopen(_id).withResponse();
  return status === 'human' && takenBy === by.me ? client.conversations.takeOver(_id).withResponse() : reopened;
}
