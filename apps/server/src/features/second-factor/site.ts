import { isIP } from 'node:net';
import { isOwnOrigin } from '../../access/own-origin.ts';
import type { PasskeyClient } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';

/** The site at which the dashboard is open: passkeys are bound to the host, and answers to the origin. */
export interface Site {
  readonly origin: string;
  /** The `rpId` of WebAuthn. */
  readonly host: string;
}

const foreign = () => new AppError('origin_not_allowed', 'Passkeys can be used from the dashboard itself only.');
const numeric = (host: string) =>
  new AppError('passkeys_unavailable', `Passkeys need a host name: they don’t work at the IP address ${host}.`, {
    hint: 'Open the dashboard by a name.',
  });

/**
 * Returns the site of a request: its own origin if that is the dashboard's, or the configured one if it has none. Throws
 * `origin_not_allowed`, or `passkeys_unavailable` for an IP address, which WebAuthn doesn't allow (level 3, section 4).
 */
export function siteOf(publicUrl: string, { origin, host }: Pick<PasskeyClient, 'origin' | 'host'>): Site {
  const configured = new URL(publicUrl).origin;
  if (origin !== undefined && !isOwnOrigin({ origins: new Set([configured]), host }, origin)) throw foreign();
  const own = origin ?? configured;
  const { hostname } = new URL(own);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw numeric(hostname);
  return { origin: own, host: hostname };
}
