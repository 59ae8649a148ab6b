import { type Static, Type } from 'typebox';
import { type SignInMethod, signInMethods } from '../../access/sign-in.ts';
import { exampleIds as ids, exampleSecrets as secrets, exampleTimes as times } from '../../schemas/examples.ts';
import { timeField, UserEmail, UserId, UserName } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { listQuery, sortField } from '../../schemas/lists.ts';
import { challengeToken, FactorCode, PasskeyAssertion } from '../../schemas/passkeys.ts';

/** A password in a request: its rules are checked when it is set, not when it is tried. */
const password = (description: string, example: string = secrets.password) =>
  Type.String({ minLength: 1, maxLength: maxCharacters.password, description, examples: [example] });

/** The body that signs in. */
export const SignIn = Type.Object(
  {
    email: Type.String({
      minLength: 1,
      maxLength: maxCharacters.email,
      description: 'Email address of the user, in any case.',
      examples: ['ada@example.com'],
    }),
    password: password('Password of the user.'),
  },
  { additionalProperties: false, title: 'SignIn' },
);
export type SignIn = Static<typeof SignIn>;

/** The body that signs in with a passkey alone. */
export const PasskeyAnswer = Type.Object(
  {
    token: challengeToken('The token of `passkey-options`.'),
    response: PasskeyAssertion,
  },
  { additionalProperties: false, title: 'PasskeyAnswer' },
);
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** The body by which a person confirms that it is them. */
export const SessionConfirmation = Type.Object(
  {
    password: Type.Optional(password('The current password, of a user without a second factor.')),
    code: Type.Optional(FactorCode),
    token: Type.Optional(challengeToken('The token of `confirmation/options`, with `passkey`.')),
    passkey: Type.Optional(PasskeyAssertion),
  },
  { additionalProperties: false, title: 'SessionConfirmation', 'x-shown': ['code'] },
);
export type SessionConfirmation = Static<typeof SessionConfirmation>;

/** The body that changes a password. */
export const PasswordChange = Type.Object(
  {
    currentPassword: password('The current password.'),
    newPassword: password('The new password: 12 to 1,024 characters.', secrets.newPassword),
  },
  { additionalProperties: false, title: 'PasswordChange' },
);
export type PasswordChange = Static<typeof PasswordChange>;

const expiresAt = timeField('Time at which the session ends', times.later);

/** A signed-in browser. */
export const Session = Type.Object(
  {
    _id: Type.String({ description: 'Session identifier, assigned by the service.', examples: [ids.session] }),
    current: Type.Boolean({ description: 'True if it is the session of this request.', examples: [true] }),
    userAgent: Type.String({
      description: '`User-Agent` of the sign-in: its first 300 characters.',
      examples: ['Mozilla/5.0 (X11; Linux x86_64)'],
    }),
    address: Type.String({ description: 'IP address of the sign-in.', examples: ['203.0.113.7'] }),
    createdAt: timeField('Time of the sign-in'),
    lastSeenAt: timeField('Time of the last request, late by up to a minute', times.soon),
    expiresAt,
    methods: Type.Array(Type.Unsafe<SignInMethod>(Type.String({ enum: signInMethods })), {
      description: 'Methods by which the user signed in.',
      examples: [['password', 'totp']],
    }),
    confirmedAt: timeField('Time at which the user last proved who they are: the sign-in, or a later confirmation'),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** The parameters of the list. */
export const SessionQuery = listQuery({ sort: sortField(['createdAt', 'lastSeenAt']) });
export type SessionQuery = Static<typeof SessionQuery>;

/** The outcome of a sign-in. */
export const SignedIn = Type.Object(
  {
    user: Type.Object({ _id: UserId, email: UserEmail, name: UserName }, { description: 'The user who is signed in.' }),
    expiresAt,
  },
  { title: 'SignedIn' },
);
export type SignedIn = Static<typeof SignedIn>;

/** The path of one session. */
export const SessionPath = Type.Object({
  id: Type.String({ description: 'Session identifier.', examples: [ids.session] }),
});
