import type { Actor } from '../access/actor.ts';
import type { FoundPassage, ModelTool, Passage } from '../models/model.ts';
import type { Statement } from '../storage/unit.ts';
import type { AnsweringAgent } from './agent.ts';
import type { CallKeeper, CallRules } from './kept-calls.ts';

/** Aids of a turn besides its model; by default there are no aids. */
export interface TurnAids {
  /** Gathers what may help with a question, before the model is called. A failure leaves the reply without it. */
  gather?(about: Gathering): Promise<Gathered>;
  /** True if there may be something to gather for an agent; by default always. If false, nothing is read for it. */
  mayGather?(agent: AnsweringAgent): boolean;
  /**
   * Returns statements that keep details of a turn, for the unit of work that stores its end. A failure leaves them
   * out.
   */
  onEnded?(turn: EndedTurn): readonly Statement[];
  /** The tools that an agent's model may call in a reply. */
  toolsOf?(agent: AnsweringAgent): Promise<readonly OfferedTool[]>;
  /** Keeps the calls of tools with rules as rows. */
  readonly calls?: CallKeeper;
  /** Runs a tool. It may throw; only what it returns is shown to the model and to readers. */
  runTool?(run: ToolRun): Promise<ToolOutput>;
  /** Returns the random code of the marks around the passages of a prompt; by default 128 bits in hex. */
  newCode?(): string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<AidLimits>;
}

/** The turn that an aid works for. */
interface AidedTurn {
  readonly workspace: string;
  readonly conversation: string;
  readonly agent: AnsweringAgent;
  readonly actor: Actor;
  /** Fires if the turn is stopped or the time is over; the outcome is ignored from then on. */
  readonly signal: AbortSignal;
}

/** The question of a turn. */
export interface Gathering extends AidedTurn {
  readonly question: string;
  /** The questions before it in the conversation, newest first: what a short one continues. */
  readonly earlier: readonly string[];
}

/** Result of gathering. */
export interface Gathered {
  /** Go into the prompt, best first. A reply can cite them and nothing else. */
  readonly passages: readonly FoundPassage[];
}

/** A turn whose end is being stored. */
export interface EndedTurn {
  readonly workspace: string;
  readonly conversation: string;
  readonly agent: AnsweringAgent;
  /** The ID of the reply. */
  readonly reply: string;
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly question: string;
  readonly citations: readonly Passage[];
  /** The passages that were gathered for it. */
  readonly passages: readonly FoundPassage[];
  /** True if the gathering failed, so that the reply could cite nothing. */
  readonly gatherFailed: boolean;
  /** In ms since 1970. */
  readonly now: number;
}

/** A tool that a model may call. */
export interface OfferedTool extends ModelTool {
  /** Its rules for calls; undefined for a tool whose calls aren't kept as rows. */
  readonly rules?: CallRules;
  /** Says in a sentence for the model what is wrong with arguments; undefined if nothing is. */
  problemOf?(given: Readonly<Record<string, unknown>>): string | undefined;
  /** Runs a call; by default `runTool` does. It may throw; only what it returns is shown to the model and to readers. */
  run?(run: ToolRun): Promise<ToolOutput>;
}

/** A tool call to run; its arguments are a JSON object that the tool's `problemOf` has found no fault with. */
export interface ToolRun extends AidedTurn {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The end user of the conversation; null if none is known. */
  readonly user: string | null;
  /** Number of times that the reply was handed over to another agent. */
  readonly handovers: number;
  /** The ID of the call's row, the same for each attempt; undefined if it has none. */
  readonly id?: string | undefined;
  readonly rules?: CallRules | undefined;
}

/** The outcome of a tool call. */
export interface ToolOutput {
  readonly content: string;
  /** The call failed in a way that the model may know: `content` says how. False by default. */
  readonly isError?: boolean;
  /** It is not known whether the call had its effect: `content` says so, and that it must not be repeated. */
  readonly outcome?: 'unknown';
  /** The change of the conversation, in the unit of work that stores the result. Nothing by default. */
  readonly effect?: ToolEffect;
}

/** The change of a conversation by a tool: it is closed, left to people, or handed over to another agent. */
export type ToolEffect = 'close' | PeopleHandover | AgentHandover;

/** People answer from now on: why, and what it is about (null without). */
export interface PeopleHandover {
  readonly toPeople: { readonly reason: string; readonly summary: string | null };
}

/** The agent that answers from the next step of the reply on, and later messages. */
export interface AgentHandover {
  readonly to: AnsweringAgent;
}

/** Limits of gathering and of tools: times in ms, sizes in characters. */
export interface AidLimits {
  readonly gatherMs: number;
  /** All gathered passages in the prompt, and all citations of a reply; further ones are left out. */
  readonly gatheredCharacters: number;
  readonly citations: number;
  /** Questions before this one that gathering gets, and the characters of each. */
  readonly earlierQuestions: number;
  readonly earlierCharacters: number;
  /** Model calls of a reply. The model must reply in words to the last one. */
  readonly steps: number;
  /** No further step starts after this time. */
  readonly stepsMs: number;
  readonly callMs: number;
  /** Calls of a step; the reply fails if the model makes more. */
  readonly callsPerStep: number;
  /** Max calls that run at the same time. */
  readonly callsAtOnce: number;
  /** Arguments of a call, as JSON. */
  readonly argumentCharacters: number;
  readonly resultCharacters: number;
  /** All arguments and results of a reply: with its text at most 4 MiB of JSON. */
  readonly toolCharacters: number;
  /** Calls of a reply with invalid arguments; the reply fails if the model makes more. */
  readonly invalidCalls: number;
}

/** The default limits. */
export const aidLimits: AidLimits = {
  gatherMs: 5_000,
  gatheredCharacters: 50_000,
  citations: 20,
  earlierQuestions: 3,
  earlierCharacters: 1_000,
  steps: 8,
  stepsMs: 15 * 60_000,
  callMs: 30_000,
  callsPerStep: 16,
  callsAtOnce: 4,
  argumentCharacters: 16_000,
  resultCharacters: 32_000,
  toolCharacters: 300_000,
  invalidCalls: 3,
};

/** An aid did not return in time. */
export class AidTimeout extends Error {}

/**
 * Runs an aid for at most `ms`. Rejects with an `AidTimeout`, or with the reason of the turn's signal if that fires
 * first, even if the aid ignores its own signal.
 */
export async function runAid<Value>(
  turn: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  turn.throwIfAborted();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(turn.reason);
  turn.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => controller.abort(new AidTimeout(`It did not return within ${ms} ms.`)), ms);
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // The promise is made in a function, as the aid may throw before it returns one.
      void (async () => work(signal))().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    turn.removeEventListener('abort', stop);
  }
}
