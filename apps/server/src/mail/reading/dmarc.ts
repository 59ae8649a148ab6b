import type { Mail } from './parse.ts';

/**
 * True if the mail server named in the settings found that the domain of `From` vouches for a mail (`dmarc=pass` in
 * `Authentication-Results`, RFC 8601). A server removes incoming headers with its own name and adds its own on top, so
 * the topmost header counts.
 */
export function passesDmarc({ headers }: Pick<Mail, 'headers'>, authServer: string): boolean {
  const own = (headers.get('authentication-results') ?? []).find(
    (value) => serverOf(value) === authServer.toLowerCase(),
  );
  return own !== undefined && /;\s{0,5}dmarc\s{0,5}=\s{0,5}pass\b/i.test(own.replaceAll(/\([^()]{0,200}\)/g, ''));
}

/** The name of the server at the beginning of `Authentication-Results`. */
const serverOf = (value: string): string => (/^\s{0,5}([^\s;]{1,253})/.exec(value)?.[1] ?? '').toLowerCase();
