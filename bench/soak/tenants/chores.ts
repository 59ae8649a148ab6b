import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { formBytes, formType } from '../../../apps/server/testing/fixtures/forms.ts';
import {
  type Delivered,
  signedHeaders,
  startWebhookServer,
} from '../../../apps/server/testing/servers/webhook-server.ts';
import { idIn, type Traveller } from './journeys.ts';

/** Max duration of a chore, in ms: whatever the neighbours do, the tenant's work is done by then. */
const patience = 60_000;

/** Pause between two chores of a kind, and between two looks at one, in ms. */
const pace = 500;
const glance = 50;

/** Work of the server for the tenant in the background, so that no request waits for it. */
export const choreNames = ['sync', 'parse', 'deliver'] as const;
export type ChoreName = (typeof choreNames)[number];

/** The times of the chores that ended in a phase, in ms. */
export type ChoreTimes = Readonly<Record<ChoreName, readonly number[]>>;

/** The receiver of the tenant's webhook messages. */
export interface Receiver {
  /** The host and port, which the server must be allowed to reach. */
  readonly host: string;
  readonly url: string;
  /** Resolves with true when a text has arrived, or with false after so many ms. */
  arrived(text: string, within: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Starts the receiver. The caller must close it. */
export async function startReceiver(): Promise<Receiver> {
  const server = await startWebhookServer();
  const waiting = new Map<string, () => void>();
  server.answers((_request, response, { body }: Delivered) => {
    response.writeHead(204).end();
    waiting.get(String(body.data['text']))?.();
    server.delivered.length = 0;
  });
  return {
    host: new URL(server.url).host,
    url: server.url,
    arrived: (text, within) => {
      const controller = new AbortController();
      const late = sleep(within, false, { signal: controller.signal }).catch(() => true);
      waiting.set(text, () => controller.abort());
      return late.finally(() => waiting.delete(text));
    },
    close: server.close,
  };
}

/** The tenant's background work, over and over. */
export interface Chores {
  /** Starts to note the times of the chores that end from now on. */
  record(): void;
  /** Resolves with the times when those have ended, too, that are under way. */
  recorded(): Promise<ChoreTimes>;
  /** Stops after the chores that are under way, and deletes what they made. */
  stop(): Promise<void>;
}

/** Starts the chores of a tenant. */
export async function startChores(tenant: Traveller, receiver: Receiver): Promise<Chores> {
  const deliver = await deliveryBy(tenant, receiver);
  const works = {
    sync: () => read(tenant, { body: { type: 'text', name: 'Hours', text: `# Hours\n\nOpen, ${randomUUID()}.` } }),
    parse: () => read(tenant, { form: { headers: formType(), bytes: page() } }),
    deliver: deliver.once,
  } satisfies Record<ChoreName, () => Promise<number>>;
  let times: Record<ChoreName, number[]> | undefined;
  let stopping = false;
  const underWay = new Map<ChoreName, Promise<void>>();
  const loop = async (name: ChoreName) => {
    while (!stopping) {
      const one = works[name]().then(
        (ms) => void times?.[name].push(ms),
        // A request that failed is counted; the chore starts over.
        () => undefined,
      );
      underWay.set(name, one);
      await one;
      await sleep(pace);
    }
  };
  const loops = choreNames.map(loop);
  return {
    record: () => {
      times = { sync: [], parse: [], deliver: [] };
    },
    recorded: async () => {
      await Promise.all(underWay.values());
      const noted = times ?? { sync: [], parse: [], deliver: [] };
      times = undefined;
      return noted;
    },
    stop: async () => {
      stopping = true;
      await Promise.all(loops);
      await deliver.end();
    },
  };
}

/** A small file that is different each time: the same bytes would be known. */
const page = () =>
  formBytes([
    { name: 'file', fileName: 'hours.html', type: 'text/html', content: `<h1>Hours</h1><p>${randomUUID()}</p>` },
  ]);

/** Creates a source, waits until it is read, and deletes it. Returns how long the reading took, in ms. */
async function read({ send, wrong }: Traveller, sending: Parameters<Traveller['send']>[2]): Promise<number> {
  const started = performance.now();
  const path = `/api/knowledge-sources/${idIn('src', (await send('POST', '/api/knowledge-sources', sending)).text)}`;
  try {
    for (;;) {
      const { text } = await send('GET', path);
      const ms = performance.now() - started;
      const { status } = (JSON.parse(text) as { data: { status: string } }).data;
      if (status === 'ready') return ms;
      if (status === 'failed' || ms > patience) {
        wrong(`${path} is ${status} after ${Math.round(ms)} ms`);
        return ms;
      }
      await sleep(glance);
    }
  } finally {
    await send('DELETE', path);
  }
}

/** A webhook whose messages are echoed to the receiver. */
async function deliveryBy({ send, wrong }: Traveller, receiver: Receiver) {
  const draft = { name: 'Echoes', model: 'builtin/echo' };
  const agent = `/api/agents/${idIn('agent', (await send('POST', '/api/agents', { body: draft })).text)}`;
  // The default of a day is soon used up.
  const limits = { messagesPerDay: null, visitorMessagesPerDay: null };
  const made = await send('POST', `${agent}/channels`, {
    body: { type: 'webhook', settings: { url: receiver.url }, limits },
  });
  const { channel = '', secret = '' } = channelIn(made.text);
  return {
    /** Sends a message. Returns how long its reply took to arrive, in ms. */
    once: async (): Promise<number> => {
      const started = performance.now();
      const text = randomUUID();
      const event = JSON.stringify({ type: 'message', user: { id: text }, text });
      const arrived = receiver.arrived(text, patience);
      const headers = { 'content-type': 'application/json', ...signedHeaders(secret, event) };
      await send('POST', `/api/channels/${channel}/inbound`, { form: { headers, bytes: Buffer.from(event) } });
      if (!(await arrived)) wrong(`a reply did not arrive within ${patience / 1000} s`);
      return performance.now() - started;
    },
    end: async (): Promise<void> => {
      await send('DELETE', `/api/channels/${channel}`);
      await send('DELETE', agent);
    },
  };
}

/** The ID and the secret of a channel that was just made. */
export function channelIn(text: string): { readonly channel?: string; readonly secret?: string } {
  const { data } = JSON.parse(text) as { data: { _id: string; secret: string } };
  return { channel: data._id, secret: data.secret };
}
