import { parseUrl } from '../../parse-url.ts';
import { OutboundError } from '../error.ts';
import { type HeaderRecord, withoutBody, withoutSecrets } from './headers.ts';

/** The methods of a request. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Contents of one hop's request. */
export interface Sent {
  readonly url: string;
  readonly method: Method;
  readonly headers: HeaderRecord;
  readonly body: string | Uint8Array | undefined;
}

/** The statuses that are followed (Fetch standard, "redirect status"). */
const followed = [301, 302, 303, 307, 308];

/** True if a response is a redirect: a status without `Location` is an ordinary response. */
export const isRedirect = (status: number, location: string | undefined): location is string =>
  followed.includes(status) && location !== undefined;

/**
 * Returns what the next hop sends, by the rules of the Fetch standard. Credentials and secret headers don't cross
 * origins. Throws `redirect` if a body would cross them, or if https would become http.
 */
export function follow(sent: Sent, response: Redirect): Sent {
  const { status, location, host, secret } = response;
  const from = new URL(sent.url);
  const refused = (why: string) => new OutboundError('redirect', `The redirect of ${host} ${why}.`, { status });
  // Headers are read as Latin-1; browsers and servers use UTF-8 here.
  const text = Buffer.from(location, 'latin1').toString();
  const to = parseUrl(text, from);
  if (to === undefined) throw refused('is not a valid URL');
  if (from.protocol === 'https:' && to.protocol === 'http:') throw refused('leads from https to http');
  const isGet = sent.method === 'GET' || sent.method === 'HEAD';
  const becomesGet = status === 303 ? !isGet : status < 303 && sent.method === 'POST';
  const next = becomesGet
    ? { method: 'GET' as const, headers: withoutBody(sent.headers), body: undefined }
    : { method: sent.method, headers: sent.headers, body: sent.body };
  if (from.origin === to.origin) return { ...next, url: to.href };
  if (next.body !== undefined) throw refused('leads to another origin, and the request has a body');
  return { ...next, url: to.href, headers: withoutSecrets(next.headers, secret) };
}

interface Redirect {
  readonly status: number;
  readonly location: string;
  /** The host that sent it. */
  readonly host: string;
  /** The names of the caller's secret headers. */
  readonly secret: readonly string[];
}
