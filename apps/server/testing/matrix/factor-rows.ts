import { password } from '../harness.ts';
import { path, type Row } from './row.ts';

const passkey = { id: 'ZXhhbXBsZQ', rawId: 'ZXhhbXBsZQ', type: 'public-key' };
const assertion = {
  ...passkey,
  response: { clientDataJSON: 'ZXhhbXBsZQ', authenticatorData: 'ZXhhbXBsZQ', signature: 'ZXhhbXBsZQ' },
};
const attestation = { ...passkey, response: { clientDataJSON: 'ZXhhbXBsZQ', attestationObject: 'ZXhhbXBsZQ' } };

/** The servers here are at an IP address. */
const unavailable = { status: 409, code: 'passkeys_unavailable' } as const;
/** No person here has a second factor. */
const notFound = { status: 404, code: 'second_factor_not_found' } as const;
const token = 'x'.repeat(43);

/** The operations on second factors. Their effects are tested with the feature. */
export const factorRows: Record<string, Row> = {
  getSecondFactor: { needs: 'session', status: 200 },
  startTotp: { needs: 'session', status: 200, body: () => ({ password }) },
  confirmTotp: {
    needs: 'session',
    status: 401,
    code: 'second_factor_invalid',
    body: () => ({ code: 'no code' }),
  },
  removeTotp: { needs: 'session', ...notFound },
  createPasskeyOptions: { needs: 'session', ...unavailable, body: () => ({ password }) },
  addPasskey: {
    needs: 'session',
    ...unavailable,
    body: () => ({ token, name: 'Laptop', response: attestation }),
  },
  renamePasskey: {
    needs: 'session',
    ...notFound,
    slots: { id: path('passkey') },
    body: () => ({ name: 'Laptop' }),
  },
  removePasskey: { needs: 'session', ...notFound, slots: { id: path('passkey') } },
  renewRecoveryCodes: { needs: 'session', status: 409, code: 'second_factor_missing' },
  createSignInOptions: { needs: 'nothing', ...unavailable, body: () => ({}) },
  createConfirmationOptions: { needs: 'session', ...unavailable },
  createSecondFactorSession: {
    needs: 'nothing',
    status: 401,
    code: 'challenge_expired',
    body: () => ({ token, code: '123456' }),
  },
  createPasskeySession: {
    needs: 'nothing',
    status: 401,
    code: 'challenge_expired',
    body: () => ({ token, response: assertion }),
  },
  confirmSession: { needs: 'session', status: 200, body: () => ({ password }) },
};
