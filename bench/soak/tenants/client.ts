import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';

/** A response that has ended. */
export interface Answer {
  readonly status: number;
  /** The code of a failure. */
  readonly code: string | undefined;
  readonly text: string;
  /** Seconds of `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The cookie that it sets, without its attributes. */
  readonly cookie: string | undefined;
}

/** A request and how to follow its response. */
export interface Sending {
  /** An object that is sent as JSON. */
  readonly body?: object | undefined;
  /** Bytes in place of it, with the headers that say what they are. */
  readonly form?: { readonly headers: Readonly<Record<string, string>>; readonly bytes: Uint8Array } | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with all of the text so far, whenever more of it arrives. */
  onText?(text: string): void;
  /** Ends the request, at once unless `until` says otherwise. */
  readonly signal?: AbortSignal;
  /**
   * The part of the answer that the signal lets come. A request that is cut off before may still take effect. It would
   * then create objects after everything else was deleted.
   */
  readonly until?: 'begun' | 'ended' | undefined;
}

/** Sends requests from one address. */
export interface Client {
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  close(): void;
}

/** The sender: the URL of the server, the client's own address on the loopback, and headers of each request. */
export interface From {
  readonly url: string;
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Max wait of a client for the next byte of a response, in ms. */
const patience = 120_000;

/**
 * Creates a client with at most so many connections; with `reuse: false` each request opens one. The caller must close
 * it.
 */
export function createClient(from: From, { reuse = true, most = Number.POSITIVE_INFINITY } = {}): Client {
  const agent = new Agent({ keepAlive: reuse, maxSockets: most });
  const send: Client['send'] = (method, path, sending = {}) =>
    sendOnce(from, agent, { method, path, ...sending }).catch((error: Stale) => {
      // A server may close an idle connection at the moment of its reuse (RFC 9112, section 9.5): a GET is repeated.
      if (method !== 'GET' || error.stale !== true) throw error;
      return sendOnce(from, agent, { method, path, ...sending });
    });
  return { send, close: () => agent.destroy() };
}

type Stale = Error & { stale?: boolean };

function sendOnce({ url, address, headers }: From, agent: Agent, sent: Sending & { method: string; path: string }) {
  const { method, path, onText, signal, until } = sent;
  const { headers: kind, bytes } = contentOf(sent);
  const framing = bytes === undefined ? {} : { ...kind, 'content-length': bytes.length };
  return new Promise<Answer>((resolve, reject) => {
    const options = { agent, method, localAddress: address, ...(signal && until === undefined && { signal }) };
    const outgoing = request(`${url}${path}`, { ...options, headers: { ...headers, ...framing, ...sent.headers } });
    outgoing.setTimeout(patience, () => outgoing.destroy(new Error(`no byte for ${patience / 1000} s`)));
    outgoing.on('error', (error: Stale & NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) error.stale = true;
      reject(error);
    });
    outgoing.on('response', (incoming) => {
      if (signal !== undefined && until === 'begun') addAbortSignal(signal, incoming);
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onText?.(text);
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        const status = incoming.statusCode ?? 0;
        const after = Number(incoming.headers['retry-after']);
        const cookie = incoming.headers['set-cookie']?.[0]?.split(';', 1)[0];
        const retryAfter = Number.isNaN(after) ? undefined : after;
        resolve({ status, text, code: codeOf(status, text), retryAfter, cookie });
      });
    });
    outgoing.end(bytes);
  });
}

/** The bytes of a request, and the headers that say what they are. */
function contentOf({ body, form }: Sending): NonNullable<Sending['form']> | { headers: object; bytes: undefined } {
  if (form !== undefined) return form;
  if (body === undefined) return { headers: {}, bytes: undefined };
  return { headers: { 'content-type': 'application/json' }, bytes: Buffer.from(JSON.stringify(body)) };
}

/** Returns the code of a failure, from its envelope; undefined without a code. */
export function codeOf(status: number, text: string): string | undefined {
  return status < 400 ? undefined : /"code":\s*"([a-z_]+)"/.exec(text)?.[1];
}

/** Opens a socket from an address; the caller must destroy it. Errors end it silently. */
export async function openSocket({ url, address }: From): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address, noDelay: true });
  socket.on('error', () => socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}
