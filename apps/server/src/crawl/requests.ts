import type { HeaderRecord } from '../outbound/exchange/headers.ts';
import { follow, isRedirect } from '../outbound/exchange/redirect.ts';
import type { Outbound, OutboundResponse } from '../outbound/outbound.ts';
import { parseUrl } from '../parse-url.ts';
import { version } from '../version.ts';
import { type Aside, type Hosts, politeRate, type Rate } from './hosts.ts';
import type { CrawlLimits } from './limits.ts';
import { failure, HostBusy, statusFailure, toFailure } from './problems.ts';
import { readRetryAfter } from './retry-after.ts';

/** The name by which robots.txt addresses the crawler. */
export const product = 'ParleyBot';

/** A GET of a page or of a file about pages. */
export interface Get {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly headers?: HeaderRecord;
  /** Max size of the body, as received and as decoded. */
  readonly bodyBytes?: number;
  readonly rate?: Rate;
  /** Throws if a redirect may not be followed to a URL. */
  readonly judge?: (url: string) => void;
}

/** Dependencies of requests. */
export interface RequestParts {
  readonly outbound: Outbound;
  readonly hosts: Hosts;
  /** Milliseconds since 1970, for `Retry-After` with a date. */
  readonly date: () => number;
  /** URL of a page that tells the owner of a site about the crawler. */
  readonly about: string | undefined;
  readonly limits: CrawlLimits;
  /** Waits for a host that wants to be asked slowly. */
  readonly aside?: Aside | undefined;
}

/** Sends the requests of the crawler. */
export interface Requests {
  /** Returns a response of any status but a redirect; its body must be read or destroyed. Rejects with `SourceFailure`. */
  get(request: Get): Promise<OutboundResponse>;
  /** Asks the host of pages that failed for nothing, before they are asked for another time. */
  rest(url: string, attempt: number): void;
}

/** Creates the requests: each takes its turn at its host, redirects are followed hop by hop, and "later" is obeyed. */
export function createRequests({ outbound, hosts, date, about, limits, aside }: RequestParts): Requests {
  const agent = `${product}/${version}${about === undefined ? '' : ` (+${about})`}`;

  /** Sends one request. Its turn ends with its body. */
  const send = async (url: string, { signal, headers = {}, bodyBytes = limits.pageBytes, rate }: Get) => {
    const free = await hosts.take(hostOf(url), rate ?? politeRate, { signal, ...(aside && { aside }) });
    try {
      const { total } = limits;
      const hop = { url, headers, agent, redirect: 'manual', limits: { bodyBytes, total }, signal } as const;
      const response = await outbound.fetch(hop);
      response.body.once('close', free);
      return response;
    } catch (error) {
      free();
      throw error;
    }
  };

  /** Sends one request, again if the site asks for it later. */
  const sendPatiently = async (url: string, get: Get): Promise<OutboundResponse> => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(url, get);
      const { status, headers } = response;
      const asked = readRetryAfter(headers['retry-after'], date());
      const isBusy = status === 429 || status === 503 || (status >= 500 && asked !== undefined);
      // Bot protection answers the same again.
      if (!isBusy || headers['cf-mitigated'] !== undefined) return response;
      response.body.destroy();
      const wait = asked ?? limits.retryDefault * attempt;
      if (attempt >= limits.attempts || wait > limits.retryAfter) throw tooBusy(url, status, asked);
      // Other pages of the host wait, too: the host speaks for itself, not for one page.
      hosts.hold(hostOf(url), wait);
    }
  };

  const getFollowing = async (get: Get): Promise<OutboundResponse> => {
    const passed = new Set<string>();
    for (let url = get.url; ; ) {
      passed.add(url);
      const response = await sendPatiently(url, get);
      const { status } = response;
      const { location } = response.headers;
      if (!isRedirect(status, location)) return response;
      response.body.destroy();
      const host = hostOf(url);
      const sent = { url: response.url, method: 'GET', headers: {}, body: undefined } as const;
      url = withoutFragment(follow(sent, { status, location, host, secret: [] }).url);
      if (passed.has(url)) throw circle(`${host} redirects in a circle.`);
      if (passed.size > limits.redirects) {
        throw circle(`${host} redirected more than ${limits.redirects} times.`);
      }
      get.judge?.(url);
    }
  };

  return {
    rest: (url, attempt) => hosts.hold(hostOf(url), limits.retryDefault * attempt),
    get: async (get) => {
      try {
        return await getFollowing(get);
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}

const circle = (message: string) =>
  failure('redirect_loop', message, { hint: 'Open the address in a browser. Use the address of the page itself.' });

function tooBusy(url: string, status: number, asked: number | undefined) {
  const { message, hint } = statusFailure(hostOf(url), status);
  if (asked === undefined) return failure('http_error', message, { hint, retry: true });
  return new HostBusy({ message: `${message} It asks to wait ${Math.ceil(asked / 1_000)} s.`, hint }, asked);
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

/** The host that a URL names, or the text itself; the door refuses what is not a URL. */
export const hostOf = (url: string): string => parseUrl(url)?.host ?? 'The URL';
