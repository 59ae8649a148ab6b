import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isSame } from './equal-secrets.ts';

/** Returns a new secret of Standard Webhooks, of 256 random bits. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A request whose signature is checked. */
export interface SignedRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Maximum difference in s between the time of a request and now (Standard Webhooks). */
const toleranceSeconds = 5 * 60;

const one = (headers: SignedRequest['headers'], name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The ID of the event of a request; empty if it has none. */
export const idOf = (headers: SignedRequest['headers']): string => one(headers, 'webhook-id');

/** True if a request has the three headers of Standard Webhooks and is recent enough. */
export function mayBeSigned(headers: SignedRequest['headers'], now: number): boolean {
  const timestamp = one(headers, 'webhook-timestamp');
  return (
    /^[\x21-\x7e]{1,255}$/.test(idOf(headers)) &&
    /^v1,/.test(one(headers, 'webhook-signature')) &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
  );
}

/**
 * True if a request is signed with one of the secrets (Standard Webhooks 1.0). It ignores the time: `mayBeSigned`
 * checks that by the clock of the service, while the library's `verify` would use the clock of the machine.
 */
export function isSigned(
  { headers, bytes }: SignedRequest,
  { secrets }: { readonly secrets: readonly string[] },
): boolean {
  const time = new Date(Number(one(headers, 'webhook-timestamp')) * 1000);
  const given = one(headers, 'webhook-signature').split(' ');
  return secrets.some((secret) => {
    const right = new Webhook(secret).sign(idOf(headers), time, bytes);
    return given.some((signature) => isSame(signature, right));
  });
}
