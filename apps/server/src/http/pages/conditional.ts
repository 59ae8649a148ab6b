import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** True if `If-None-Match` (RFC 9110, section 13.1.2) contains the tag of a file, by weak comparison. */
export function isCurrent({ headers }: FastifyRequest, tag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((member) => member.trim().replace(/^W\//, '') === tag);
}

/** True if a client accepts a response that is compressed with gzip (RFC 9110, section 12.5.3). */
export const takesGzip = (request: FastifyRequest): boolean => new Negotiator(request).encoding(['gzip']) !== undefined;

/** The best compression that a client accepts; undefined for none. */
export function encodingOf(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = new Negotiator(request).encodings(['br', 'gzip']);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}
