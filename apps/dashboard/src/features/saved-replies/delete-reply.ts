import type { SavedReply } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { openActionToast } from '../../ui/toasts/action-toast.tsx';
import { toastProblem } from '../../ui/toasts/toast.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-replies'] });

/** Deletes a saved reply. Undo creates it again, under a new ID, with its user as the author. */
export async function deleteReply({ _id: id, workspace: workspaceId, name, text, isShared }: SavedReply) {
  try {
    await callApi((client) => client.savedReplies.delete(id));
    await refresh();
  } catch (error) {
    toastProblem(error);
    return;
  }
  openActionToast('').end({
    message: `${name} deleted.`,
    undo: () => {
      callApi((client) => client.savedReplies.create({ workspaceId, name, text, isShared })).then(
        refresh,
        toastProblem,
      );
    },
  });
}
