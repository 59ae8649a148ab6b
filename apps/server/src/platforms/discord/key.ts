import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { RequestHeaders, SignedRequest } from '../messenger.ts';

/** Maximum age of a request in ms; also the maximum time that its clock may be ahead. */
const maxAgeMs = 5 * 60_000;

/** The prime and the constant of Curve25519 in Edwards form (RFC 8032, section 5.1). */
const prime = 2n ** 255n - 19n;
const curve = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** A public key by its 64 hexadecimal digits. */
const keyOf = (hex: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  });

const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, base % prime];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
};

/**
 * True if 64 hexadecimal digits encode a point of the curve (RFC 8032, section 5.1.3). Half of all mistyped keys don't.
 */
export function isPublicKey(hex: string): boolean {
  const little = Buffer.from(hex, 'hex').reverse().toString('hex');
  const y = BigInt(`0x${little}`) & (2n ** 255n - 1n);
  if (y >= prime) return false;
  const square = (y * y) % prime;
  const top = (square - 1n + prime) % prime;
  const bottom = (curve * square + 1n) % prime;
  // x² = top / bottom has a root if it is zero or Euler's criterion says so.
  const quotient = (top * power(bottom, prime - 2n)) % prime;
  return quotient === 0n || power(quotient, (prime - 1n) / 2n) === 1n;
}

const header = (headers: RequestHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** True if the headers are those of a signed request of Discord, at most five minutes old. */
export function mayBeInteraction(headers: RequestHeaders, now: number): boolean {
  const time = header(headers, 'x-signature-timestamp');
  if (!/^\d{1,12}$/.test(time) || !/^[0-9a-f]{128}$/i.test(header(headers, 'x-signature-ed25519'))) return false;
  return Math.abs(now - Number(time) * 1000) <= maxAgeMs;
}

/** True if a request is signed for a public key: Ed25519 over the timestamp and the bytes of the body. */
export function isInteraction({ headers, bytes }: SignedRequest, publicKey: string): boolean {
  const signed = Buffer.concat([Buffer.from(header(headers, 'x-signature-timestamp')), bytes]);
  return verify(null, signed, keyOf(publicKey), Buffer.from(header(headers, 'x-signature-ed25519'), 'hex'));
}
