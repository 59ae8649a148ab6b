import { Agent, type Response, fetch as undiciFetch } from 'undici';
import type { ModelLimits } from './limits.ts';
import { ModelError } from './model.ts';

/** A `fetch` for providers alone, and what ends its connections. */
export interface GuardedFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** How long an unused connection to a provider is kept, in milliseconds: a conversation's next turn finds it open. */
const keepAlive = 30_000;

/**
 * Makes the `fetch` through which providers are reached. A redirect is refused, since it would carry the key somewhere
 * else; a reply is bounded, and not compressed, so that its bound holds for what it comes to. How long a reply may take
 * is the caller's matter, but for the connection.
 */
export function createGuardedFetch({ connect, replyBytes }: Pick<ModelLimits, 'connect' | 'replyBytes'>): GuardedFetch {
  const agent = new Agent({
    connect: { timeout: connect },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: replyBytes,
    keepAliveTimeout: keepAlive,
  });
  const guarded = async (url: string, init: Record<string, unknown> & { headers?: Record<string, string> }) => {
    const headers = { ...init.headers, 'accept-encoding': 'identity' };
    const response = await undiciFetch(url, { ...init, headers, redirect: 'manual', dispatcher: agent });
    const refusal = refusalOf(response);
    if (refusal === undefined) return response;
    await response.body?.cancel();
    throw refusal;
  };
  return {
    // The packages of the vendors call it with an address and plain headers, and read no more than undici's answer has.
    fetch: guarded as unknown as typeof globalThis.fetch,
    close: () => agent.destroy(),
  };
}

function refusalOf({ status, headers }: Response): ModelError | undefined {
  if (status >= 300 && status < 400) {
    return new ModelError('broken', `it redirected the request (status ${status}), which is not followed`, { status });
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding === 'identity') return undefined;
  return new ModelError('broken', 'it sent a compressed reply, which was not asked for');
}
