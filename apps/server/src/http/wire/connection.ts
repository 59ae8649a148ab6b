import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response that Node writes to a connection at present; those of pipelined requests wait behind it. */
export function responseOn(connection: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = connection as { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}
