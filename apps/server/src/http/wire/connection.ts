import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Returns the response that Node currently writes to a connection; responses to later pipelined requests wait behind
 * it.
 */
export function responseOn(connection: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = connection as { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}
