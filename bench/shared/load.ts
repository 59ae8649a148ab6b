import { connect, type Socket } from 'node:net';

/** One complete HTTP request, as bytes. */
export type WireRequest = string;

/** The measurements of a run; times in milliseconds. */
export interface Measurement {
  readonly requests: number;
  /** Responses with another status than 2xx. */
  readonly failures: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Returns the next request to send; undefined ends the run early. */
  next(): WireRequest | undefined;
  /** Requests per second in all. If undefined, as many as the server can take (closed loop). */
  readonly rate?: number;
  /** Called with the body of each response, if a run needs it. */
  onBody?(body: string): void;
}

/** Builds a request: `GET /path` with a key, with a JSON body, or for a client that accepts compression. */
export function wire(
  method: string,
  path: string,
  { key, body, accepts }: { key?: string; body?: string; accepts?: string } = {},
): WireRequest {
  const fields = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(accepts === undefined ? [] : [`Accept-Encoding: ${accepts}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${fields.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Sends requests over keep-alive connections, one at a time on each, and measures every response. With a `rate`, a
 * request's time counts from the moment when it was due, so a stall shows in every request that it delayed.
 */
export async function load(options: LoadOptions): Promise<Measurement> {
  const { port, connections, duration, rate } = options;
  const clients = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const times: number[] = [];
  let failures = 0;
  const started = performance.now();
  const until = started + duration;
  const perform = async (client: Client, due: number) => {
    const request = options.next();
    if (request === undefined) return false;
    const { ok, body } = await client.send(request);
    times.push(performance.now() - due);
    if (!ok) failures += 1;
    options.onBody?.(body);
    return true;
  };
  if (rate === undefined) await Promise.all(clients.map((client) => saturate(client, until, perform)));
  else await pace(clients, { started, until, rate }, perform);
  const elapsed = performance.now() - started;
  for (const client of clients) client.close();
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    failures,
    perSecond: (times.length / elapsed) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

type Perform = (client: Client, due: number) => Promise<boolean>;

async function saturate(client: Client, until: number, perform: Perform): Promise<void> {
  while (performance.now() < until && (await perform(client, performance.now())));
}

/**
 * Passes each due request to the connection that is free for longest, or queues it until one is free. So none is idle
 * until the server closes it.
 */
async function pace(
  clients: Client[],
  { started, until, rate }: { started: number; until: number; rate: number },
  perform: Perform,
): Promise<void> {
  const free = [...clients];
  const running = new Set<Promise<void>>();
  let sent = 0;
  let isEnded = false;
  while (!isEnded) {
    const now = performance.now();
    const due = started + (sent / rate) * 1000;
    if (due >= until) break;
    const client = due <= now ? free.shift() : undefined;
    if (client === undefined) {
      // Far from the next request, this process leaves its core to others.
      await new Promise((resolve) => (due - now > 2 ? setTimeout(resolve, 1) : setImmediate(resolve)));
      continue;
    }
    sent += 1;
    const done = perform(client, due).then((isSent) => {
      isEnded ||= !isSent;
      free.push(client);
      running.delete(done);
    });
    running.add(done);
  }
  await Promise.all(running);
}

interface Client {
  send(request: WireRequest): Promise<{ ok: boolean; body: string }>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');

function open(port: number): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(clientOn(socket)));
  });
}

function clientOn(socket: Socket): Client {
  let received: Buffer = Buffer.alloc(0);
  let answer: ((reply: { ok: boolean; body: string }) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  const closed = new Error('The server closed a connection in the middle of a run.');
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const reply = parse(received);
    if (reply === undefined) return;
    received = Buffer.alloc(0);
    answer?.(reply);
  });
  socket.on('error', (error) => fail?.(error));
  socket.on('close', () => fail?.(closed));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        // A write to a closed socket gets no answer and no event.
        if (socket.destroyed) throw closed;
        answer = resolve;
        fail = reject;
        socket.write(request);
      }),
    close: () => {
      fail = undefined;
      socket.destroy();
    },
  };
}

/** Reads a complete response with a Content-Length; undefined while part of it is missing. */
function parse(bytes: Buffer): { ok: boolean; body: string } | undefined {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const from = end + headEnd.length;
  if (bytes.length < from + length) return undefined;
  return { ok: head.startsWith('HTTP/1.1 2'), body: bytes.toString('utf8', from, from + length) };
}

/** The quantile of sorted numbers: the value below which a share of them lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median of some numbers. */
export const median = (numbers: readonly number[]): number =>
  percentile(
    [...numbers].sort((a, b) => a - b),
    0.5,
  );
