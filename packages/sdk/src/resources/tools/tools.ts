import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  ImportedTools,
  Tool,
  ToolCreateParams,
  ToolImportOpenApiParams,
  ToolListParams,
  ToolTryParams,
  ToolTypes,
  ToolUpdateParams,
  TriedTool,
} from '../../types.ts';
import { createToolConnection } from './tool-connection.ts';
import { createToolConnections } from './tool-connections.ts';
import { createToolDefinitions } from './tool-definitions.ts';

/** Tools: what agents can call besides their models. */
export type Tools = ReturnType<typeof createTools>;

/** The methods of `client.tools`. */
export const createTools = ({ call, list, ...api }: Api) => ({
  definitions: createToolDefinitions({ call, list, ...api }),
  connection: createToolConnection({ call, list, ...api }),
  connections: createToolConnections({ call, list, ...api }),

  /** Lists the kinds of tools, with the JSON Schema of their settings. */
  types: (options?: RequestOptions): APIPromise<ToolTypes> => call('GET /api/tool-types', {}, options),

  /**
   * Creates a tool. Agents call it once they have it in their `tools`. Its secrets are never returned.
   *
   * @example
   * const tool = await client.tools.create({
   *   type: 'client',
   *   name: 'find_order',
   *   description: 'Finds an order of the shop by its number.',
   *   inputSchema: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
   * });
   */
  create: (body: ToolCreateParams, options?: RequestOptions): APIPromise<Tool> =>
    call('POST /api/tools', { body }, options),

  /** Gets a tool without its secrets. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Tool> =>
    call('GET /api/tools/{id}', { params: { id } }, options),

  /**
   * Changes a tool; fields that are left out stay, `settings` are replaced, and `secrets` merge by their names.
   *
   * @example
   * await client.tools.update(id, { secrets: { API_KEY: 'a new one', OLD_KEY: null } });
   */
  update: (id: string, body: ToolUpdateParams, options?: RequestOptions): APIPromise<Tool> =>
    call('PUT /api/tools/{id}', { params: { id }, body }, options),

  /**
   * Lists the operations of an OpenAPI document, and creates a tool for each of `operations`, all or none.
   *
   * @example
   * const url = 'https://api.example.com/openapi.json';
   * const { tools } = await client.tools.importOpenApi({ url, operations: ['findOrder'], secrets: { API_KEY: key } });
   */
  importOpenApi: (body: ToolImportOpenApiParams, options?: RequestOptions): APIPromise<ImportedTools> =>
    call('POST /api/tools/import', { body }, options),

  /**
   * Calls a tool as a model would, with its stored secrets, and returns what was sent and what came back.
   *
   * @example
   * const { ok, content } = await client.tools.tryOut(id, { arguments: { number: '1042' } });
   */
  tryOut: (id: string, body: ToolTryParams = {}, options?: RequestOptions): APIPromise<TriedTool> =>
    call('POST /api/tools/{id}/try', { params: { id }, body, once: false }, options),

  /** Deletes a tool. Refused while an agent has it. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/tools/{id}', { params: { id } }, options),

  /** Lists tools, newest first. */
  list: (query: ToolListParams = {}, options?: RequestOptions): PagePromise<Tool> =>
    list('GET /api/tools', { query }, options),
});
