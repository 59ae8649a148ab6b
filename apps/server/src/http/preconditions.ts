/**
 * Parses `If-Match` (RFC 9110, section 13.1.1) into row versions; undefined if it is missing or `*`. Weak and foreign
 * tags never match a strong one, so they yield no version.
 */
export function readIfMatch(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const [, version] = /^\s*"([1-9]\d{0,14})"\s*$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

/** Whether `If-None-Match` (RFC 9110, section 13.1.2) contains the tag, by weak comparison. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
