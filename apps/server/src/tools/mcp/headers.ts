import type { ErrorDetail } from '../../errors.ts';
import { accessTokenSecret } from '../oauth/secret-names.ts';
import { McpError } from './error.ts';

/** A header of each request to a server. Its value may name secrets: `Bearer {{secret.TOKEN}}`. */
export interface HeaderSetting {
  readonly name: string;
  readonly value: string;
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const secretName = /^secret\.([A-Za-z0-9_]+)$/;

/** Visible ASCII, spaces and tabs: what every server understands. */
const isHeaderValue = /^[\t\x20-\x7e]*$/;

/** Headers that the protocol or the connection sets. */
const managed =
  /^(accept|accept-encoding|content-.*|mcp-.*|proxy-.*|last-event-id|user-agent|host|connection|expect|http2-settings|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/**
 * Returns the headers with their secrets. Throws an `McpError` if a header can't have a secret; a secret that isn't
 * there is a fault of the caller.
 */
export function fillHeaders(
  headers: readonly HeaderSetting[],
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const token = secrets[accessTokenSecret];
  const filled = headers.map(({ name, value }): [string, string] => [
    name.toLowerCase(),
    value.replaceAll(placeholder, (_all, inner: string) => {
      const of = nameOf(inner) ?? '';
      const secret = Object.hasOwn(secrets, of) ? secrets[of] : undefined;
      if (secret === undefined) throw new Error(`The secret of the header ${name} is missing.`);
      return secret;
    }),
  ]);
  if (token !== undefined) filled.push(['authorization', `Bearer ${token}`]);
  for (const [name, value] of filled) {
    if (isHeaderValue.test(value)) continue;
    const message = `The secret of the header ${name} has characters that a header can't have.`;
    throw new McpError(message, { kind: 'outbound', outcome: 'not_run' });
  }
  return Object.fromEntries(filled);
}

/** Finds what is wrong with the headers of settings. */
export function headerProblems(headers: readonly HeaderSetting[], secretNames: readonly string[]): ErrorDetail[] {
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, index) => {
    const path = `settings.headers.${index}`;
    const problems: ErrorDetail[] = [];
    if (managed.test(name)) problems.push({ path: `${path}.name`, message: 'must not be a header that Parley sets' });
    if (seen.has(name.toLowerCase())) problems.push({ path: `${path}.name`, message: 'must not be there twice' });
    seen.add(name.toLowerCase());
    for (const [, inner = ''] of value.matchAll(placeholder)) {
      const secret = nameOf(inner);
      if (secret === undefined)
        problems.push({ path: `${path}.value`, message: 'must name secrets as {{secret.NAME}}' });
      else if (!secretNames.includes(secret)) {
        problems.push({ path: `${path}.value`, message: `names the secret ${secret}, which the tool does not have` });
      }
    }
    return problems;
  });
}

const nameOf = (inner: string): string | undefined => secretName.exec(inner.trim())?.[1];
