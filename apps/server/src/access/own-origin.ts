/** Addresses at which a request may have arrived. */
export interface Arrival {
  /** The configured origins of the instance. */
  readonly origins: ReadonlySet<string>;
  /** The `Host` of the request. */
  readonly host: string | undefined;
}

/** True if an origin is the instance's own: a configured one, or that of the host that the request names. */
export const isOwnOrigin = ({ origins, host }: Arrival, origin: string): boolean =>
  origins.has(origin) || (host !== undefined && (origin === `http://${host}` || origin === `https://${host}`));
