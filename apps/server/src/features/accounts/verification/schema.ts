import { type Static, Type } from 'typebox';
import { exampleTimes as times } from '../../../schemas/examples.ts';
import { timeField, UserEmail } from '../../../schemas/fields.ts';

/** The digits of a code. */
export const codeLength = 8;

/** A code that is on its way. */
export const Verification = Type.Object(
  {
    email: UserEmail,
    expiresAt: timeField('Time at which the code stops working, 15 minutes after it was sent', times.soon),
  },
  { title: 'Verification' },
);
export type Verification = Static<typeof Verification>;

/** The body that confirms an address. */
export const VerificationCode = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 40,
      description: `The ${codeLength} digits of the last mailed code; whatever stands between them is ignored.`,
      examples: ['1234 5678'],
    }),
  },
  { additionalProperties: false, title: 'VerificationCode' },
);
export type VerificationCode = Static<typeof VerificationCode>;
