import type { ListedView, ViewCreateParams } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { queryClient } from '../../../api/queries.ts';
import { openActionToast } from '../../../ui/toasts/action-toast.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['views'] });

/** The filters of a view, as a body has them. */
const filtersOf = ({ filters }: ListedView) => filters as ViewCreateParams['filters'];

/** Deletes a view. Undo creates it again, under a new ID, with its user as the author, and opens it. */
export async function deleteView(view: ListedView, open: (id: string | undefined) => void): Promise<void> {
  const { _id: id, workspace: workspaceId, name, isShared } = view;
  try {
    await callApi((client) => client.views.delete(id));
  } catch (error) {
    toastProblem(error);
    return;
  }
  open(undefined);
  await refresh();
  const restore = async () => {
    const body = { workspaceId, name, isShared, filters: filtersOf(view) };
    const created = await callApi((client) => client.views.create(body));
    await refresh();
    open(created._id);
  };
  openActionToast('').end({ message: `View ${name} deleted.`, undo: () => void restore().catch(toastProblem) });
}

/** Gives a view other filters; undo gives it its earlier ones. Resolves once they are saved. */
export async function replaceFilters(view: ListedView, filters: ViewCreateParams['filters']): Promise<boolean> {
  const set = async (to: ViewCreateParams['filters']) => {
    await callApi((client) => client.views.update(view._id, { filters: to }));
    await refresh();
  };
  try {
    await set(filters);
  } catch (error) {
    toastProblem(error);
    return false;
  }
  openActionToast('').end({
    message: `View ${view.name} changed.`,
    undo: () => void set(filtersOf(view)).catch(toastProblem),
  });
  return true;
}
