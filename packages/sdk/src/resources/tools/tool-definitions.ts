import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { Tool, ToolDefinitionApproveParams, ToolDefinitions } from '../../types.ts';

/** The methods of `client.tools.definitions`. */
export const createToolDefinitions = ({ call }: Api) => ({
  /** Asks an MCP server what it offers now, and compares that with what was approved. */
  list: (id: string, options?: RequestOptions): APIPromise<ToolDefinitions> =>
    call('GET /api/tools/{id}/definitions', { params: { id } }, options),

  /**
   * Lets models call definitions of an MCP server, as they were seen. Throws `ConflictError` if the server has changed
   * one of them by now.
   *
   * @example
   * const { items } = await client.tools.definitions.list(id);
   * const seen = items.filter(({ name }) => name === 'create_issue');
   * await client.tools.definitions.approve(id, { approve: seen.map(({ name, digest }) => ({ name, digest })) });
   */
  approve: (id: string, body: ToolDefinitionApproveParams, options?: RequestOptions): APIPromise<Tool> =>
    call('POST /api/tools/{id}/definitions', { params: { id }, body, once: false }, options),
});
