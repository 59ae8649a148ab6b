import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  ApprovalLink,
  ApprovalLinkDecideParams,
  ApprovalLinkReadParams,
  ToolCallDecisionParams,
  ToolCallListParams,
  ToolCallRecord,
} from '../../types.ts';

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

/** Mailed links with which a user decides about a tool call. */
export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

/** The methods of `client.approvalLinks`; they need no authentication. */
export const createApprovalLinks = ({ call }: Api) => ({
  /** Gets the tool call that a link is for. Throws `NotFoundError` if the link has been used, replaced or has expired. */
  read: (body: ApprovalLinkReadParams, options?: RequestOptions): APIPromise<ApprovalLink> =>
    call('POST /api/approval-links/read', { body, once: false }, options),

  /** Approves or denies the tool call as the user of the link, which works once. */
  decide: (body: ApprovalLinkDecideParams, options?: RequestOptions): APIPromise<ApprovalLink> =>
    call('POST /api/approval-links/decide', { body, once: true }, options),
});
