import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleSecrets as secrets, exampleTimes as times } from '../../schemas/examples.ts';
import { nameField, orNull, timeField, timeOrNull } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { challengeToken, PasskeyAttestation, PasskeyCreationOptions } from '../../schemas/passkeys.ts';

/** A passkey of the caller. */
export const Passkey = Type.Object(
  {
    _id: Type.String({ description: 'Passkey identifier, assigned by the service.', examples: [ids.passkey] }),
    name: Type.String({ description: 'Name of the passkey.', examples: ['Laptop'] }),
    createdAt: timeField('Time of creation'),
    lastUsedAt: timeOrNull('Time of the last use', 'null if it was never used', times.soon),
    backedUp: Type.Boolean({ description: 'True if it is synced to other devices of the user.', examples: [true] }),
  },
  { title: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

/** The second factors of the caller. */
export const SecondFactor = Type.Object(
  {
    totp: orNull(
      Type.Object({ createdAt: timeField('Time at which the first code confirmed it') }),
      'The authenticator app; null if the user has no app.',
    ),
    passkeys: Type.Array(Passkey, { description: 'The passkeys, in the order of their creation; max 20.' }),
    recoveryCodes: orNull(
      Type.Object({
        left: Type.Integer({ description: 'Number of codes that are not used yet.', examples: [10] }),
        createdAt: timeField('Time at which the codes were created'),
      }),
      'The recovery codes; null if the user has no codes.',
    ),
    requiredBy: Type.Array(
      Type.Object({
        _id: Type.String({ description: 'Workspace identifier.', examples: [ids.workspace] }),
        name: Type.String({ description: 'Name of the workspace.', examples: ['Bookshop'] }),
      }),
      { description: 'The workspaces of the user that require a second factor.' },
    ),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Static<typeof SecondFactor>;

const Password = Type.String({
  minLength: 1,
  maxLength: maxCharacters.password,
  description:
    'The current password. Required for the first second factor unless the sign-in, or a confirmation, is at most 15 ' +
    'minutes old.',
  examples: [secrets.password],
});

/** The body that begins to add a second factor. */
export const FactorStart = Type.Object(
  { password: Type.Optional(Password) },
  { additionalProperties: false, title: 'SecondFactorStart' },
);
export type FactorStart = Static<typeof FactorStart>;

/** A new authenticator app, before a code has confirmed it. */
export const NewTotp = Type.Object(
  {
    secret: Type.String({
      description: 'The secret in base 32, to type it.',
      examples: ['EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM'],
    }),
    uri: Type.String({
      description: 'The same as an `otpauth:` URI, for a QR code.',
      examples: ['otpauth://totp/Parley:ada%40example.com?issuer=Parley&secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM'],
    }),
  },
  { title: 'NewTotp' },
);
export type NewTotp = Static<typeof NewTotp>;

/** The body that confirms an authenticator app. */
export const TotpConfirmation = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'A code of the authenticator app: six digits; spaces are ignored.',
      examples: ['123456'],
    }),
  },
  { additionalProperties: false, title: 'TotpConfirmation' },
);
export type TotpConfirmation = Static<typeof TotpConfirmation>;

const Code = Type.String({ examples: ['4k7xq-9m2rd'] });
const codes = { examples: [['4k7xq-9m2rd', 'w3hn8-c6ztj']] };

/** New recovery codes. */
export const RecoveryCodes = Type.Object(
  { recoveryCodes: Type.Array(Code, { description: 'The codes, never returned again; each works once.', ...codes }) },
  { title: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

const FirstCodes = orNull(
  Type.Array(Code, codes),
  'Ten recovery codes, never returned again, if this is the first second factor; null otherwise.',
);

/** The outcome of a confirmed authenticator app. */
export const TotpConfirmed = Type.Object({ recoveryCodes: FirstCodes }, { title: 'TotpConfirmed' });
export type TotpConfirmed = Static<typeof TotpConfirmed>;

/** A challenge for a new passkey. */
export const NewPasskeyChallenge = Type.Object(
  {
    token: Type.String({ description: 'Sent back with the new passkey; works once.', examples: [secrets.token] }),
    options: PasskeyCreationOptions,
    expiresAt: timeField('Time at which the token stops working', times.soon),
  },
  { title: 'NewPasskeyChallenge' },
);
export type NewPasskeyChallenge = Static<typeof NewPasskeyChallenge>;

const Name = nameField({
  most: 100,
  maxLength: 200,
  description: 'Name of the passkey: 1 to 100 characters after trimming.',
  example: 'Laptop',
});

/** The body that adds a passkey. */
export const PasskeyDraft = Type.Object(
  {
    token: challengeToken('The token of `options`.'),
    name: Name,
    response: PasskeyAttestation,
  },
  { additionalProperties: false, title: 'PasskeyDraft' },
);
export type PasskeyDraft = Static<typeof PasskeyDraft>;

/** A passkey that was added. */
export const AddedPasskey = Type.Object({ passkey: Passkey, recoveryCodes: FirstCodes }, { title: 'AddedPasskey' });
export type AddedPasskey = Static<typeof AddedPasskey>;

/** The body that renames a passkey. */
export const PasskeyChanges = Type.Object({ name: Name }, { additionalProperties: false, title: 'PasskeyChanges' });
export type PasskeyChanges = Static<typeof PasskeyChanges>;

/** The path of one passkey. */
export const PasskeyPath = Type.Object({
  id: Type.String({ description: 'Passkey identifier.', examples: [ids.passkey] }),
});

/** The body that asks what a passkey has to sign. */
export const PasskeyAsk = Type.Object(
  {
    token: Type.Optional(
      challengeToken('The token of a sign-in that lacks its second factor; absent to sign in with a passkey alone.'),
    ),
  },
  { additionalProperties: false, title: 'PasskeyAsk' },
);
export type PasskeyAsk = Static<typeof PasskeyAsk>;
