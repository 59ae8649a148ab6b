/** What an agent replies with. */
export interface AnsweringAgent {
  readonly id: string;
  readonly workspace: string;
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number;
  readonly status: string;
}
