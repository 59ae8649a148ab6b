import { endpoint } from '../../http/endpoint.ts';
import { PasskeyChallenge } from '../../schemas/passkeys.ts';
import {
  AddedPasskey,
  FactorStart,
  NewPasskeyChallenge,
  NewTotp,
  Passkey,
  PasskeyAsk,
  PasskeyChanges,
  PasskeyDraft,
  PasskeyPath,
  RecoveryCodes,
  SecondFactor,
  TotpConfirmation,
  TotpConfirmed,
} from './schema.ts';
import type { SecondFactors } from './service.ts';
import type { SigningIn } from './signing-in.ts';

const tag = 'Second factor';

const totpRemoved = { message: 'Authenticator app removed.' };
const passkeyRemoved = { message: 'Passkey removed.' };

/** Settings that all operations that change second factors share. */
const change = { tag, access: 'session', confirmed: true } as const;
/** A repeat would need the secret, or the challenge, of the first answer. */
const once = { repeatable: false, clientRepeats: false } as const;
const starts = ['invalid_credentials', 'too_many_failed_attempts'] as const;

/** The operations on the second factors of the caller. */
export const secondFactorEndpoints = (factors: SecondFactors) => [
  endpoint({
    id: 'getSecondFactor',
    client: 'secondFactor.retrieve',
    method: 'GET',
    path: '/api/me/second-factor',
    access: 'session',
    tag,
    summary: 'Get your second factors',
    description: 'Your authenticator app, your passkeys, and how many recovery codes are left.',
    data: SecondFactor,
    handle: async (call) => ({ data: await factors.read(call.actor) }),
  }),
  endpoint({
    id: 'startTotp',
    client: 'secondFactor.startTotp',
    method: 'POST',
    path: '/api/me/second-factor/totp',
    ...{ ...change, ...once },
    summary: 'Create the secret of an authenticator app',
    description:
      'It counts once `confirmTotp` got a code of it, within an hour; until then an earlier app stays. A second call ' +
      'replaces the secret.',
    body: FactorStart,
    data: NewTotp,
    secret: true,
    errors: starts,
    handle: async (call) => ({ data: await factors.startTotp(call.actor, call.body) }),
  }),
  endpoint({
    id: 'confirmTotp',
    client: 'secondFactor.confirmTotp',
    method: 'POST',
    path: '/api/me/second-factor/totp/confirm',
    ...{ ...change, ...once },
    summary: 'Confirm an authenticator app with a code',
    description:
      'From then on, signing in needs it. The first second factor ends all your other sessions, and comes with ' +
      'recovery codes.',
    body: TotpConfirmation,
    data: TotpConfirmed,
    secret: true,
    errors: ['second_factor_invalid', 'challenge_expired', 'too_many_failed_attempts'],
    handle: async (call) => ({ data: await factors.confirmTotp(call.actor, call.body) }),
  }),
  endpoint({
    id: 'removeTotp',
    client: 'secondFactor.removeTotp',
    method: 'DELETE',
    path: '/api/me/second-factor/totp',
    ...change,
    summary: 'Remove your authenticator app',
    description: 'Without any second factor left, the recovery codes end, too.',
    data: 'message',
    says: totpRemoved.message,
    errors: ['second_factor_not_found', 'second_factor_demanded'],
    handle: (call) => factors.removeTotp(call.actor).then(() => totpRemoved),
  }),
  endpoint({
    id: 'createPasskeyOptions',
    client: 'secondFactor.passkeyOptions',
    method: 'POST',
    path: '/api/me/second-factor/passkeys/options',
    ...{ ...change, ...once },
    summary: 'Get what a browser needs to create a passkey',
    description: 'The passkey will work at the host of this dashboard only. The token works once, within ten minutes.',
    body: FactorStart,
    data: NewPasskeyChallenge,
    secret: true,
    errors: [...starts, 'passkey_limit_reached', 'passkeys_unavailable'],
    handle: async (call) => ({ data: await factors.passkeyOptions(call.actor, call, call.body) }),
  }),
  endpoint({
    id: 'addPasskey',
    client: 'secondFactor.addPasskey',
    method: 'POST',
    path: '/api/me/second-factor/passkeys',
    ...{ ...change, ...once },
    summary: 'Add a passkey',
    description:
      'From then on, signing in needs a second factor. The first one ends all your other sessions, and comes with ' +
      'recovery codes.',
    body: PasskeyDraft,
    data: AddedPasskey,
    secret: true,
    errors: [
      'second_factor_invalid',
      'challenge_expired',
      'passkey_exists',
      'passkey_limit_reached',
      'passkeys_unavailable',
    ],
    handle: async (call) => ({ data: await factors.addPasskey(call.actor, call, call.body) }),
  }),
  endpoint({
    id: 'renamePasskey',
    client: 'secondFactor.renamePasskey',
    method: 'PATCH',
    path: '/api/me/second-factor/passkeys/:id',
    ...change,
    summary: 'Rename a passkey',
    description: 'The name is for you: it says which device or key it is.',
    params: PasskeyPath,
    body: PasskeyChanges,
    data: Passkey,
    errors: ['second_factor_not_found'],
    handle: async (call) => ({ data: await factors.renamePasskey(call.actor, call.params.id, call.body.name) }),
  }),
  endpoint({
    id: 'removePasskey',
    client: 'secondFactor.removePasskey',
    method: 'DELETE',
    path: '/api/me/second-factor/passkeys/:id',
    ...change,
    summary: 'Remove a passkey',
    description: 'Without any second factor left, the recovery codes end, too.',
    params: PasskeyPath,
    data: 'message',
    says: passkeyRemoved.message,
    errors: ['second_factor_not_found', 'second_factor_demanded'],
    handle: (call) => factors.removePasskey(call.actor, call.params.id).then(() => passkeyRemoved),
  }),
  endpoint({
    id: 'renewRecoveryCodes',
    client: 'secondFactor.renewRecoveryCodes',
    method: 'POST',
    path: '/api/me/second-factor/recovery-codes',
    ...{ ...change, ...once },
    summary: 'Create new recovery codes',
    description: 'Returns ten codes. Each works once in place of another second factor. Earlier ones stop working.',
    data: RecoveryCodes,
    secret: true,
    errors: ['second_factor_missing'],
    handle: async (call) => ({ data: await factors.renewCodes(call.actor) }),
  }),
];

/** The challenges for passkeys that sign in or confirm. */
export const challengeEndpoints = (signingIn: SigningIn) => [
  endpoint({
    id: 'createSignInOptions',
    client: 'sessions.passkeyOptions',
    method: 'POST',
    path: '/api/session/passkey-options',
    access: 'public',
    tag: 'Sessions',
    summary: 'Get what a passkey has to sign to sign in',
    description:
      'As the second factor of a sign-in, by its token; or alone, for `createPasskeySession`. Works at the host of the ' +
      'dashboard only.',
    body: PasskeyAsk,
    data: PasskeyChallenge,
    secret: true,
    errors: [
      'challenge_expired',
      'second_factor_not_found',
      'origin_not_allowed',
      'passkeys_unavailable',
      'too_many_failed_attempts',
    ],
    handle: async (call) => ({ data: await signingIn.options(call, call.body.token) }),
  }),
  endpoint({
    id: 'createConfirmationOptions',
    client: 'sessions.confirmationOptions',
    method: 'POST',
    path: '/api/session/confirmation/options',
    access: 'session',
    ...once,
    tag: 'Sessions',
    summary: 'Get what a passkey has to sign to confirm that it is you',
    description: 'For `confirmSession`, with one of your own passkeys.',
    data: PasskeyChallenge,
    secret: true,
    errors: ['second_factor_not_found', 'passkeys_unavailable'],
    handle: async (call) => ({ data: await signingIn.confirmingOptions(call.actor, call) }),
  }),
];
