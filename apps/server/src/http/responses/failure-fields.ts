import { Type } from 'typebox';
import { exampleIds, exampleSecrets, exampleTimes } from '../../schemas/examples.ts';

const idField = (description: string, example: string) => Type.String({ description, examples: [example] });

/** The stored part of an exchange, in the body of an error. */
export const FailedField = Type.Object(
  {
    conversation: idField('Identifier of the conversation.', exampleIds.conversation),
    message: idField('Identifier of the message, which is stored.', exampleIds.message),
    reply: idField('Identifier of the failed reply, which can be retried.', exampleIds.reply),
  },
  { description: 'The stored part of an exchange whose reply failed. Absent for other errors.' },
);

/** Data that completes a sign-in, in the body of an error. */
export const SecondFactorField = Type.Object(
  {
    token: Type.String({
      description: 'Identifies the sign-in; works once, and for at most five wrong tries.',
      examples: [exampleSecrets.token],
    }),
    methods: Type.Array(
      Type.Unsafe<'totp' | 'passkey' | 'recovery_code'>(Type.String({ enum: ['totp', 'passkey', 'recovery_code'] })),
      { description: 'The ways in which the user can complete it.', examples: [['totp', 'recovery_code']] },
    ),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Time at which the token stops working: ISO 8601 UTC with milliseconds.',
      examples: [exampleTimes.soon],
    }),
  },
  { description: 'Data that completes the sign-in (`second_factor_required`). Absent for other errors.' },
);
