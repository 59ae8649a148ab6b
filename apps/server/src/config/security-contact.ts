import { isEmail } from '../http/validation.ts';
import { parseUrl } from '../parse-url.ts';
import type { Environment } from './environment.ts';

/**
 * Reads `PARLEY_SECURITY_CONTACT`, a `mailto:` or `https:` URL; undefined if it isn't set. Adds a sentence to
 * `problems` if it is another text.
 */
export function readSecurityContact(given: Environment, problems: string[]): string | undefined {
  const input = given['PARLEY_SECURITY_CONTACT'];
  if (input === undefined || input === '') return undefined;
  if (!isContact(input)) {
    problems.push(
      'PARLEY_SECURITY_CONTACT: must look like mailto:security@example.com or https://example.com/security',
    );
  }
  return input;
}

function isContact(text: string): boolean {
  // A parser of URLs drops line breaks and encodes other characters; the file shows the setting as it is.
  const url = /^[\x21-\x7e]+$/.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return false;
  const { protocol, pathname, username, password } = url;
  if (protocol === 'mailto:') return isEmail(pathname);
  return protocol === 'https:' && `${username}${password}` === '';
}
