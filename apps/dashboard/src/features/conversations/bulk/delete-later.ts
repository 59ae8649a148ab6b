import { NotFoundError } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { forgetConversationLists } from '../../../api/queries/conversation-queries.ts';
import { openActionToast } from '../../../ui/toasts/action-toast.tsx';
import { forgetConversation } from '../list/heard.ts';
import { forEach } from './for-each.ts';
import { hide } from './hidden.ts';
import { amount, failureOf } from './run.ts';

/** Time for which a deletion can be undone, in ms. */
const undoTime = 8_000;

/** The deletions that wait. */
const waiting = new Set<{ readonly ids: readonly string[]; readonly timer: number }>();

/**
 * Deletes conversations after some seconds, in which it can be undone; lists don't show them meanwhile. Nothing is
 * deleted before that, so a browser that crashes deletes nothing. One that leaves the page deletes at once.
 */
export function deleteLater(ids: readonly string[]): void {
  hide(ids, true);
  const toast = openActionToast('');
  const deletion = {
    ids,
    timer: window.setTimeout(() => {
      waiting.delete(deletion);
      void deleteNow(ids, toast);
    }, undoTime),
  };
  waiting.add(deletion);
  toast.end({
    message: `Deleting ${amount(ids.length)} with all messages.`,
    stays: true,
    undo: () => {
      clearTimeout(deletion.timer);
      waiting.delete(deletion);
      hide(ids, false);
    },
  });
}

async function deleteNow(ids: readonly string[], toast: ReturnType<typeof openActionToast>): Promise<void> {
  toast.progress(`Deleting ${amount(ids.length)}…`);
  const { done, failed } = await forEach(
    ids,
    (id) => callApi((client) => client.conversations.delete(id)).catch(unlessGone),
    (finished) => toast.progress(`Deleting ${finished} of ${amount(ids.length)}…`),
  );
  hide(
    failed.map(({ item }) => item),
    false,
  );
  for (const { item } of done) forgetConversation(item);
  forgetConversationLists();
  const isWhole = failed.length === 0;
  toast.end({
    message: isWhole ? `Deleted ${amount(done.length)}.` : `Deleted ${done.length} of ${amount(ids.length)}.`,
    failure: isWhole ? undefined : failureOf(failed.map(({ error }) => error)),
  });
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

// The page is left: the user no longer sees the button, so the deletion isn't held back any more.
window.addEventListener('pagehide', () => {
  for (const deletion of waiting) {
    clearTimeout(deletion.timer);
    waiting.delete(deletion);
    for (const id of deletion.ids) {
      void fetch(`/api/conversations/${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    }
  }
});
