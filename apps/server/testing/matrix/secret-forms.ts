/** A value that only those may see whom it was shown to. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** Where its random part begins, in characters: before that every secret of its kind is alike. */
  readonly from?: number;
}

/** The characters of the random part whose appearance alone is too much. */
const tellingPrefix = 12;

const known = new WeakMap<Secret, readonly string[]>();

/** What a secret looks like after what programs do to text: encoded, escaped, cut off. */
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

/** Its base64 as it looks where it stands at this offset in a longer text, without what its neighbours change. */
function encodedAt(value: string, offset: number): string[] {
  const whole = Buffer.from('\0'.repeat(offset) + value).toString('base64');
  const inner = whole.slice(offset === 0 ? 0 : 4, Math.floor((offset + value.length) / 3) * 4);
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
}

/** The names of the secrets that stand in the text or the bytes, in whatever form. */
export function secretsIn(content: string | Uint8Array, secrets: readonly Secret[]): string[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form))).map(({ name }) => name);
}
