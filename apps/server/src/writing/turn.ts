import type { Actor } from '../access/actor.ts';
import type { AnsweringAgent } from '../calling/agent.ts';
import type { ToolEffect, TurnAids } from '../calling/aids.ts';
import type { Json } from '../models/chat-wire/json.ts';
import type { FailureReason, ToldFailure } from '../models/failure.ts';
import type { ModelErrorKind, ModelPart, ModelRequest, PersonOffer } from '../models/model.ts';
import type { FoundModel } from '../models/models.ts';
import type { PastMessage } from '../prompts/messages.ts';
import type { VisitorFacts } from '../prompts/visitor.ts';
import type { Reads } from '../prompts/window.ts';
import type { Begun, LiveReply } from '../replies/live-reply.ts';
import type { RequestIds } from '../replies/reply-report.ts';
import type { Statement } from '../storage/unit.ts';
import type { GrowingText } from '../text/growing/growing-text.ts';
import type { Context } from './context.ts';

/** The models, as a turn needs them. */
export interface TurnModels {
  find(model: string): Promise<FoundModel | undefined>;
  stream(model: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncIterable<ModelPart>;
  estimate(text: string): number;
  readonly limits: { readonly answerCharacters: number; readonly judge: number };
}

/** A failed reply, as the operator's log reports it. */
export interface TurnFailure extends Partial<RequestIds> {
  readonly workspace: string;
  readonly conversation: string;
  readonly reply: string;
  readonly agent: string;
  readonly model: string;
  /** The model that answers in its place; undefined if none does. */
  readonly fallback?: string | undefined;
  readonly kind: ModelErrorKind;
  readonly reason: FailureReason;
  readonly providerStatus: number | undefined;
  /** The provider's own words, without secrets. */
  readonly provider: ToldFailure | undefined;
}

/** The earlier messages of a conversation. */
export interface History {
  /**
   * Reads the complete messages up to a time, newest first; `withTools` also replies that wait or didn't end well, if
   * they have parts beside text.
   */
  past(
    workspace: string,
    page: { readonly conversation: string; readonly until: number; readonly rows: number; readonly withTools: boolean },
  ): Promise<PastMessage[]>;
  /** Reads the parts of earlier replies to a message that failed or were cancelled, as JSON, oldest first. */
  earlierReplies(
    workspace: string,
    to: { readonly conversation: string; readonly question: string },
  ): Promise<string[]>;
  /** Reads what the user has said shortly before a time, newest first: the beginnings of up to so many messages. */
  earlierQuestions(
    workspace: string,
    page: { readonly conversation: string; readonly before: number; readonly units: number; readonly most: number },
  ): Promise<string[]>;
}

/** Dependencies of writing a reply. */
export interface WriterNeeds {
  readonly now: () => number;
  readonly models: TurnModels;
  readonly history: History;
  /** Reports an error that no request waits for. */
  onError(error: unknown): void;
  /** Reports that a model did not complete its reply. */
  onFailed?(failure: TurnFailure): void;
  /** Aids of the turn besides its model. */
  readonly aids?: TurnAids | undefined;
  /** Stores the reply so far, with further statements if the turn has its lease. Rejects if it can't be stored. */
  checkpoint(reply: LiveReply, more?: readonly Statement[]): Promise<void>;
  /** Statements of what a tool does to the conversation in which it is called. */
  effectOf(request: TurnRequest, effect: ToolEffect): readonly Statement[];
}

/** One reply to be written: to which message, by which agent, and for which actor. */
export interface TurnRequest {
  readonly workspace: string;
  readonly conversation: string;
  /** The message that gets the reply. */
  readonly question: { readonly id: string; readonly createdAt: number; readonly content: string };
  /** Limits of what the model reads of the conversation; undefined for as much as fits. */
  readonly reads?: Reads | undefined;
  /** The ID of the reply, which is stored as `streaming`. */
  readonly replyId: string;
  /** True if the question had a reply before, which failed or was cancelled. */
  readonly isRetry?: boolean | undefined;
  /** The end user of the conversation; null if none is known. */
  readonly user: string | null;
  /** The content of the reply before its pause; undefined for a new one. */
  readonly resumed?: Resumed | undefined;
  /** Facts about the visitor for the model; undefined for nothing. */
  readonly visitor?: VisitorFacts | undefined;
  /** The way in which the user can ask for a person; undefined if the channel offers none. */
  readonly person?: PersonOffer | undefined;
  /** The JSON Schema that the reply must match, checked; undefined for any text. */
  readonly responseSchema?: Json | undefined;
  readonly agent: AnsweringAgent;
  readonly actor: Actor;
  /** The IDs of the request that started the turn, for the log; undefined if no request did. */
  readonly request?: RequestIds | undefined;
}

/** A reply that goes on after a pause. */
export interface Resumed extends Begun {
  /** Its tokens and its time so far: those of the prompts are in its `counts`. */
  readonly outputTokens: number;
  readonly latencyMs: number;
}

/** Counters of a turn, besides the `counts` of its live reply. */
export interface Counted {
  /** The agent that answers: the last one to which the reply was handed over. */
  agent: AnsweringAgent;
  /** Number of times that the reply was handed over to another agent. */
  handovers: number;
  readonly started: number;
  finishReason: string;
  /** Of the steps that have ended; estimated if the model doesn't report it. */
  outputTokens: number;
  /** The passages that were found for the question; `failed` if gathering them failed. */
  context: Pick<Context, 'passages' | 'failed'>;
  /** True if the reply has calls that are kept as rows. */
  hasCalls: boolean;
  /** The text of the model in the step under way, with the part that the user doesn't get; empty between steps. */
  heard: GrowingText;
  /** True once the model has said something in the step under way, or called a tool. */
  hasBegun: boolean;
}

/** A reply that is being written, and what it takes. */
export interface Writing {
  readonly reply: LiveReply;
  readonly counted: Counted;
}
