/** The IDs of the request that started a turn, for the log. */
export interface RequestIds {
  readonly requestId: string;
  /** The trace that the request belongs to (W3C Trace Context): 32 hexadecimal digits. */
  readonly traceId?: string | undefined;
}

/** The end of a turn, for the operator's log and metrics. It contains no text of the conversation. */
export interface ReplyReport extends Partial<RequestIds> {
  readonly workspace: string;
  readonly conversation: string;
  /** The ID of the reply. */
  readonly message: string;
  readonly agent: string;
  /** As `provider/name`. */
  readonly model: string;
  readonly provider: string;
  /** The models that failed before it, in order; undefined for none. */
  readonly fallbacks?: readonly string[] | undefined;
  /** `interrupted`: the server stopped before the reply was complete. */
  readonly outcome: 'complete' | 'failed' | 'cancelled' | 'interrupted';
  /** The error code; undefined unless it failed. */
  readonly code?: string | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Time to the first token in ms; null without a token. */
  readonly firstTokenMs: number | null;
  readonly latencyMs: number;
}
