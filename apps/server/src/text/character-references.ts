import { decodeHTML, decodeHTMLAttribute, decodeHTMLStrict } from 'entities/decode';

/** As long as CommonMark allows (section 6.2); every name of HTML is shorter. */
const reference = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/gi;

/**
 * Resolves the character references of a text once (https://html.spec.whatwg.org/#character-reference-state). Unknown
 * names and references without a semicolon stay as they are.
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(reference, (source) => decodeHTMLStrict(source)) : text;

/** Resolves the character references of a text of HTML as browsers do: `&copy` needs no semicolon. */
export const decodeHtmlText = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** Resolves the character references of an attribute as browsers do: `?a=1&copy=2` has none. */
export const decodeHtmlAttribute = (value: string): string =>
  value.includes('&') ? decodeHTMLAttribute(value) : value;
