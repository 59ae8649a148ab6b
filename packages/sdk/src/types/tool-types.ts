import type { Body, Data, ItemOf, Query } from '../core/endpoint.ts';

/** A tool of a workspace, which agents can call. */
export interface Tool extends Data<'GET /api/tools/{id}'> {}
/** The fields of a new tool; `type`, `name` and `description` are required. */
export interface ToolCreateParams extends Body<'POST /api/tools'> {}
/** Changes of a tool; fields that are left out stay. Read-only fields are accepted with their current value. */
export interface ToolUpdateParams extends Body<'PUT /api/tools/{id}'> {}
/** The arguments with which a tool is tried. */
export interface ToolTryParams extends Body<'POST /api/tools/{id}/try'> {}
/** The outcome of a call of a tool, with what was sent and what came back. */
export interface TriedTool extends Data<'POST /api/tools/{id}/try'> {}
/** The definitions of an MCP server, compared with those that were approved. */
export interface ToolDefinitions extends Data<'GET /api/tools/{id}/definitions'> {}
/** The definitions to approve, by the digests that were seen, and those to forget. */
export interface ToolDefinitionApproveParams extends Body<'POST /api/tools/{id}/definitions'> {}
/** The account at the server of a tool. */
export interface ToolConnection extends Data<'GET /api/tools/{id}/connection'> {}
/** The address of a page from which a person connects an account. */
export interface ToolConnectionLink extends Data<'POST /api/tools/{id}/connect'> {}
/** Filters and order of the list of accounts of end users. */
export interface ToolConnectionListParams extends Query<'GET /api/tools/{id}/connections'> {}
/** The account of an end user at the server of a tool. */
export type UserConnection = ItemOf<'GET /api/tools/{id}/connections'>;
/** The OpenAPI document and the operations of it that become tools. */
export interface ToolImportOpenApiParams extends Body<'POST /api/tools/import'> {}
/** The operations of an OpenAPI document, and the tools that were created. */
export interface ImportedTools extends Data<'POST /api/tools/import'> {}
/** Filters and order of the list of tools. */
export interface ToolListParams extends Query<'GET /api/tools'> {}
/** The kinds of tools. */
export interface ToolTypes extends Data<'GET /api/tool-types'> {}
/** A kind of tool, with the JSON Schema of its settings. */
export type ToolType = ToolTypes['items'][number];
/** A call of a tool, as it is kept: its arguments, its state, who decided, and its result. */
export interface ToolCallRecord extends Data<'GET /api/tool-calls/{id}'> {}
/** Filters and order of the list of tool calls. */
export interface ToolCallListParams extends Query<'GET /api/tool-calls'> {}
/** A decision about a tool call. */
export interface ToolCallDecisionParams extends Body<'POST /api/tool-calls/{id}/approve'> {}
/** The token of a mailed link. */
export interface ApprovalLinkReadParams extends Body<'POST /api/approval-links/read'> {}
/** A decision with the token of a mailed link. */
export interface ApprovalLinkDecideParams extends Body<'POST /api/approval-links/decide'> {}
/** The tool call that a mailed link is for, and what became of it. */
export interface ApprovalLink extends Data<'POST /api/approval-links/read'> {}
/** Results of tool calls that your code answers. */
export interface ToolResultsParams extends Omit<Body<'POST /api/messages/{id}/tool-results'>, 'stream'> {}
/** An account of an end user at the server of a tool. */
export interface UserConnectionRef {
  readonly toolId: string;
  readonly connectionId: string;
}
