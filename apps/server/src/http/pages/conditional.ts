import type { FastifyRequest } from 'fastify';

/** True if `If-None-Match` (RFC 9110, section 13.1.2) contains the tag of a file, by weak comparison. */
export function isCurrent({ headers }: FastifyRequest, tag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((member) => member.trim().replace(/^W\//, '') === tag);
}
