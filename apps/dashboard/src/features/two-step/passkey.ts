import type { NewPasskeyChallenge, PasskeyAddParams, PasskeyAnswer, PasskeyChallenge } from '@parley/sdk';
import { loadPart } from '../../ui/loading/load-code.ts';
import { isAddress } from './is-address.ts';

/** True if the browser can use passkeys here: it needs HTTPS or `localhost`, and a host name instead of an address. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in globalThis && !isAddress(location.hostname);

/** Why the browser returned no passkey, by the name of its error. */
const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: you cancelled it, or it took too long.',
  AbortError: 'No passkey was used: you cancelled it, or it took too long.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'The browser does not allow passkeys at this address.',
};

const load = () => loadPart(() => import('@simplewebauthn/browser'));

/** Throws a sentence for the user if the browser fails. */
async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'unknown error';
    throw new Error(reasons[name] ?? `The browser could not use a passkey (${name}).`, { cause });
  }
}

/** Has the user sign a challenge with one of their passkeys. */
export async function signWithPasskey({ options }: PasskeyChallenge): Promise<PasskeyAnswer['response']> {
  const { startAuthentication } = await load();
  const { id, rawId, type, response } = await asked(startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Has the browser create a passkey. */
export async function createPasskey({ options }: NewPasskeyChallenge): Promise<PasskeyAddParams['response']> {
  const { startRegistration } = await load();
  const { id, rawId, type, response } = await asked(startRegistration({ optionsJSON: options }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}
