/**
 * Why a request to an MCP server failed.
 *
 * - `outbound`: no connection, or one that the outbound door refused or ended
 * - `unauthorized`: the server wants other credentials (401, 403)
 * - `status`: another HTTP status than 2xx
 * - `too_large`: a message or an exchange exceeded its limit
 * - `lost`: the server ended the stream before it answered
 * - `aborted`: the caller's signal fired
 * - `timeout`: no answer within the time limit
 * - `protocol`: the answer isn't valid MCP, or a JSON-RPC error
 * - `not_approved`, `definition_changed`: refused before anything was called
 */
export type McpErrorKind =
  | 'outbound'
  | 'unauthorized'
  | 'status'
  | 'too_large'
  | 'lost'
  | 'aborted'
  | 'timeout'
  | 'protocol'
  | 'not_approved'
  | 'definition_changed';

/** `not_run`: the tool has certainly not run. `unknown`: it may have run, so the call must not be repeated. */
export type McpOutcome = 'not_run' | 'unknown';

interface McpFacts {
  readonly kind: McpErrorKind;
  readonly outcome: McpOutcome;
  readonly status?: number | undefined;
  readonly challenge?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A request to an MCP server that has no answer. A tenant may see the message: it contains neither a header nor text
 * of the server.
 */
export class McpError extends Error {
  readonly kind: McpErrorKind;
  readonly outcome: McpOutcome;
  /** The HTTP status that caused it. */
  readonly status: number | undefined;
  /** `WWW-Authenticate` of a 401 or 403, from which `discover` of `oauth/` starts. */
  readonly challenge: string | undefined;

  constructor(message: string, { kind, outcome, status, challenge, cause }: McpFacts) {
    super(message, { cause });
    this.name = 'McpError';
    this.kind = kind;
    this.outcome = outcome;
    this.status = status;
    this.challenge = challenge;
  }
}
