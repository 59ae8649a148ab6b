import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';
import type { SealedPlace, Sealing } from '../storage/secrets/sealed.ts';

/** Sizes of an AES-GCM nonce and tag, in bytes (NIST SP 800-38D). */
const nonceLength = 12;
const tagLength = 16;

/** Begins what is sealed for a place. Base64 has no full stop, so nothing of earlier versions begins like that. */
const prefix = 'v2.';

/** Operations with the instance's pepper, the one secret that is stored outside the database. */
export interface Secrets extends Sealing {
  /** HMAC-SHA-256 of a key under the pepper, in hex; only this digest of a key is stored. */
  digest(key: string): string;
  /** HMAC-SHA-256 of a mailed code or of a subject that mail counts for, in hex, under another key. */
  mailDigest(text: string): string;
  /** HMAC-SHA-256 of a recovery code or of a challenge for passkeys, in hex, under another key. */
  factorDigest(text: string): string;
  /** HMAC-SHA-256 of the claims of a link at which an account is connected, in hex, under another key. */
  linkDigest(claims: string): string;
  /** The key of the tokens of visitors. */
  readonly visitorKey: Uint8Array;
  /** The key of the seals of event logs. */
  readonly auditKey: Uint8Array;
  /** The key by which the chat of a channel seals what a host page keeps for it (AES-256), in base64. */
  keepingKey(channel: string): string;
  /**
   * Seals for its place what an earlier version sealed for none, after `change`. Returns undefined if it is sealed for a
   * place already, or under another pepper.
   */
  rebind(sealed: string, place: SealedPlace, change?: (text: string) => string): string | undefined;
  /** A value that reveals a changed pepper at start. */
  readonly check: string;
}

/** Derives a separate key for each use from the pepper (HKDF, RFC 5869). */
export function createSecrets(pepper: string): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', pepper, 'parley', use, 32));
  const digestKey = derive('api-keys');
  const mailKey = derive('mail');
  const factorKey = derive('second factor');
  const linkKey = derive('links to connect accounts');
  const keepingKey = derive('kept by host pages');
  const sealKey = derive('seal for a place');
  const unboundKey = derive('seal');
  const seal = (text: string, place: SealedPlace): string => {
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(bytesOf(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  };
  return {
    digest: (key) => createHmac('sha256', digestKey).update(key).digest('hex'),
    mailDigest: (text) => createHmac('sha256', mailKey).update(text).digest('hex'),
    factorDigest: (text) => createHmac('sha256', factorKey).update(text).digest('hex'),
    linkDigest: (claims) => createHmac('sha256', linkKey).update(claims).digest('hex'),
    visitorKey: derive('visitors'),
    auditKey: derive('audit'),
    keepingKey: (channel) => createHmac('sha256', keepingKey).update(channel).digest('base64'),
    check: derive('check').toString('hex'),
    seal,
    open: (sealed, place) => {
      if (!sealed.startsWith(prefix)) throw new Error('The text is not sealed for a place.');
      return decrypt(Buffer.from(sealed.slice(prefix.length), 'base64'), sealKey, bytesOf(place));
    },
    rebind: (sealed, place, change = (text) => text) => {
      if (sealed.startsWith(prefix)) return undefined;
      const text = tryTo(() => decrypt(Buffer.from(sealed, 'base64'), unboundKey));
      return text === undefined ? undefined : seal(change(text), place);
    },
  };
}

function tryTo<Result>(decrypts: () => Result): Result | undefined {
  try {
    return decrypts();
  } catch {
    return undefined;
  }
}

const bytesOf = (place: SealedPlace): Buffer => Buffer.from(JSON.stringify(place));

function decrypt(bytes: Buffer, key: Buffer, authenticated: Buffer = Buffer.alloc(0)): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
  decipher.setAAD(authenticated).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const text = Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]);
  return text.toString('utf8');
}

/** SHA-256 in hex. Stores random tokens (sessions, invitations, set-up), which are too long to be guessed. */
export const tokenDigest = (token: string): string => hash('sha256', token);

/** A random token of 256 bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
