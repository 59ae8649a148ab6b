import { follow } from '../../outbound/exchange/redirect.ts';
import { refreshHead, refreshTarget } from '../../text/html/page-refresh.ts';
import { hostOf } from '../requests.ts';

/**
 * Returns the URL to which a page redirects by `<meta http-equiv="refresh">`; undefined if it doesn't, or only repeats
 * itself. Throws `OutboundError` for a redirect that isn't followed, such as from https to http.
 */
export function refreshOf({ bytes, url }: { readonly bytes: Buffer; readonly url: string }): string | undefined {
  const target = refreshTarget(bytes.toString('utf8', 0, refreshHead));
  if (target === undefined) return undefined;
  const sent = { url, method: 'GET', headers: {}, body: undefined } as const;
  const location = Buffer.from(target).toString('latin1');
  const next = new URL(follow(sent, { status: 302, location, host: hostOf(url), secret: [] }).url);
  next.hash = '';
  const own = new URL(url);
  own.hash = '';
  return next.href === own.href ? undefined : next.href;
}
