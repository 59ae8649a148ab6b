import type { CallOutcome } from '../schemas/message-parts.ts';
import type { Statement } from '../storage/unit.ts';
import type { AnsweringAgent } from './agent.ts';

/** The rules of a tool for its calls. */
export interface CallRules {
  /** The ID of the tool. */
  readonly tool: string;
  /** SHA-256 of its definition, in hex: its kind, name, description, schema and settings. */
  readonly definition: string;
  /** True if a person must approve each call before it runs. */
  readonly needsApproval: boolean;
  /** `client` if the caller's own code answers its calls. */
  readonly answeredBy: 'server' | 'client';
  /** True if a call may run twice with the effect of one. */
  readonly idempotent: boolean;
  /** The users who are asked for approval; empty for all who may decide. */
  readonly approvers: readonly string[];
  /** For how long a call waits, in ms. */
  readonly waitMs: number;
}

/** The reply that makes calls. */
export interface CallingReply {
  readonly workspace: string;
  readonly conversation: string;
  readonly reply: string;
  readonly agent: AnsweringAgent;
  /** The end user of the conversation; null if none is known. */
  readonly user: string | null;
}

/** A call that the model made, and that may run. */
export interface MadeCall {
  /** The ID of its row. */
  readonly id: string;
  /** Its ID in the reply. */
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly rules: CallRules;
  /** The number of its step in the reply, from 1. */
  readonly step: number;
}

/** A call as its row has it. */
export interface KeptCall {
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly tool: string;
  readonly step: number;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly digest: string;
  readonly status: 'waiting' | 'approved' | 'running' | CallOutcome;
  /** The thing that it waits for; null if it waits for nothing. */
  readonly waitsFor: 'approval' | 'result' | null;
  /** In ms since 1970; null if it waits for nothing. */
  readonly deadline: number | null;
  readonly reason: string | null;
  readonly result: string | null;
  readonly idempotent: boolean;
  readonly attempts: number;
  /** Number of times that its reply went on after a crash. */
  readonly recoveries: number;
}

/** The outcome of a call. */
export interface CallEnd {
  readonly id: string;
  /** The ID of its tool. */
  readonly tool: string;
  /** The status that it must have. */
  readonly from: readonly KeptCall['status'][];
  readonly status: CallOutcome;
  readonly result: string;
  readonly latencyMs: number | null;
}

/** A reply by its ID. */
interface ReplyOf {
  readonly workspace: string;
  readonly reply: string;
}

/** The answer of the caller's own code to a call. */
export interface GivenResult {
  readonly callId: string;
  readonly content: string;
  readonly isError: boolean;
}

/** A person has decided about a call after it was read, or it has ended. */
export class StaleCall extends Error {}

/** Keeps calls as rows, each before it runs: what runs is what the row has, and a decision is about one row. */
export interface CallKeeper {
  /** A new ID of a row. */
  newId(): string;
  /** The digest of what a decision about a call is bound to. */
  digestOf(reply: CallingReply, call: Pick<MadeCall, 'arguments' | 'rules'>): string;
  /** Statements that store calls: those that wait, and those that run from now on. */
  begin(reply: CallingReply, calls: readonly MadeCall[], now: number): readonly Statement[];
  /** Statement that starts a call as it was read; throws a `StaleCall` if it has changed. */
  start(workspace: string, call: KeptCall, now: number): Statement;
  /** Statement that lets a call that was approved wait for the caller's code; throws a `StaleCall` if it has changed. */
  ask(workspace: string, call: { readonly id: string; readonly deadline: number }, now: number): Statement;
  /** Statements that store what calls of a reply came to; they throw a `StaleCall` if one isn't as it must be. */
  end(reply: CallingReply, ends: readonly CallEnd[], now: number): readonly Statement[];
  /** The calls of a reply in the order in which they were made. */
  read(workspace: string, reply: string): Promise<readonly KeptCall[]>;
  /**
   * Statements that store the results of calls that wait for the caller's code. Throws `validation_failed` for calls that
   * don't, and `tool_call_decided`, at once or in the unit, for those that have ended.
   */
  answer(of: ReplyOf, results: readonly GivenResult[], now: number): Promise<readonly Statement[]>;
  /** Statements that end what still waits or runs in a reply, for the unit that ends it; those who were asked are told. */
  drop(workspace: string, reply: string, now: number): readonly Statement[];
  /** Statement that counts a reply's recoveries after crashes. */
  recovered(workspace: string, reply: string): Statement;
}
