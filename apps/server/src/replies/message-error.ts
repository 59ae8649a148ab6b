import { type Static, Type } from 'typebox';
import { type FailureReason, failureReasons } from '../models/failure.ts';

const ReasonName = (description: string) =>
  Type.Unsafe<FailureReason>(Type.String({ enum: failureReasons, description, examples: ['unavailable'] }));

/** A model that failed, so that another one wrote the reply. */
export const MessageFallback = Type.Object(
  {
    model: Type.String({ description: 'Name of the model.', examples: ['openai/gpt-5-mini'] }),
    code: Type.String({ description: 'An error code of `Failure`.', examples: ['provider_error'] }),
    reason: ReasonName('Why the model did not answer.'),
    message: Type.String({
      description: 'One sentence that says what is wrong.',
      examples: ['The model openai/gpt-5-mini did not complete its reply: it answered with status 503.'],
    }),
  },
  { title: 'MessageFallback' },
);

/** Why a reply failed. */
export const MessageError = Type.Object(
  {
    code: Type.String({
      description: 'An error code of `Failure`, or `interrupted` if the server ended.',
      examples: ['provider_error'],
    }),
    message: Type.String({
      description: 'One sentence that says what is wrong.',
      examples: ['The model’s provider is not available.'],
    }),
    providerStatus: Type.Optional(
      Type.Integer({
        description: 'HTTP status that the model’s provider returned; absent if it returned no status.',
        examples: [503],
      }),
    ),
    providerMessage: Type.Optional(
      Type.String({
        description:
          'What the model’s provider said, in its own words: up to 500 characters, with `[redacted]` in place of what ' +
          'looks like a secret. Absent if it said nothing. Visitors of a channel never get it.',
        examples: ['The server is overloaded. Please try again later.'],
      }),
    ),
    reason: Type.Optional(
      ReasonName('Why the model did not complete its reply; absent if the model is not the cause.'),
    ),
  },
  { title: 'MessageError' },
);
export type MessageError = Static<typeof MessageError>;
