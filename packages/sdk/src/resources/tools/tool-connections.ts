import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { ToolConnectionListParams, UserConnection, UserConnectionRef } from '../../types.ts';

/** The methods of `client.tools.connections`. */
export const createToolConnections = ({ call, list }: Api) => ({
  /**
   * Lists the end users who have connected an account to a tool, newest first.
   *
   * @example
   * for await (const { userId, state } of client.tools.connections.list(id)) console.log(userId, state);
   */
  list: (id: string, query: ToolConnectionListParams = {}, options?: RequestOptions): PagePromise<UserConnection> =>
    list('GET /api/tools/{id}/connections', { params: { id }, query }, options),

  /** Disconnects the account of an end user, and forgets its tokens. */
  delete: ({ toolId: id, connectionId }: UserConnectionRef, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/tools/{id}/connections/{connectionId}', { params: { id, connectionId } }, options),
});
