import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app knows (RFC 6238): SHA-1, six digits, 30 s. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Time steps by which the clock of the app may differ, before and after (RFC 6238, section 5.2). */
const window = 1;

/** The size of a secret in bytes: that of the hash (RFC 4226, section 4). */
const secretBytes = 20;

/** The secret of a new authenticator app in base 32, and its URI for a QR code. */
export interface NewTotp {
  readonly secret: string;
  readonly uri: string;
}

/** Creates a secret; `label` is the person's address. */
export function newTotp(label: string): NewTotp {
  const secret = new Secret({ size: secretBytes });
  const totp = new TOTP({ ...parameters, issuer: 'Parley', label, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/**
 * Returns the time step of a code, so that the caller can accept each step once; undefined if the code is wrong. `now`
 * in milliseconds since 1970.
 */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const given = { ...parameters, token: code, secret: Secret.fromBase32(secret), timestamp: now, window };
  const delta = TOTP.validate(given);
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp: now }) + delta;
}
