/**
 * Why a request to the outside failed.
 *
 * - `url`, `scheme`, `port`, `header`: the request itself isn't allowed
 * - `address`: the host has no address that may be connected to; also for a name that doesn't exist
 * - `dns`: the name could not be looked up, for now
 * - `unreachable`, `tls`: no connection, or none that is trusted
 * - `redirect`: too many redirects, or one that isn't followed
 * - `too_large`, `timeout`: a limit was reached
 * - `broken`: the response is not valid HTTP, or contradicts itself
 * - `busy`: too many requests wait already
 * - `closed`: the service is shutting down
 */
export type OutboundErrorKind =
  | 'url'
  | 'scheme'
  | 'port'
  | 'header'
  | 'address'
  | 'dns'
  | 'unreachable'
  | 'tls'
  | 'redirect'
  | 'too_large'
  | 'timeout'
  | 'broken'
  | 'busy'
  | 'closed';

/** Facts about a failure for the operator only, and the response's status. */
interface OutboundFacts {
  readonly detail?: string | undefined;
  readonly status?: number | undefined;
}

/**
 * A failed request to the outside. A tenant may see `kind` and the message: neither contains an address, a path, a
 * query or a header, nor tells a private host from one that doesn't exist.
 */
export class OutboundError extends Error {
  readonly kind: OutboundErrorKind;
  /** For the operator's log only: may name an internal address. */
  readonly detail: string | undefined;
  /** The HTTP status of the response that was refused. */
  readonly status: number | undefined;

  constructor(kind: OutboundErrorKind, message: string, { detail, status }: OutboundFacts = {}) {
    super(message);
    this.name = 'OutboundError';
    this.kind = kind;
    this.detail = detail;
    this.status = status;
  }
}
