import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { ToolConnection, ToolConnectionLink } from '../../types.ts';

/** The methods of `client.tools.connection`. */
export const createToolConnection = ({ call }: Api) => ({
  /**
   * Returns the address of a page from which a person connects the account of the workspace.
   *
   * @example
   * const { url } = await client.tools.connection.create(id);
   */
  create: (id: string, options?: RequestOptions): APIPromise<ToolConnectionLink> =>
    call('POST /api/tools/{id}/connect', { params: { id }, body: {}, once: false }, options),

  /** Gets whether an account is connected, and works. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<ToolConnection> =>
    call('GET /api/tools/{id}/connection', { params: { id } }, options),

  /** Disconnects the account of a tool, and forgets its tokens. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/tools/{id}/connection', { params: { id } }, options),
});
