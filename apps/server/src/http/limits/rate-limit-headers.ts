import { type Allowance, windowLength } from '../../access/limits/rate-limit.ts';

/**
 * Returns the `RateLimit` fields (draft-ietf-httpapi-ratelimit-headers) and the older `X-RateLimit-*` headers. Times in
 * seconds.
 */
export function rateLimitHeaders({ limit, remaining, resetAt }: Allowance, now: number): Record<string, string> {
  const wait = Math.max(0, Math.ceil((resetAt - now) / 1000));
  return {
    'ratelimit-policy': `"default";q=${limit};w=${windowLength / 1000}`,
    ratelimit: `"default";r=${remaining};t=${wait}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt / 1000)),
  };
}
