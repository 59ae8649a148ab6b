import { QueryClient } from '@tanstack/react-query';

/**
 * A query client that also reads a query anew if it is invalidated while its first read runs: that read may have begun
 * before the change. The base class begins again only if there is data already.
 */
export class RenewingQueryClient extends QueryClient {
  override invalidateQueries(...[filters = {}, options]: Parameters<QueryClient['invalidateQueries']>): Promise<void> {
    if (filters.refetchType !== 'none') {
      const reading = this.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' });
      for (const query of reading) if (query.state.data === undefined) void query.cancel({ silent: true });
    }
    return super.invalidateQueries(filters, options);
  }
}
