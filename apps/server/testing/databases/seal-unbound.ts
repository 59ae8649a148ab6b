import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals a text as versions before decision 0062 did: for no place. */
export function sealUnbound(pepper: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', pepper, 'parley', 'seal', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}
