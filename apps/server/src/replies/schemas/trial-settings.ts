import { type Static, Type } from 'typebox';
import { maxCharacters } from '../../schemas/limits.ts';

/** Settings that replace an agent's own for one reply; the limits are those of `AgentDraft`. */
export const TrialSettings = Type.Object(
  {
    systemPrompt: Type.Optional(
      Type.String({
        maxLength: maxCharacters.systemPrompt,
        description: 'System prompt: up to 100,000 characters. The agent’s own if absent.',
        examples: ['Answer in one sentence.'],
      }),
    ),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxCharacters.model,
        description: 'Name of the language model, like that of an agent. The agent’s own if absent.',
        examples: ['openai/gpt-5-mini'],
      }),
    ),
    temperature: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Response temperature from 0 to 1. The agent’s own if absent.',
        examples: [0],
      }),
    ),
    answerMode: Type.Optional(
      Type.Unsafe<'open' | 'grounded'>(
        Type.String({
          enum: ['open', 'grounded'],
          description:
            '`grounded` if the reply must rest on knowledge sources; otherwise `open`. The agent’s own mode if absent.',
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'TrialSettings',
    description:
      'Unsaved settings to try: they replace the agent’s own for this reply only and are not stored. ' +
      'Requires `agents:write` in the agent’s workspace.',
  },
);
export type TrialSettings = Static<typeof TrialSettings>;
