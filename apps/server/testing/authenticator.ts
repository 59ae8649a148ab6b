import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyChallenge, PasskeyAddParams, PasskeyAnswer, PasskeyChallenge } from '@parley/sdk';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Deviations of an answer from an honest one, for attacks. */
export interface Deviation {
  /** The page that asks; by default that of the authenticator. */
  readonly origin?: string;
  /** The host for which it signs; by default the one that the options name. */
  readonly host?: string;
  readonly challenge?: string;
  /** True if it has verified its user. */
  readonly verifies?: boolean;
  /** The counter that it reports; by default each use adds one. */
  readonly counter?: number;
  /** The user that it names; undefined for the user that the passkey was created for, null for no user. */
  readonly handle?: string | null;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** Flags of the data of an authenticator (WebAuthn, level 3, section 6.1). */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** An authenticator with one passkey, which does what a browser and a security key do together. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32).toString('base64url');
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  const dataOf = (host: string, { verifies = true, counter: given }: Deviation, attested?: Uint8Array) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(given ?? counter);
    const set = flags.present | (verifies ? flags.verified : 0) | (attested === undefined ? 0 : flags.attested);
    return Buffer.concat([sha256(host), Buffer.from([set]), count, ...(attested === undefined ? [] : [attested])]);
  };

  const publicKeyBytes = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const [left, right] = [new Uint8Array(Buffer.from(x, 'base64url')), new Uint8Array(Buffer.from(y, 'base64url'))];
    // ES256 on P-256 (RFC 9053, section 7.1.1).
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left],
        [-3, right],
      ]),
    );
  };

  return {
    id,

    /** Creates the passkey. */
    create: ({ options }: NewPasskeyChallenge, deviation: Deviation = {}): PasskeyAddParams['response'] => {
      const { origin: from = origin, host = options.rp.id, challenge = options.challenge } = deviation;
      handle = options.user.id;
      const raw = Buffer.from(id, 'base64url');
      const length = Buffer.from([0, raw.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, raw, publicKeyBytes()]);
      const authData = new Uint8Array(dataOf(host, deviation, attested));
      const object = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      );
      return {
        ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
          attestationObject: Buffer.from(object).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Signs with the passkey. */
    get: ({ options }: PasskeyChallenge, deviation: Deviation = {}): PasskeyAnswer['response'] => {
      const { origin: from = origin, host = options.rpId, challenge = options.challenge } = deviation;
      const data = clientData('webauthn.get', challenge, from);
      const authData = dataOf(host, deviation);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      const named = deviation.handle === undefined ? handle : deviation.handle;
      return {
        ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: named ?? null,
        },
      };
    },
  };
}
