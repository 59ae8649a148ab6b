import type { Conversation, ConversationUpdateParams } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { keepConversation } from '../../../api/queries/conversation-queries.ts';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { offer } from '../inbox/commands/undo.ts';

/** Saves a change of a conversation, says so, and offers to undo it. */
export async function saveChange(before: Conversation, change: ConversationUpdateParams, done: string): Promise<void> {
  const save = async (to: ConversationUpdateParams) =>
    keepConversation(await callApi((client) => client.conversations.update(before._id, to).withResponse()));
  try {
    await save(change);
  } catch (error) {
    toastProblem(error);
    return;
  }
  const { assignee, team, priority, snoozedUntil } = before;
  const old = Object.entries({ assignee, team, priority, snoozedUntil }).filter(([field]) => field in change);
  await offer(done, () => save(Object.fromEntries(old)));
}
