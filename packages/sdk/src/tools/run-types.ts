import type { ApprovalRequest, Message, MessageEvent } from '../types.ts';
import type { ArgumentsOf } from './from-schema.ts';

/** The facts that a function gets about its call, besides the arguments. */
export interface ToolRunContext {
  /** The `callId` of the call, unique in its message. */
  readonly callId: string;
  /** ID of the call for `client.toolCalls.retrieve`. The same call may come again after a crash; this says so. */
  readonly toolCall: string | undefined;
  /** The signal of the run. */
  readonly signal: AbortSignal | undefined;
}

/** Your code that answers a client tool. */
export interface ClientTool<Schema = unknown> {
  /** JSON Schema of the arguments: the `inputSchema` of the tool, `as const`. Only their type follows from it. */
  readonly inputSchema?: Schema | undefined;
  /**
   * Runs once for each call. A text is returned to the model as it is, another value as JSON: up to 32,000 characters.
   * If it throws, the model reads the message of the error.
   */
  execute(args: ArgumentsOf<Schema>, context: ToolRunContext): unknown;
}

/** Your functions by the names of their tools, and what is to be told during a run. */
export interface RunToolsParams<Schemas> {
  readonly tools: { readonly [Name in keyof Schemas]: ClientTool<Schemas[Name]> };
  /** Called with each event of the reply, over all its requests. The run waits for a promise. */
  readonly onEvent?: ((event: MessageEvent) => void | PromiseLike<void>) | undefined;
  /**
   * Called once for each call that waits for approval. The run then waits for the decision: of this function, by
   * `client.toolCalls.approve(request.toolCall)`, or of a person. Without it, the run returns the waiting reply.
   */
  readonly onApproval?: ((request: ApprovalRequest) => void | PromiseLike<void>) | undefined;
}

/** A call that one of your functions answered. */
export interface ToolRun {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The result that was sent to the model. */
  readonly content: string;
  readonly isError: boolean;
}

/** The end of a run. */
export interface ToolsRun {
  /**
   * The reply. Its status is `requires_action` if it waits for approval; null if the agent doesn't reply because a person
   * has taken over.
   */
  readonly reply: Message | null;
  /** The answers of your functions, in order. */
  readonly calls: readonly ToolRun[];
}
