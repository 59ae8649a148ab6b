import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { ToolCallDecisionParams, ToolCallListParams, ToolCallRecord } from '../types.ts';

/** Calls that agents made of tools, and decisions about those that wait. */
export type ToolCalls = ReturnType<typeof createToolCalls>;

/** The methods of `client.toolCalls`. */
export const createToolCalls = ({ call, list }: Api) => ({
  /**
   * Lists tool calls, newest first.
   *
   * @example
   * for await (const call of client.toolCalls.list({ status: 'waiting', waitsFor: 'approval' })) console.log(call.name);
   */
  list: (query: ToolCallListParams = {}, options?: RequestOptions): PagePromise<ToolCallRecord> =>
    list('GET /api/tool-calls', { query }, options),

  /** Gets a tool call. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<ToolCallRecord> =>
    call('GET /api/tool-calls/{id}', { params: { id } }, options),

  /** Approves a tool call: it runs once, with the arguments that are stored. */
  approve: (id: string, body: ToolCallDecisionParams = {}, options?: RequestOptions): APIPromise<ToolCallRecord> =>
    call('POST /api/tool-calls/{id}/approve', { params: { id }, body }, options),

  /** Denies a tool call: it never runs, and the model reads the reason. */
  deny: (id: string, body: ToolCallDecisionParams = {}, options?: RequestOptions): APIPromise<ToolCallRecord> =>
    call('POST /api/tool-calls/{id}/deny', { params: { id }, body }, options),
});
