import type { Names } from './names.ts';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A request to a model. */
export interface ModelRequest {
  /** The model's name at its provider. */
  readonly model: string;
  readonly system: string;
  /** Oldest first; the model replies to the last one. */
  readonly messages: readonly PromptMessage[];
  /** 0 to 1. */
  readonly temperature: number;
  /** The ID of the agent, for models that search its knowledge sources. */
  readonly agent: string;
  readonly signal: AbortSignal;
}

/** A passage of a knowledge source that a reply quotes. */
export interface Passage {
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly quote: string;
  readonly score: number;
}

/** Tokens of prompt and reply, counted by the provider or else estimated. */
export interface TokenUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** A part of a streamed reply. The last one is `end`. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Passage }
  | { readonly type: 'end'; readonly finishReason: string; readonly usage: TokenUsage };

/** A part of the model's reasoning. Its text is dropped; it only shows that the model is active. */
export interface Thought {
  readonly type: 'thought';
}

/** A model provider, such as `openai` in `openai/gpt-4o`. */
export interface Provider extends Names {
  /** The context size in tokens: prompt and reply together. */
  readonly contextTokens: number;
  /** Timeout until the first part of a reply, in ms; undefined for the default. */
  readonly firstToken?: number | undefined;
  /** The name of the setting that is missing; undefined if the provider is configured. */
  readonly missing: string | undefined;
  /** Streams a reply. Throws a `ModelError`; after the signal has fired, it may end silently or throw any error. */
  stream(request: ModelRequest): AsyncIterable<ModelPart | Thought>;
}

/**
 * Why a model did not complete its reply. `refused`: the provider returned an error status. `broken`: its response was
 * invalid.
 */
export type ModelErrorKind = 'not_configured' | 'refused' | 'unreachable' | 'timeout' | 'broken';

interface ModelErrorFacts {
  /** The provider's HTTP status. */
  readonly status?: number | undefined;
  /** Seconds until the provider accepts a retry. */
  readonly retryAfter?: number | undefined;
}

/** A failed model call. The message is our own sentence, because a provider's message may contain a key. */
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
