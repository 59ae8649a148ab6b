import { type Static, Type } from 'typebox';
import { exampleLinks as links, exampleSecrets as secrets, exampleTimes as times } from '../../../schemas/examples.ts';
import { orNull, textLike, timeField, UserEmail, UserId, UserName } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';

/** The ways to get a link. */
export const ResetWays = Type.Object(
  {
    mail: Type.Boolean({
      description: 'True if the server mails links; otherwise an admin of a workspace or the operator creates one.',
      examples: [true],
    }),
  },
  { title: 'PasswordResetWays' },
);
export type ResetWays = Static<typeof ResetWays>;

/** The body that asks for a link. */
export const ResetRequest = Type.Object(
  {
    email: Type.String({
      format: 'email',
      maxLength: maxCharacters.email,
      description: 'Email address of the user, in any case: up to 254 characters.',
      examples: ['ada@example.com'],
    }),
  },
  { additionalProperties: false, title: 'PasswordResetRequest' },
);
export type ResetRequest = Static<typeof ResetRequest>;

/** A link that was created for another person. */
export const ResetLink = Type.Object(
  {
    email: UserEmail,
    url: orNull(
      textLike(links.reset),
      'The link for the user, never returned again; null if the server mailed it to them.',
    ),
    expiresAt: timeField('Time at which the link stops working, one hour after creation', times.soon),
  },
  { title: 'PasswordResetLink' },
);
export type ResetLink = Static<typeof ResetLink>;

/** The body that sets a new password. */
export const ResetConfirmation = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The token in the link: what follows `#token=`.',
      examples: [secrets.token],
    }),
    password: Type.String({
      minLength: 1,
      maxLength: maxCharacters.password,
      description: 'The new password: 12 to 1,024 characters.',
      examples: [secrets.newPassword],
    }),
  },
  { additionalProperties: false, title: 'PasswordResetConfirmation' },
);
export type ResetConfirmation = Static<typeof ResetConfirmation>;

/** The person who has a new password, and is signed in. */
export const ResetDone = Type.Object(
  {
    user: Type.Object({ _id: UserId, email: UserEmail, name: UserName }, { description: 'The user, now signed in.' }),
  },
  { title: 'PasswordResetDone' },
);
export type ResetDone = Static<typeof ResetDone>;
