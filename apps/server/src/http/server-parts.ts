import type { Admission } from './admission/admit.ts';
import type { Endpoint } from './endpoint.ts';
import type { createIdempotency } from './idempotency/idempotency.ts';
import type { arrivingLimits } from './limits/arriving-bodies.ts';
import type { ChangeQueues } from './limits/change-queues.ts';
import type { Limit } from './limits/connections.ts';
import type { ConnectionLimits } from './limits/settings.ts';
import type { RequestLog } from './logging/request-log.ts';
import type { Unread } from './wire/unread.ts';

/** Timeouts for clients, in ms. */
export interface Timeouts {
  /** From the first byte of a connection or request to the end of the headers. */
  readonly headersTimeout: number;
  /** The time in which a body must make progress (`watchProgress`), from the end of the headers on. */
  readonly requestTimeout: number;
  /** Idle time between two requests of a connection. */
  readonly keepAliveTimeout: number;
  /** The interval of the check for timed-out requests. */
  readonly connectionsCheckingInterval: number;
  /** Time for which a client may read nothing of the bytes that wait for it, in ms. */
  readonly unread: number;
}

/** The parts of the server. */
export interface ServerParts {
  readonly endpoints: readonly Endpoint[];
  readonly admission: Admission;
  readonly idempotency: ReturnType<typeof createIdempotency>;
  readonly unread: Unread;
  readonly changes: ChangeQueues;
  readonly log: RequestLog;
  /** True if the site is served over https, for links and cookies. */
  readonly secure: boolean;
  /** The addresses and networks (CIDR) of trusted proxies, whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call the API with an API key. */
  readonly corsOrigins: readonly string[];
  readonly connections: ConnectionLimits;
  /** Reports a refused connection. */
  readonly onRefused?: (address: string, limit: Limit) => void;
  /** Bounds of arriving bodies that differ from the defaults, for tests. */
  readonly arriving?: typeof arrivingLimits | undefined;
  /** False if a proxy compresses responses instead; true by default. */
  readonly compresses?: boolean;
  readonly version: string;
  /** Overrides of the default timeouts, for tests. */
  readonly timeouts?: Partial<Timeouts>;
}
