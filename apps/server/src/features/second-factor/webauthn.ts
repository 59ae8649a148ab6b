import { randomBytes } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation } from '../../schemas/passkeys.ts';
import type { PasskeyRow } from '../../storage/tables.ts';
import type { Site } from './site.ts';

/** EdDSA, ES256 and RS256 (COSE), in the order of preference: every authenticator has one of them. */
export const algorithms = [-8, -7, -257];

/** Max time that a browser waits for its user, in ms. */
export const timeout = 5 * 60_000;

/** Creates a challenge of 256 bits in base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Imports the library at its first use: it takes a quarter of a second, and most servers start without a need. */
const library = async () => {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, helpers };
};

/** The columns of a passkey that are known when it is created. */
export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'>;

/** An answer of a browser, the challenge that it has to answer, and where. */
interface Asked<Response> {
  readonly response: Response;
  readonly challenge: string;
  readonly site: Site;
}

/**
 * Returns the passkey of an attestation; undefined unless it answers the challenge of this site. The maker of the
 * authenticator doesn't matter, so the statement about it is dropped: a check would send requests to servers that it
 * names.
 */
export async function readAttestation({
  response: { id, rawId, type, response },
  challenge,
  site,
}: Asked<PasskeyAttestation>): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse, helpers } = await library();
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = helpers;
  const verify = () => {
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
    const bare = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]);
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare));
    return verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON: response.clientDataJSON, attestationObject },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.host },
      ...{ requireUserVerification: false, supportedAlgorithmIDs: algorithms },
    });
  };
  const verified = await orUndefined(verify);
  if (verified?.verified !== true) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports: JSON.stringify(response.transports ?? []),
    backed_up: credentialBackedUp ? 1 : 0,
  };
}

/** State of a passkey as the passkey reports it. */
export interface PasskeyUse {
  readonly counter: number;
  readonly backedUp: boolean;
}

/**
 * Returns how a passkey stands that has signed; undefined unless it answers the challenge of this site. `alone` demands
 * that the authenticator has verified its user. The caller judges the counter.
 */
export async function readAssertion({
  response: { id, rawId, type, response },
  challenge,
  site,
  passkey,
  alone,
}: Asked<PasskeyAssertion> & { readonly passkey: PasskeyRow; readonly alone: boolean }): Promise<
  PasskeyUse | undefined
> {
  const { verifyAuthenticationResponse, helpers } = await library();
  const { clientDataJSON, authenticatorData, signature } = response;
  const verify = () =>
    verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: site.origin, expectedRPID: site.host },
      credential: {
        id: passkey.credential_id,
        publicKey: helpers.isoBase64URL.toBuffer(passkey.public_key),
        counter: 0,
      },
      requireUserVerification: alone,
    });
  const verified = await orUndefined(verify);
  if (verified?.verified !== true) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

/** The library throws for whatever is wrong with an answer, and everything that it reads is of the caller. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
