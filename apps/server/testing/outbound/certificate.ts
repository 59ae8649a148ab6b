import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and its self-signed certificate, as PEM. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a self-signed certificate (X.509 version 3, ECDSA P-256) for DNS names, valid from 2020 to 2049. */
export function selfSigned(...names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const subject = sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), text(0x0c, names[0] ?? ''))));
  const alternatives = sequence(...names.map((name) => text(0x82, name)));
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, alternatives)))),
  );
  const signature = sign('sha256', certificate, privateKey);
  const whole = sequence(certificate, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER (ITU-T X.690): tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const text = (tag: number, content: string): Buffer => der(tag, Buffer.from(content));
