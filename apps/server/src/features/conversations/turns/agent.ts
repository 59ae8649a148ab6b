/** What an agent replies with. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
  /** Whether it may answer without its knowledge sources. */
  readonly answerMode: 'open' | 'grounded';
  /** Whether its own model orders what searches find. */
  readonly rerank: boolean;
  /** Whether it has knowledge sources. */
  readonly hasSources: boolean;
}
