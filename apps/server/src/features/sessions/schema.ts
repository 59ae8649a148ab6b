import { type Static, Type } from 'typebox';

const Time = Type.String({ format: 'date-time' });

/** A person's password on the way in: its rules are checked when it is set, not when it is tried. */
const Password = Type.String({ minLength: 1, maxLength: 1024, description: '12 to 1,024 characters when set.' });

/** Who signs in. */
export const SignIn = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }), password: Password },
  { additionalProperties: false, title: 'SignIn' },
);
export type SignIn = Static<typeof SignIn>;

/** The password that is, and the one that is to be. */
export const PasswordChange = Type.Object(
  { currentPassword: Password, newPassword: Password },
  { additionalProperties: false, title: 'PasswordChange' },
);
export type PasswordChange = Static<typeof PasswordChange>;

/** A signed-in browser. */
export const Session = Type.Object(
  {
    _id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    userAgent: Type.String(),
    address: Type.String(),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** All sessions of a person; they are few, so there are no pages. */
export const Sessions = Type.Object({ items: Type.Array(Session) });

/** Who signed in. */
export const SignedIn = Type.Object(
  { user: Type.Object({ _id: Type.String(), email: Type.String(), name: Type.String() }), expiresAt: Time },
  { title: 'SignedIn' },
);
export type SignedIn = Static<typeof SignedIn>;

/** The path of one session. */
export const SessionPath = Type.Object({ id: Type.String() });
