import type { MetadataFilter } from '../storage/sql/facets.ts';
import type { HandoverRules } from './handover-rules.ts';

/** An agent as a turn needs it. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  /** Answer in this order if its model fails before its first token. */
  readonly fallbackModels: readonly string[];
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
  /** `grounded` if the agent must not answer without its knowledge sources. */
  readonly answerMode: 'open' | 'grounded';
  /** `model` if its own model judges, beside the rules, what a grounded reply says. */
  readonly groundingJudge: 'rules' | 'model';
  /** True if its own model orders what searches find. */
  readonly rerank: boolean;
  /** The metadata of the documents that it finds; all if undefined. */
  readonly knowledgeFilter?: { readonly metadata: MetadataFilter } | undefined;
  /** True if it has knowledge sources. */
  readonly hasSources: boolean;
  /** Its tools, and if their calls wait for approval. */
  readonly tools: readonly { readonly id: string; readonly requiresApproval: boolean }[];
  /** When it hands a conversation over to people; never if undefined. */
  readonly handover?: HandoverRules | undefined;
  /** The version of its row. */
  readonly version: number;
}
