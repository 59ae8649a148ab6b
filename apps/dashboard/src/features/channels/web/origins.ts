/** An origin as the API takes it. */
const shape = /^https?:\/\/(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,10}(?::[1-9][0-9]{0,4})?$/;

/**
 * Reads a typed site as browsers send its origin: `Example.com/shop` is `https://example.com`. A wildcard may stand for
 * the subdomains: `https://*.example.com`. Undefined if it is no site.
 */
export function readOrigin(typed: string): string | undefined {
  const address = typed.includes('://') ? typed : `https://${typed}`;
  const isWild = /^https?:\/\/\*\./i.test(address);
  const plain = isWild ? address.replace('*.', '') : address;
  if (!URL.canParse(plain)) return undefined;
  const { origin } = new URL(plain);
  const wanted = isWild ? origin.replace('://', '://*.') : origin;
  return shape.test(wanted) ? wanted : undefined;
}

/** The message about a line that is no origin; undefined if it is one. */
export function wrongOrigin(line: string): string | undefined {
  return readOrigin(line) === undefined
    ? `“${line.slice(0, 80)}” must be the address of a site, such as https://example.com.`
    : undefined;
}
