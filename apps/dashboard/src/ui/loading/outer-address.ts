/** Without `//`, a browser reads the path of an `https:` address as one of this origin. */
const outer = /^(?:https?:\/\/|mailto:|tel:)/i;
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * An address that a stranger's link may lead to: absolute, of the web, mail or telephone. Undefined for any other, such
 * as a script, data, or a path of this origin.
 */
export function outerAddress(written: string): string | undefined {
  // Browsers ignore control characters in a scheme.
  const address = written.replace(/\p{Cc}/gu, '').replace(/^ +| +$/g, '');
  if (!outer.test(address)) return undefined;
  try {
    const escaped = encodeURI(address).replaceAll('%25', '%');
    return schemes.has(new URL(escaped).protocol) ? escaped : undefined;
  } catch {
    return undefined;
  }
}
