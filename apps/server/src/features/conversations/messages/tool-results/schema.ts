import { type Static, Type } from 'typebox';
import { Stream } from '../../../../replies/schemas/message.ts';

/** The body that answers tool calls. */
export const ToolResultsDraft = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          callId: Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'The `callId` of the call.',
            examples: ['call_1'],
          }),
          content: Type.String({
            maxLength: 32_000,
            description: 'Result for the model as text: up to 32,000 characters.',
            examples: ['In transit, due on Monday.'],
          }),
          isError: Type.Optional(
            Type.Boolean({
              description: 'True if the call failed; `content` says why. False unless set.',
              examples: [false],
            }),
          ),
        },
        { additionalProperties: false, title: 'ToolResultDraft' },
      ),
      { minItems: 1, maxItems: 16, description: 'Results of some calls of the reply, each once: at most 16.' },
    ),
    stream: Type.Optional(Stream),
  },
  { additionalProperties: false, title: 'ToolResultsDraft', 'x-shown': ['results'] },
);
export type ToolResultsDraft = Static<typeof ToolResultsDraft>;
