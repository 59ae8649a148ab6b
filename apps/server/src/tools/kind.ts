import type { TObject } from 'typebox';
import type { ErrorDetail } from '../errors.ts';
import type { ModelTool } from '../models/model.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { OAuthByHand } from './oauth/by-hand.ts';

/** The values of settings or arguments, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A tool of a workspace as its kind sees it. */
export interface KindTool {
  readonly id: string;
  readonly workspace: string;
  /** Up to 64 letters, digits, `_` and `-`; unique in the workspace. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments: an object. Null for kinds that know their own. */
  readonly inputSchema: Values | null;
  /** Valid for the kind. */
  readonly settings: Values;
  readonly timeoutMs: number;
  /** True if a call may run twice with the effect of one. */
  readonly idempotent: boolean;
}

/** A call to run. */
export interface KindCall {
  readonly tool: KindTool;
  /** The name of the definition that was called; for most kinds that of the tool. */
  readonly name: string;
  /** Valid for the schema of the definition. */
  readonly arguments: Values;
  /** The secrets of the tool by their names, opened. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The same for each attempt at the same call, and no other: of up to 64 letters, digits and `_`. */
  readonly idempotencyKey: string;
  /** Fires at the timeout of the tool, or if the turn ends. */
  readonly signal: AbortSignal;
}

/** The outcome of a call. */
export interface KindOutput {
  /** Text for the model. It may contain secrets: the caller masks them, and caps its length. */
  readonly content: string;
  readonly isError: boolean;
  /** The answer was lost after the call was sent, so it may have had its effect; `content` says so. */
  readonly outcome?: 'unknown';
  /** Of `POST /api/tools/{id}/try`: what was sent and what came back; the caller masks secrets. */
  readonly exchange?: {
    readonly request: {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | null;
    };
    readonly response: {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    } | null;
  };
}

/** Dependencies of kinds. */
export interface KindNeeds {
  readonly outbound: Pick<Outbound, 'fetch'>;
  /** In ms since 1970. */
  readonly now: () => number;
}

/** The server at which a tool has an account. */
export interface AccountPlace {
  /** Tokens are sent to it only: to this address and those below it. */
  readonly serverUrl: string;
  /** The OAuth client that a person has registered; undefined if the server is asked. */
  readonly oauth: OAuthByHand | undefined;
  /** True if calls may be made without an account, too. */
  readonly isOptional: boolean;
}

/** A kind of tool: what its settings are, what the model sees of it, and how a call runs. */
export interface ToolKind {
  /** Name of the kind, for a person. */
  readonly title: string;
  /** One sentence that says what it is for. */
  readonly description: string;
  /** Settings that a caller sets. None of them is secret: secrets are apart, and settings name them. */
  readonly settings: TObject;
  /** True if the caller gives the schema of the arguments. */
  readonly takesSchema: boolean;
  /** Finds what the schemas can't, with paths such as `settings.url` or `inputSchema`. */
  problems?(tool: Pick<KindTool, 'inputSchema' | 'settings'>, secretNames: readonly string[]): readonly ErrorDetail[];
  /** The origin to which its secrets go; if it changes, they must be given again. Null if they go nowhere. */
  secretsGoTo(settings: Values): string | null;
  /** The account that its calls may use; undefined if they use none. By default there are no accounts. */
  accountFor?(settings: Values): AccountPlace | undefined;
  /** The functions that the model may call; by default the tool itself, by its name and schema. */
  definitions?(tool: KindTool): readonly ModelTool[];
  /** The name by which models call what the server of the tool calls so; undefined if it has nothing of that name. */
  modelName?(tool: KindTool, name: string): string | undefined;
  /** Runs a call. It may throw an `OutboundError`, or anything else for a fault of ours. */
  run(needs: KindNeeds, call: KindCall): Promise<KindOutput>;
}
