import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../../api/client.ts';
import { keepSource } from '../../../../api/queries/knowledge-queries.ts';
import { toastProblem } from '../../../../ui/toasts/toast.ts';

/** Asks for a sync of a source. */
export function useSync(id: string) {
  return useMutation({
    mutationFn: () => callApi((client) => client.knowledgeSources.sync(id)),
    onSuccess: keepSource,
    onError: toastProblem,
  });
}
