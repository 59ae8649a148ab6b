import { AppError } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * One member of a list of entity tags (RFC 9110, section 8.8.3), or a bare row version, which people type and some
 * proxies leave behind. Empty members are allowed (section 5.6.1).
 */
const member = /[ \t]*(?:(?:(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|(\d+))[ \t]*)?(?:,|$)/y;

/**
 * Parses a list of entity tags into row versions. A version is understood in every form that it is sent in: `"2"`,
 * `W/"2"` (a proxy that compresses weakens it) and `2`. Other tags yield no version. Throws `bad_request` if the text
 * isn't a list of tags.
 */
function readVersions(name: string, header: string): readonly number[] {
  const versions: number[] = [];
  let seen = false;
  member.lastIndex = 0;
  while (member.lastIndex < header.length) {
    const match = member.exec(header);
    if (match === null) throw malformed(name);
    const [, tag, bare] = match;
    const text = tag ?? bare;
    if (text === undefined) continue;
    seen = true;
    if (/^[1-9]\d{0,14}$/.test(text)) versions.push(Number(text));
  }
  if (!seen) throw malformed(name);
  return versions;
}

const malformed = (name: string) =>
  new AppError('bad_request', `${name} must be an entity tag, such as "2", a list of them, or *.`, {
    hint: `Send the ETag of an earlier answer as ${name}.`,
  });

/** Parses `If-Match` (RFC 9110, section 13.1.1) into row versions; undefined if it is missing or `*`. */
export const readIfMatch = (header: string | undefined): readonly number[] | undefined =>
  header === undefined || header.trim() === '*' ? undefined : readVersions('If-Match', header);

/** True if `If-None-Match` (RFC 9110, section 13.1.2) contains the tag of a row version. Throws like `readIfMatch`. */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || readVersions('If-None-Match', header).includes(Number(tag.slice(1, -1))));

/** The headers of a request that can be preconditions. */
interface Conditional {
  readonly 'if-match'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/**
 * Returns the row versions that a change demands; any if undefined. Throws `bad_request` for a malformed precondition,
 * unless the endpoint has no versions and ignores it.
 */
export function versionsDemanded(
  endpoint: Pick<Endpoint, 'method' | 'tagged'> | undefined,
  headers: Conditional,
): readonly number[] | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if ((ifMatch ?? ifNoneMatch) === undefined || endpoint?.tagged !== true) return undefined;
  if (endpoint.method !== 'GET') return readIfMatch(ifMatch);
  if (ifNoneMatch !== undefined) matchesTag(ifNoneMatch, '');
  return undefined;
}
