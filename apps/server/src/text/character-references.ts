import { decodeHTMLStrict } from 'entities/decode';

/** As long as CommonMark allows (section 6.2); every name of HTML is shorter. */
const reference = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/gi;

/**
 * Resolves the character references of a text once (https://html.spec.whatwg.org/#character-reference-state). Unknown
 * names and references without a semicolon stay as they are.
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(reference, (source) => decodeHTMLStrict(source)) : text;
