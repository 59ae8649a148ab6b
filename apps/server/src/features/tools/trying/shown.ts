import type { KindOutput } from '../../../tools/kind.ts';
import { isSecretName, mask } from '../../../tools/masking.ts';
import { maxShown, type TriedTool } from './schema.ts';

/** The parts of a call that an answer shows: texts without secrets, cut. */
export function shown(
  { content, isError, exchange }: KindOutput,
  secrets: readonly string[],
): Omit<TriedTool, 'latencyMs'> {
  // Masked before it is cut: half of a secret would not be found.
  const plain = (text: string) => mask(text, secrets).slice(0, maxShown).toWellFormed();
  const headers = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, isSecretName(name) ? '[redacted]' : plain(value)]),
    );
  const { request, response } = exchange ?? {};
  return {
    ok: !isError,
    content: plain(content),
    request: request
      ? {
          ...{ method: request.method, url: plain(request.url), headers: headers(request.headers) },
          body: request.body === null ? null : plain(request.body),
        }
      : null,
    reply: response
      ? { status: response.status, headers: headers(response.headers), body: plain(response.body) }
      : null,
  };
}
