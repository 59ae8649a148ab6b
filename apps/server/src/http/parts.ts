import type { Admission } from './admit.ts';
import type { Endpoint } from './endpoint.ts';
import type { createIdempotency } from './idempotency.ts';
import type { RequestLog } from './request-log.ts';

/** How long a client may take, in milliseconds. */
export interface Timeouts {
  /** From a connection's (or the next request's) first byte to the end of its headers. */
  readonly headersTimeout: number;
  /** From there to the end of the whole request. */
  readonly requestTimeout: number;
  /** Between two requests of a connection. */
  readonly keepAliveTimeout: number;
  /** How often requests that take too long are looked for. */
  readonly connectionsCheckingInterval: number;
}

/** What the server is made of. */
export interface ServerParts {
  readonly endpoints: readonly Endpoint[];
  readonly admission: Admission;
  readonly idempotency: ReturnType<typeof createIdempotency>;
  readonly log: RequestLog;
  /** Whether links and cookies are for https. */
  readonly secure: boolean;
  /** The addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly version: string;
  /** Other timeouts than the usual ones, for tests that would have to wait for those. */
  readonly timeouts?: Partial<Timeouts>;
}
