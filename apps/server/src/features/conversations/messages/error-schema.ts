import { type Static, Type } from 'typebox';
import { type FailureReason, failureReasons } from '../../../models/failure.ts';

/** Why a reply failed. */
export const MessageError = Type.Object(
  {
    code: Type.String({ description: 'An error code of `Failure`, or `interrupted` if the server ended.' }),
    message: Type.String({ description: 'One sentence that says what is wrong.' }),
    providerStatus: Type.Optional(
      Type.Integer({ description: 'HTTP status that the model’s provider returned; absent if there is none.' }),
    ),
    reason: Type.Optional(
      Type.Unsafe<FailureReason>(
        Type.String({
          enum: failureReasons,
          description: 'Why the model did not complete its reply; absent if the model is not the cause.',
        }),
      ),
    ),
  },
  { title: 'MessageError' },
);
export type MessageError = Static<typeof MessageError>;
