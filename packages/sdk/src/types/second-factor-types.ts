import type { Body, Data } from '../core/endpoint.ts';

/** Challenge for a passkey to sign, and the token of its answer. */
export interface PasskeyChallenge extends Data<'POST /api/session/passkey-options'> {}
/** The token of a sign-in that lacks its second factor. */
export interface PasskeyOptionsParams extends Body<'POST /api/session/passkey-options'> {}
/** A second factor that completes a sign-in: a code, or the answer of a passkey. */
export interface SecondFactorProof extends Body<'POST /api/session/second-factor'> {}
/** The answer of a passkey that signs in alone. */
export interface PasskeyAnswer extends Body<'POST /api/session/passkey'> {}
/** The password, a code, or the answer of a passkey, by which a user confirms that it is them. */
export interface SessionConfirmParams extends Body<'POST /api/session/confirmation'> {}
/** The second factors of the signed-in user. */
export interface SecondFactor extends Data<'GET /api/me/second-factor'> {}
/** A passkey of the signed-in user. */
export interface Passkey extends Data<'PATCH /api/me/second-factor/passkeys/{id}'> {}
/** The password, if the first second factor is added later than 15 minutes after the sign-in. */
export interface SecondFactorStartParams extends Body<'POST /api/me/second-factor/totp'> {}
/** The secret of an authenticator app. */
export interface NewTotp extends Data<'POST /api/me/second-factor/totp'> {}
/** A code of the authenticator app. */
export interface TotpConfirmParams extends Body<'POST /api/me/second-factor/totp/confirm'> {}
/** The recovery codes, if this is the first second factor. */
export interface TotpConfirmed extends Data<'POST /api/me/second-factor/totp/confirm'> {}
/** Options with which a browser creates a passkey, and the token of its answer. */
export interface NewPasskeyChallenge extends Data<'POST /api/me/second-factor/passkeys/options'> {}
/** The name of a passkey, and the browser's response for it. */
export interface PasskeyAddParams extends Body<'POST /api/me/second-factor/passkeys'> {}
/** The passkey, and the recovery codes if this is the first second factor. */
export interface AddedPasskey extends Data<'POST /api/me/second-factor/passkeys'> {}
/** The new name of a passkey. */
export interface PasskeyRenameParams extends Body<'PATCH /api/me/second-factor/passkeys/{id}'> {}
/** New recovery codes, which are shown once. */
export interface RecoveryCodes extends Data<'POST /api/me/second-factor/recovery-codes'> {}
