import type { AnsweringAgent } from '../../../calling/agent.ts';
import { invalid } from '../../../errors.ts';
import type { WithResponseSchema } from '../../../replies/schemas/response-schema.ts';
import { checkSchema } from '../../../tools/schemas/check-schema.ts';

/** Throws `validation_failed` if a schema isn't one, or is too large. */
export function checkResponseSchema({ responseSchema }: WithResponseSchema): void {
  if (responseSchema === undefined) return;
  const wrong = checkSchema(responseSchema).map(({ path, message }) => ({
    path: path === '' ? 'responseSchema' : `responseSchema.${path}`,
    message,
  }));
  if (wrong.length > 0) throw invalid(wrong);
}

/** Returns the agent. Throws `validation_failed` if it can't reply in a schema: its sentences are checked one by one. */
export function withSchema(agent: AnsweringAgent, { responseSchema }: WithResponseSchema): AnsweringAgent {
  if (responseSchema === undefined || agent.answerMode !== 'grounded') return agent;
  const message = 'needs an agent whose `answerMode` is `open`: a grounded reply is made of sentences';
  throw invalid([{ path: 'responseSchema', message }]);
}
