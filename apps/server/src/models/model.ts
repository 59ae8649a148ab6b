import type { FailureReason, ToldFailure } from './failure.ts';
import type { Names } from './names.ts';

/** A tool that a model can call. */
export interface ModelTool {
  /** Up to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments: an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A call of a tool in a prompt. */
export interface PromptCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The result of a call in a prompt. */
export interface PromptResult {
  readonly callId: string;
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
}

/** A message of the user or the model; the model may have called tools after it. */
export interface SpokenMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly calls?: readonly PromptCall[];
}

/** The results of all calls of the message before. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly results: readonly PromptResult[];
}

/** One message of a prompt. */
export type PromptMessage = SpokenMessage | ToolMessage;

/** All text of a message, to estimate its tokens. */
export const textOfMessage = (message: PromptMessage): string =>
  message.role === 'tool'
    ? message.results.map(({ content }) => content).join('\n')
    : [message.content, ...(message.calls ?? []).map((call) => call.name + JSON.stringify(call.arguments))].join('\n');

/** The last text of the user. */
export const questionOf = (messages: readonly PromptMessage[]): string =>
  messages.findLast((message): message is SpokenMessage => message.role === 'user')?.content ?? '';

/** The way in which a user can ask for a person: a word to write, or null for a button of the chat. */
export interface PersonOffer {
  readonly word: string | null;
}

/** A request to a model. */
export interface ModelRequest {
  /** The model's name at its provider. */
  readonly model: string;
  readonly system: string;
  /** Oldest first; the model replies to the last one. */
  readonly messages: readonly PromptMessage[];
  /** The tools that the model can call. Without tools, the prompt must contain no calls. */
  readonly tools?: readonly ModelTool[];
  /**
   * True if the model must reply in words: it is told its tools, as the prompt contains calls, but may not call one.
   */
  readonly wordsOnly?: boolean;
  /** The JSON Schema of the answer, which the system prompt tells, too; undefined for any text. */
  readonly responseSchema?: Readonly<Record<string, unknown>> | undefined;
  /** 0 to 1. */
  readonly temperature: number;
  /**
   * The passages that were found in the agent's knowledge sources, best first, for models that quote them themselves.
   */
  readonly passages?: readonly FoundPassage[];
  /** The way in which the user can ask for a person; undefined if the channel offers none. */
  readonly person?: PersonOffer | undefined;
  readonly signal: AbortSignal;
  /** The same object in all requests for one reply. */
  readonly turn?: object;
}

/** A passage of a knowledge source that was found for a question. */
export interface FoundPassage {
  readonly source: string;
  /** `text`, `file`, `url`, `website` or `qa`. */
  readonly sourceType: string;
  readonly document: string;
  /** The identity of the document across versions. */
  readonly documentKey: string;
  readonly title: string;
  readonly url: string | null;
  /** The version of the source. */
  readonly version: number;
  /** The number of the chunk in its source. */
  readonly chunk: number;
  readonly text: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly page: number | null;
  /** The place of `text` in the text of the document, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly score: number;
  /** True if it was found by its meaning, so that it may use other words than the question. */
  readonly isNear: boolean;
}

/** A quote of a passage, with the place where it is: a part of a reply. */
export interface Passage {
  readonly source: string;
  readonly title: string;
  readonly url: string | null;
  readonly quote: string;
  readonly score: number;
  readonly document?: string;
  readonly version?: number;
  readonly chunk?: number;
  readonly page?: number | null;
  readonly headings?: readonly string[];
  /** The place of the quote in the text of the document, in UTF-16 units. */
  readonly start?: number;
  readonly end?: number;
  /** SHA-256 of the quote in UTF-8, in hex. */
  readonly quoteHash?: string;
}

/** Tokens of prompt and reply, counted by the provider or else estimated. */
export interface TokenUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

/** A call of a tool as the model wrote it: complete, but unchecked. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, if the model made no mistake. */
  readonly arguments: string;
}

/** A part of a streamed reply; `reasoning` is no part of the answer. The last one is `end`. */
export type ModelPart =
  | { readonly type: 'tool-call'; readonly call: ModelCall }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'citation'; readonly citation: Passage }
  | { readonly type: 'end'; readonly finishReason: string; readonly usage: TokenUsage };

/** A part of a call that isn't complete. It only shows that the model is active. */
export interface Thought {
  readonly type: 'thought';
}

/** A model provider, such as `openai` in `openai/gpt-4o`. */
export interface Provider extends Names {
  /** The context size in tokens: prompt and reply together. */
  readonly contextTokens: number;
  /** Timeout until the first part of a reply, in ms; undefined for the default. */
  readonly firstToken?: number | undefined;
  /** True if its models quote passages themselves; others find them in their prompt and refer to them by number. */
  readonly quotes?: boolean;
  /** Asks for the provider's own list of models if it is due; waits a moment if none is known yet. Never throws. */
  ready(): Promise<void>;
  /** Why `models` isn't the whole list, in one sentence; undefined if it is. */
  readonly listProblem: string | undefined;
  /** The name of the setting that is missing; undefined if the provider is configured. */
  readonly missing: string | undefined;
  /** Streams a reply. May throw any error, without secrets; after the signal has fired, it may end silently, too. */
  stream(request: ModelRequest): AsyncIterable<ModelPart | Thought>;
}

/**
 * Why a model did not complete its reply. `refused`: the provider returned an error status. `broken`: its response was
 * invalid.
 */
export type ModelErrorKind = 'not_configured' | 'refused' | 'unreachable' | 'timeout' | 'broken';

interface ModelErrorFacts {
  /** Why the provider refused; by default what follows from the kind. */
  readonly reason?: FailureReason | undefined;
  /** The provider's words, for the operator's log. */
  readonly told?: ToldFailure | undefined;
  /** The provider's HTTP status. */
  readonly status?: number | undefined;
  /** Seconds until the provider accepts a retry. */
  readonly retryAfter?: number | undefined;
}

const reasons: Readonly<Record<ModelErrorKind, FailureReason>> = {
  not_configured: 'not_configured',
  refused: 'bad_request',
  unreachable: 'unavailable',
  timeout: 'timeout',
  broken: 'invalid_response',
};

/** A failed model call. The message is our own sentence, because a provider's message may contain a key. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly reason: FailureReason;
  readonly told: ToldFailure | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ModelErrorKind, message: string, { reason, told, status, retryAfter }: ModelErrorFacts = {}) {
    super(message);
    this.name = 'ModelError';
    this.kind = kind;
    this.reason = reason ?? reasons[kind];
    this.told = told;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
