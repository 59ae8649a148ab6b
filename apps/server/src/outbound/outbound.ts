import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Readable } from 'node:stream';
import { createPolicy, type NamedServer, type Target } from './addresses/policy.ts';
import { createResolver, type Resolve } from './addresses/resolve.ts';
import type { OutboundSettings } from './addresses/settings.ts';
import { OutboundError } from './error.ts';
import { readBody, tooLarge } from './exchange/body.ts';
import { identityOf, type TlsIdentity } from './exchange/connect.ts';
import { type Deadline, startDeadline } from './exchange/deadline.ts';
import { createDial } from './exchange/dial.ts';
import type { Exchange } from './exchange/exchange.ts';
import { type HeaderRecord, readHeaders } from './exchange/headers.ts';
import { follow, isRedirect, type Method, type Sent } from './exchange/redirect.ts';
import { type OutboundLimits, outboundLimits } from './limits.ts';

/** A request to an address that a user has entered. */
export interface OutboundRequest {
  readonly url: string;
  /** `GET` by default. */
  readonly method?: Method;
  readonly headers?: HeaderRecord;
  /** Names of headers that don't follow a redirect to another origin, as `Authorization` and `Cookie` never do. */
  readonly secretHeaders?: readonly string[];
  readonly body?: string | Uint8Array;
  /** The `User-Agent`; `Parley/<version>` by default. */
  readonly agent?: string;
  /** `manual` returns a redirect as a response, for a caller that judges each hop; `follow` by default. */
  readonly redirect?: 'follow' | 'manual';
  /** Limits that differ from the defaults for this request. */
  readonly limits?: Partial<Pick<OutboundLimits, 'connect' | 'idle' | 'total' | 'bodyBytes' | 'redirects'>>;
  readonly signal?: AbortSignal;
}

/** A response with any status. Its body must be read or destroyed; the total timeout ends it otherwise. */
export interface OutboundResponse {
  /** The URL that responded, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; repeated ones are joined with a comma. */
  readonly headers: HeaderRecord;
  /** The decoded body. Fails with an `OutboundError`, or with the reason of the caller's signal. */
  readonly body: Readable;
  /** Reads the whole body. */
  bytes(): Promise<Buffer>;
  /** Reads the whole body as UTF-8. */
  text(): Promise<string>;
}

/** A connection to a server that a user has entered, for another protocol than HTTP. */
export interface OutboundServer extends NamedServer {
  /** Limits that differ from the defaults; the connection is closed after `total`. */
  readonly limits?: Partial<Pick<OutboundLimits, 'connect' | 'total'>>;
  readonly signal?: AbortSignal | undefined;
}

/** A connection that is open. */
export interface OutboundConnection {
  /** Without TLS. It must be destroyed. */
  readonly socket: Socket;
  /** Options with which TLS on it must be opened, directly or by STARTTLS: they verify the host. */
  readonly identity: TlsIdentity;
}

/** The only way to an address that a user has entered. */
export interface Outbound {
  /** Opens a connection. Rejects with an `OutboundError`, or with the reason of the caller's signal. */
  connect(server: OutboundServer): Promise<OutboundConnection>;
  /** Sends a request. Rejects with an `OutboundError`, or with the reason of the caller's signal. */
  fetch(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Judges the URL of a server that gets secrets later on, without a connection: as `fetch` does, and it must be https
   * unless its host is one that the operator allows. Rejects with an `OutboundError`.
   */
  judge(url: string): Promise<void>;
  /** Ends every request with `closed` and refuses further ones. */
  close(): void;
}

/** Parts that a test replaces. */
export interface OutboundParts {
  readonly settings: OutboundSettings;
  readonly limits?: Partial<OutboundLimits>;
  readonly resolve?: Resolve;
  /** The addresses of this machine, which are refused like private ones. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificates of authorities that are trusted instead of the default ones. */
  readonly ca?: string;
}

/** The names that the operator allows. */
const namesOf = ({ allowed }: OutboundSettings): ReadonlySet<string> =>
  new Set(allowed.flatMap(({ name }) => (name === undefined ? [] : [name])));

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

/**
 * Creates the guarded fetch. Each hop resolves its host once, judges every address and connects to these addresses
 * only. Nothing is read from the environment, so proxies are not used.
 */
export function createOutbound(parts: OutboundParts): Outbound {
  const { settings, ownAddresses = interfaceAddresses, ca } = parts;
  const { resolve = createResolver({ ownNames: namesOf(settings) }) } = parts;
  const defaults = { ...outboundLimits, ...parts.limits };
  const policy = createPolicy(settings, ownAddresses);
  const dial = createDial({ policy, resolve, ca, limits: defaults });
  const open = new Set<Deadline>();
  let isClosed = false;
  let sending: Promise<typeof import('./exchange/exchange.ts')> | undefined;

  /** Sends one request, and returns its response with a function that closes the connection and frees the slot. */
  const hop = async (target: Target, sent: Sent, { limits, deadline }: Call): Promise<Exchange> => {
    const { socket, free } = await dial.open(target, { timeout: limits.connect, deadline });
    try {
      // Loaded only if it is needed, because most processes never send such a request; once, because it costs each time.
      sending ??= import('./exchange/exchange.ts');
      const { exchange } = await sending;
      const response = await exchange(socket, { target, sent }, { ...limits, deadline });
      const close = () => {
        response.close();
        free();
      };
      return { ...response, close };
    } catch (error) {
      free();
      throw error;
    }
  };

  const send = async (request: OutboundRequest, call: Call): Promise<OutboundResponse> => {
    const { limits } = call;
    const { url, method = 'GET', headers = {}, secretHeaders: secret = [], body, agent } = request;
    let target = policy.readTarget(url);
    let sent: Sent = { url: target.url.href, method, headers: readHeaders(headers, agent), body };
    for (let redirects = 0; ; redirects += 1) {
      const response = await hop(target, sent, call);
      const { status } = response;
      const { location } = response.headers;
      if (request.redirect === 'manual' || !isRedirect(status, location))
        return toResponse(response, { target, sent, call });
      response.close();
      const { host } = target;
      if (redirects >= limits.redirects) {
        throw new OutboundError('redirect', `${host} redirected more than ${limits.redirects} times.`, { status });
      }
      sent = follow(sent, { status, location, host, secret });
      target = policy.readTarget(sent.url, host);
    }
  };

  /** Starts the time limits of a request, which `close` ends. */
  const start = (what: string, total: number, signal: AbortSignal | undefined) => {
    if (isClosed) throw closed();
    const timedOut = () => new OutboundError('timeout', `${what} took longer than ${total} ms.`);
    const deadline = startDeadline(total, timedOut, signal);
    const end = () => {
      deadline.end();
      open.delete(deadline);
    };
    open.add(deadline);
    return { deadline, end };
  };

  return {
    judge: async (url) => {
      const target = policy.readTarget(url);
      if (!target.isSecure && !policy.allows(target)) throw new OutboundError('scheme', 'The URL is not https.');
      const { deadline, end } = start('The look-up', defaults.connect, undefined);
      await dial.judge(target, { timeout: defaults.connect, deadline }).finally(end);
    },
    connect: async (server) => {
      const limits = { ...defaults, ...server.limits };
      const { deadline, end } = start('The connection', limits.total, server.signal);
      try {
        deadline.signal.throwIfAborted();
        const target = policy.readServer(server);
        const { socket, free } = await dial.open(target, { timeout: limits.connect, deadline });
        deadline.rest();
        socket.once('close', () => {
          end();
          free();
        });
        deadline.signal.addEventListener('abort', () => socket.destroy(deadline.signal.reason), { once: true });
        return { socket, identity: identityOf(target.host, ca) };
      } catch (error) {
        end();
        throw error;
      }
    },
    fetch: async (request) => {
      const limits = { ...defaults, ...request.limits };
      const redirects = Math.min(limits.redirects, outboundLimits.redirects);
      const { deadline, end } = start('The request', limits.total, request.signal);
      try {
        deadline.signal.throwIfAborted();
        return await send(request, { limits: { ...limits, redirects }, deadline, end });
      } catch (error) {
        end();
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      for (const deadline of open) deadline.abort(closed());
    },
  };
}

const closed = () => new OutboundError('closed', 'The service is shutting down.');

/** One call of `fetch`. */
interface Call {
  readonly limits: OutboundLimits;
  readonly deadline: Deadline;
  /** Stops the timers of the call. */
  end(): void;
}

interface Answered {
  readonly target: Target;
  readonly sent: Sent;
  readonly call: Call;
}

function toResponse(response: Exchange, { target, sent, call }: Answered): OutboundResponse {
  const { status, headers, body: received, hasExcess, close } = response;
  const { deadline, limits, end } = call;
  const { idle, bodyBytes } = limits;
  const { subject, url } = target;
  if (sent.method !== 'HEAD' && Number(headers['content-length']) > bodyBytes) {
    close();
    throw tooLarge(subject, bodyBytes);
  }
  const silent = () => new OutboundError('timeout', `${subject} sent nothing for ${idle} ms.`);
  const body = readBody(received, {
    subject,
    coding: headers['content-encoding'],
    maxBytes: bodyBytes,
    onWait: () => deadline.phase(idle, silent),
    onPart: deadline.rest,
    onEnd: () => {
      if (hasExcess()) throw new OutboundError('broken', `${subject} sent more than its response.`, { status });
    },
    onClose: () => {
      end();
      close();
    },
  });
  deadline.signal.addEventListener('abort', () => body.destroy(deadline.signal.reason), { once: true });
  const bytes = async () => Buffer.concat(await body.toArray());
  return { url: url.href, status, headers, body, bytes, text: async () => new TextDecoder().decode(await bytes()) };
}
