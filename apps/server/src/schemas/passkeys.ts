import { type Static, type TProperties, Type } from 'typebox';
import { exampleSecrets as secrets, exampleTimes as times } from './examples.ts';
import { timeField } from './fields.ts';

/** Bytes in base64url. Together they leave room for a public body of 8 KiB, and for every authenticator in use. */
const bytesField = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description, examples: ['ZXhhbXBsZQ'] });

const CredentialId = bytesField('Identifier of the credential: up to 512 bytes in base64url.', 684);
const ClientData = bytesField('Client data that the authenticator signed, as JSON in base64url.', 2_048);

const typeField = Type.Unsafe<'public-key'>(
  Type.String({ enum: ['public-key'], description: 'Always `public-key`.', examples: ['public-key'] }),
);

const transportsField = (description: string) =>
  Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10, description, examples: [['internal', 'hybrid']] });

/** An object to which browsers may add fields, which differ by version: they are accepted and ignored. */
const openObject = <Fields extends TProperties>(fields: Fields, options: object = {}) =>
  Type.Object(fields, { additionalProperties: true, ...options });

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: typeField,
  clientExtensionResults: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'Results of extensions; ignored, so absent is the same.',
        examples: [{}],
      },
    ),
  ),
};

/** A browser's response for a passkey that signs (`AuthenticationResponseJSON` of WebAuthn, level 3, section 5.1). */
export const PasskeyAssertion = openObject(
  {
    ...credential,
    response: openObject(
      {
        clientDataJSON: ClientData,
        authenticatorData: bytesField('Data of the authenticator in base64url.', 1_024),
        signature: bytesField('The signature in base64url.', 1_024),
        userHandle: Type.Optional(
          Type.Union([Type.String({ maxLength: 128, examples: ['ZXhhbXBsZQ'] }), Type.Null()], {
            description: 'The user of the passkey; absent or null if the authenticator has not stored it.',
          }),
        ),
      },
      { description: 'The signature, and the data that it signs.' },
    ),
  },
  { title: 'PasskeyAssertion', description: 'The JSON of the credential that `navigator.credentials.get()` returned.' },
);
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** A browser's response for a new passkey (`RegistrationResponseJSON` of WebAuthn, level 3, section 5.1). */
export const PasskeyAttestation = openObject(
  {
    ...credential,
    response: openObject(
      {
        clientDataJSON: ClientData,
        attestationObject: bytesField('The public key with data of the authenticator, in base64url.', 16_384),
        transports: Type.Optional(
          transportsField('Transports by which the browser reaches the authenticator; absent if it does not say.'),
        ),
      },
      { description: 'The new public key.' },
    ),
  },
  {
    title: 'PasskeyAttestation',
    description: 'The JSON of the credential that `navigator.credentials.create()` returned.',
  },
);
export type PasskeyAttestation = Static<typeof PasskeyAttestation>;

const Descriptor = Type.Object({
  id: Type.String({ description: 'Identifier of a credential in base64url.', examples: ['ZXhhbXBsZQ'] }),
  type: typeField,
  transports: Type.Optional(transportsField('Transports by which browsers reach it; absent if unknown.')),
});

const Challenge = Type.String({ description: 'Challenge to sign, in base64url.', examples: ['ZXhhbXBsZQ'] });
const Timeout = Type.Integer({
  description: 'Max time that the browser waits for the user, in ms.',
  examples: [300_000],
});
const RpId = Type.String({ description: 'The host of the dashboard.', examples: ['parley.example.com'] });

const needField = (description: string) =>
  Type.Unsafe<'required' | 'preferred'>(
    Type.String({ enum: ['required', 'preferred'], description, examples: ['preferred'] }),
  );
const Verification = needField('`required` if the authenticator must verify the user, by a PIN or a fingerprint.');

/** Options with which a browser has a passkey sign (`PublicKeyCredentialRequestOptionsJSON`). */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge: Challenge,
    timeout: Timeout,
    rpId: RpId,
    allowCredentials: Type.Array(Descriptor, { description: 'The passkeys of the user; empty for any of this host.' }),
    userVerification: Verification,
  },
  {
    title: 'PasskeyRequestOptions',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`.',
  },
);
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;

/** Options with which a browser creates a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge: Challenge,
    timeout: Timeout,
    rp: Type.Object(
      { id: RpId, name: Type.String({ description: 'Shown to the user.', examples: ['Parley'] }) },
      { description: 'The site that the passkey belongs to.' },
    ),
    user: Type.Object(
      {
        id: Type.String({ description: 'Identifier of the user, in base64url.', examples: ['ZXhhbXBsZQ'] }),
        name: Type.String({ description: 'Email address of the user.', examples: ['ada@example.com'] }),
        displayName: Type.String({ description: 'Display name of the user.', examples: ['Ada Lovelace'] }),
      },
      { description: 'The user who will own the passkey.' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({
        alg: Type.Integer({ description: 'COSE identifier of an algorithm.', examples: [-7] }),
        type: typeField,
      }),
      { description: 'The accepted algorithms, the preferred one first.' },
    ),
    excludeCredentials: Type.Array(Descriptor, { description: 'The passkeys that the user has already.' }),
    authenticatorSelection: Type.Object(
      {
        residentKey: needField(
          '`required` if the authenticator must store the user, for signing in with a passkey alone.',
        ),
        requireResidentKey: Type.Boolean({ description: 'The same for older browsers.', examples: [false] }),
        userVerification: Verification,
      },
      { description: 'Requirements for the authenticator.' },
    ),
    attestation: Type.Literal('none', { description: 'Always `none`: any authenticator is accepted.' }),
  },
  {
    title: 'PasskeyCreationOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`.',
  },
);
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;

/** The token of a proof that is under way; the description names the proof. */
export const challengeToken = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [secrets.token] });

/** A code in a request. Its shape is checked when it is tried. */
export const FactorCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code; spaces, hyphens and case are ignored.',
  examples: ['123456'],
});

/** A second factor that completes a sign-in: a code, or a passkey. */
export const SecondFactorProof = Type.Object(
  {
    token: challengeToken('The token of the sign-in, from `secondFactor` of the error or from `passkey-options`.'),
    code: Type.Optional(FactorCode),
    passkey: Type.Optional(PasskeyAssertion),
  },
  {
    additionalProperties: false,
    title: 'SecondFactorProof',
    description: 'The second factor of a user who has one; absent if it was not asked.',
    'x-shown': ['token', 'code'],
  },
);
export type SecondFactorProof = Static<typeof SecondFactorProof>;

/** A challenge for a passkey, and the token that the answer must have. */
export const PasskeyChallenge = Type.Object(
  {
    token: Type.String({
      description: 'Sent back with the answer of the passkey; works once.',
      examples: [secrets.token],
    }),
    options: PasskeyRequestOptions,
    expiresAt: timeField('Time at which the token stops working', times.soon),
  },
  { title: 'PasskeyChallenge' },
);
export type PasskeyChallenge = Static<typeof PasskeyChallenge>;
