import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request that the server got, and whether it is signed with the secret. */
export interface Delivered {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** Answers a request; by default 204. */
export type Answering = (request: IncomingMessage, response: ServerResponse, got: Delivered) => void;

/** The other side of a webhook: a real server that keeps its deliveries, in order. */
export async function startWebhookServer() {
  const delivered: Delivered[] = [];
  let answer: Answering = (_request, response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const got = { id: String(request.headers['webhook-id']), headers: request.headers, text, body: JSON.parse(text) };
      delivered.push(got);
      answer(request, response, got);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/parley`,
    delivered,
    /** Returns its deliveries of a conversation, or of another type, in order. */
    of: (conversation: string) => delivered.filter(({ body }) => body.data['conversation'] === conversation),
    answers: (next: Answering) => {
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** True if a delivery is signed with a secret. */
export function isSignedWith(secret: string, { headers, text }: Delivered): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** The headers that sign a text now, as Standard Webhooks describes. */
export function signedHeaders(
  secret: string,
  text: string,
  { id = randomUUID(), at = Date.now() }: { readonly id?: string; readonly at?: number } = {},
) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, new Date(at), text),
  };
}

/** Deviations from a fresh event with a valid signature. */
export interface EventDraft {
  readonly id?: string;
  /** Age of its signature, in ms. */
  readonly late?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in place of the signed bytes. */
  readonly instead?: string;
}

/** Sends a signed event to a channel. */
export async function sendEvent(
  url: string,
  { channel, secret, body }: { readonly channel: string; readonly secret: string; readonly body: unknown },
  { id = randomUUID(), late = 0, headers = {}, instead }: EventDraft = {},
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signed = signedHeaders(secret, text, { id, at: Date.now() - late });
  const response = await fetch(`${url}/api/channels/${channel}/inbound`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    body: instead ?? text,
  });
  const answered = (await response.json()) as { readonly code?: string; readonly data?: unknown; error?: string };
  return { status: response.status, ...answered };
}
