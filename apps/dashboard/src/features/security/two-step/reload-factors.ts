import { queries, queryClient } from '../../../api/queries.ts';

/** Reloads what follows from the second steps of the user: their sessions, and the workspaces that they reach. */
export const reloadFactors = (): Promise<unknown> =>
  Promise.all(
    [queries.secondFactor(), queries.sessions(), queries.me(), queries.workspaces()].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
