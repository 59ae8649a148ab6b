import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { markAllRead } from '../../../api/reads.ts';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';

/** Marks all conversations of a workspace as read, by the function that it returns or by Shift U. */
export function useMarkAllRead(workspaceId: string): () => void {
  const { mutate, isPending } = useMutation({
    mutationFn: () => markAllRead(workspaceId),
    onSuccess: () => toastDone('All conversations are marked as read.'),
    onError: toastProblem,
  });
  const mark = () => {
    if (!isPending) mutate();
  };
  useHotkeys([['shift+U', mark]]);
  return mark;
}
