import type { Team } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';

/** Asks, then deletes a team: what it holds can't be given back to it. */
export async function deleteTeam({ _id: id, workspace, name }: Team): Promise<void> {
  const isSure = await confirm({
    title: `Delete ${name}?`,
    body: 'Its members stay in the workspace. Its conversations stay, too, and belong to no team any more.',
    action: 'Delete team',
  });
  if (!isSure) return;
  try {
    await callApi((client) => client.teams.delete(id));
    await queryClient.invalidateQueries({ queryKey: ['desk', 'teams', workspace] });
    toastDone(`${name} deleted.`);
  } catch (error) {
    toastProblem(error);
  }
}
