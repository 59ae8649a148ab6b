import type { Names } from './names.ts';

/** One message as a model is told of it. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What a model is asked. */
export interface ModelRequest {
  /** The model's name within its provider. */
  readonly model: string;
  readonly system: string;
  /** The oldest first; the last one is what is to be answered. */
  readonly messages: readonly PromptMessage[];
  /** 0 to 1. */
  readonly temperature: number;
  /** The agent that asks, for a model that looks things up in what the agent knows. */
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** A passage of a knowledge source that an answer quotes. */
export interface Passage {
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly quote: string;
  readonly score: number;
}

/** How many tokens went in and came out, by the provider's count or, where it gives none, by ours. */
export interface TokenUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** A piece of an answer, as it comes. The last one is `end`. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Passage }
  | { readonly type: 'end'; readonly finishReason: string; readonly usage: TokenUsage };

/** A sign of life that is nothing of the answer: the model thinks aloud. */
export interface Thought {
  readonly type: 'thought';
}

/** Somebody who answers, behind a name: `openai` in `openai/gpt-4o`. */
export interface Provider extends Names {
  /** The tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  /** How long it may take to begin an answer, in milliseconds, where it has a limit of its own. */
  readonly firstToken?: number | undefined;
  /** The setting without which it can't be used; undefined where it can. */
  readonly missing: string | undefined;
  /** Answers. Throws a `ModelError`; ends quietly or throws whatever once the signal has fired. */
  stream(request: ModelRequest): AsyncIterable<ModelPart | Thought>;
}

/** Why a model gave no whole answer. `refused`: by its provider, with a status. `broken`: what came made no sense. */
export type ModelErrorKind = 'not_configured' | 'refused' | 'unreachable' | 'timeout' | 'broken';

interface ModelErrorFacts {
  /** The provider's HTTP status. */
  readonly status?: number | undefined;
  /** Seconds after which the provider wants to be asked again. */
  readonly retryAfter?: number | undefined;
}

/** A failure of a model or of the way to it. Its message is ours, one sentence: a provider's own may hold a key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ModelErrorKind, message: string, { status, retryAfter }: ModelErrorFacts = {}) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
