/** A secret value that only its recipients may see. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The offset of its random part, in characters; before that all secrets of its kind are alike. */
  readonly from?: number;
}

/** The characters of the random part that must not appear anywhere. */
const tellingPrefix = 12;

const known = new WeakMap<Secret, readonly string[]>();

/** Forms of a secret after common transformations: encoded, escaped, truncated. */
export function formsOf(secret: Secret): readonly string[] {
  const forms = known.get(secret) ?? makeForms(secret);
  known.set(secret, forms);
  return forms;
}

function makeForms({ value, from = 0 }: Secret): string[] {
  return [
    value.slice(from, from + tellingPrefix),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
    ...[0, 1, 2].flatMap((offset) => encodedAt(value, offset)),
  ];
}

/** Its base64 form at this offset of a longer text, without the characters that depend on its neighbours. */
function encodedAt(value: string, offset: number): string[] {
  const whole = Buffer.from('\0'.repeat(offset) + value).toString('base64');
  const inner = whole.slice(offset === 0 ? 0 : 4, Math.floor((offset + value.length) / 3) * 4);
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The names of the secrets that a text or bytes contain, in any form. */
export function secretsIn(content: string | Uint8Array, secrets: readonly Secret[]): string[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form))).map(({ name }) => name);
}
