import { queries, queryClient } from '../../api/queries.ts';

/** Reads the providers again, and the models that they offer. */
export const refreshProviders = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: queries.modelProviders().queryKey }),
    queryClient.invalidateQueries({ queryKey: queries.models().queryKey }),
  ]);
