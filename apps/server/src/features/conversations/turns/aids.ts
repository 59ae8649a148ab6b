import type { Actor } from '../../../access/actor.ts';
import type { ModelTool, Passage } from '../../../models/model.ts';
import type { AnsweringAgent } from './agent.ts';

/** What a turn can use besides its model; by default nothing. */
export interface TurnAids {
  /** Gathers what may help with a question, before the model is called. A failure leaves the reply without it. */
  gather?(about: Gathering): Promise<Gathered>;
  /** The tools that an agent's model may call in a reply. */
  toolsOf?(agent: AnsweringAgent): Promise<readonly ModelTool[]>;
  /** Runs a tool. It may throw; only what it returns is shown to the model and to readers. */
  runTool?(run: ToolRun): Promise<ToolOutput>;
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
}

/** What was gathered, best first. */
export interface Gathered {
  /** Go into the prompt. */
  readonly passages: readonly Passage[];
  /** Become citations of the reply. */
  readonly citations: readonly Passage[];
}

/** A tool call to run; its arguments are a JSON object, not yet checked against the tool's schema. */
export interface ToolRun extends AidedTurn {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The outcome of a tool call. */
export interface ToolOutput {
  readonly content: string;
  /** The call failed in a way that the model may know: `content` says how. False by default. */
  readonly isError?: boolean;
}

/** Limits of gathering and of tools: times in ms, sizes in characters. */
export interface AidLimits {
  readonly gatherMs: number;
  /** All gathered passages, and all gathered citations; further ones are left out. */
  readonly gatheredCharacters: number;
  readonly gatheredCitations: number;
  /** Model calls of a reply. The model must reply in words to the last one. */
  readonly steps: number;
  /** No further step starts after this time. */
  readonly stepsMs: number;
  readonly callMs: number;
  /** Calls of a step; the reply fails if the model makes more. */
  readonly callsPerStep: number;
  /** Calls that run at once. */
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
  gatheredCitations: 20,
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
