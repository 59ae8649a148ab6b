/** An agent as a turn needs it. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
  /** `grounded` if the agent must not answer without its knowledge sources. */
  readonly answerMode: 'open' | 'grounded';
  /** True if its own model orders what searches find. */
  readonly rerank: boolean;
  /** True if it has knowledge sources. */
  readonly hasSources: boolean;
}
