import { makeSession } from '../fixtures/people.ts';
import { password } from '../harness.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

/** Max requests that hash a password, or whose token doesn't work: an address may send 300 of those in a minute. */
const slow = 150;

const unavailable = {
  conflicts: { passkeys_unavailable: 'this server is at an IP address' },
  neverAccepted: 'this server is at an IP address',
};
const nobody = (code: string) => ({
  conflicts: { [code]: 'no person here has a second factor' },
  neverAccepted: 'no person here has a second factor',
});
const dead = {
  conflicts: { challenge_expired: 'tokens are drawn at random' },
  neverAccepted: 'tokens are drawn at random',
  atMost: slow,
};

/** The operations on second factors; codes and passkeys can't be drawn at random. */
export function factorRows({ service, next, made }: Cast): Record<string, Row> {
  const bySession = () => ({ headers: next().session });
  const guest = async () => (await makeSession(service, await made.inhabitantWithPassword())).headers;
  const withPassword = async () => ({ headers: await guest(), body: { password } });
  const params = { id: 'passkey_none' };
  return {
    getSecondFactor: { target: bySession },
    startTotp: { target: withPassword, atMost: slow },
    confirmTotp: {
      target: bySession,
      conflicts: { second_factor_invalid: 'codes are drawn at random', challenge_expired: 'no app waits for one' },
      neverAccepted: 'codes are drawn at random',
    },
    removeTotp: { target: bySession, ...nobody('second_factor_not_found') },
    createPasskeyOptions: { target: withPassword, ...unavailable, atMost: slow },
    addPasskey: { target: bySession, ...unavailable },
    renamePasskey: { target: () => ({ ...bySession(), params }), ...nobody('second_factor_not_found') },
    removePasskey: { target: () => ({ ...bySession(), params }), ...nobody('second_factor_not_found') },
    renewRecoveryCodes: { target: bySession, ...nobody('second_factor_missing') },
    createSignInOptions: { target: () => ({}), ...unavailable },
    createConfirmationOptions: { target: bySession, ...unavailable },
    createSecondFactorSession: { target: () => ({ body: { code: '123456', passkey: undefined } }), ...dead },
    createPasskeySession: { target: () => ({}), ...dead },
    confirmSession: {
      target: async () => ({
        headers: await guest(),
        body: { password, code: undefined, token: undefined, passkey: undefined },
      }),
      atMost: slow,
    },
  };
}
