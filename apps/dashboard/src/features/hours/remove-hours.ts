import type { WorkingHours } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { deskQueries } from '../../api/queries/desk-queries.ts';
import { queryClient } from '../../api/queries.ts';
import { openActionToast } from '../../ui/toasts/action-toast.tsx';
import { toastProblem } from '../../ui/toasts/toast.ts';

/** Removes the hours, so that it is always open. Undo sets the same ones again. */
export async function removeHours({ workspace, timeZone, days, holidays }: WorkingHours): Promise<void> {
  const refresh = () => queryClient.invalidateQueries({ queryKey: deskQueries.hours(workspace).queryKey });
  try {
    await callApi((client) => client.workspaces.hours.delete(workspace));
    await refresh();
  } catch (error) {
    toastProblem(error);
    return;
  }
  if (timeZone === null || days === null) return;
  openActionToast('').end({
    message: 'Working hours removed.',
    undo: () => {
      callApi((client) => client.workspaces.hours.set(workspace, { timeZone, days, holidays })).then(
        refresh,
        toastProblem,
      );
    },
  });
}
