import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Sizes of an AES-GCM nonce and tag, in bytes (NIST SP 800-38D). */
const nonceLength = 12;
const tagLength = 16;

/** Operations with the instance's pepper, the one secret that is stored outside the database. */
export interface Secrets {
  /** HMAC-SHA-256 of a key under the pepper, in hex; only this digest of a key is stored. */
  digest(key: string): string;
  /** HMAC-SHA-256 of a mailed code or of what mail counts for, in hex, under another key. */
  mailDigest(text: string): string;
  /** The key of the tokens of visitors. */
  readonly visitorKey: Uint8Array;
  /** Encrypts text for the database (AES-256-GCM), in base64. */
  seal(text: string): string;
  /** Decrypts what `seal` returned. Throws if it was changed or sealed under another pepper. */
  open(sealed: string): string;
  /** A value that reveals a changed pepper at start. */
  readonly check: string;
}

/** Derives a separate key for each use from the pepper (HKDF, RFC 5869). */
export function createSecrets(pepper: string): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', pepper, 'parley', use, 32));
  const digestKey = derive('api-keys');
  const mailKey = derive('mail');
  const sealKey = derive('seal');
  return {
    digest: (key) => createHmac('sha256', digestKey).update(key).digest('hex'),
    mailDigest: (text) => createHmac('sha256', mailKey).update(text).digest('hex'),
    visitorKey: derive('visitors'),
    check: derive('check').toString('hex'),
    seal: (text) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, nonceLength));
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
      return text.toString('utf8');
    },
  };
}

/** SHA-256 in hex. Stores random tokens (sessions, invitations, set-up), which are too long to be guessed. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A random token of 256 bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
