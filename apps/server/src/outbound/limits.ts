/** Limits of requests to the outside: times in ms, sizes in bytes. */
export interface OutboundLimits {
  /** Timeout of looking up the name, connecting and the TLS handshake, each. */
  readonly connect: number;
  /** Timeout until the response's head, and then between two parts of its body. */
  readonly idle: number;
  /** Timeout of the whole request, with waiting, redirects and the body. */
  readonly total: number;
  /** Max size of a response's head. */
  readonly headerBytes: number;
  /** Max size of a body, as received and as decoded. */
  readonly bodyBytes: number;
  /** Max redirects of a request; never more than the default. */
  readonly redirects: number;
  /** Max simultaneous requests. */
  readonly atOnce: number;
  /** Max simultaneous requests to one host. */
  readonly atOncePerHost: number;
  /** Max requests that wait for their turn. */
  readonly waiting: number;
}

/** The default limits. */
export const outboundLimits: OutboundLimits = {
  connect: 5_000,
  idle: 10_000,
  total: 30_000,
  headerBytes: 16 * 1024,
  bodyBytes: 8 * 1024 * 1024,
  redirects: 3,
  atOnce: 200,
  atOncePerHost: 8,
  waiting: 1_000,
};
