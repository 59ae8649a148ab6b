import { Secret, TOTP } from 'otpauth';

/** Seconds for which a code of an app is shown. */
const period = 30;

/**
 * An authenticator app with a secret. Each call returns the code of a later time step, because the service accepts each
 * step once; it accepts the step after its own, too, so that two calls in a row work without a wait.
 */
export function authenticatorApp(secret: string): () => string {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 1000 / period));
    return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: last * period * 1000 });
  };
}
