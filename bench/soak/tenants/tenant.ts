import { setTimeout as sleep } from 'node:timers/promises';
import {
  begin,
  ending,
  type FakeProvider,
  type Play,
  piece,
} from '../../../apps/server/testing/servers/fake-provider.ts';
import { type Person, password } from '../installation.ts';
import { type Chores, type Receiver, startChores } from './chores.ts';
import { createClient, type From } from './client.ts';
import { idIn, journeys, type Traveller } from './journeys.ts';
import { readSteadily, type SteadyReads } from './steady.ts';

/** Between two words of its model, in ms. */
const wordMs = 20;

/** Pause between two steps of the ordinary load, in ms. */
const pace = 50;

/** Connections of one of its clients. */
const connections = 8;

/** Max duration of a request or a stream, in ms. */
const patience = 180_000;

/** Max failures that are kept as sentences. */
const mostTold = 5;

/** The well-behaved tenant at work. */
export interface Tenant {
  /** It reads one agent all the time. */
  readonly steady: SteadyReads;
  /** It has the server do something in the background all the time. */
  readonly chores: Chores;
  /** Number of requests, and of those that failed. */
  counts(): { readonly requests: number; readonly failed: number };
  /** Sentences about the first requests that failed. */
  readonly failures: readonly string[];
  /** Stops after the requests that are under way; nothing that it created stays. */
  stop(): Promise<void>;
}

/** The model of the tenant's agent: ten words in a fifth of a second. */
const speaks: Play = async (response) => {
  begin(response);
  for (let word = 0; word < 10; word += 1) {
    response.write(piece('word '));
    await sleep(wordMs);
  }
  response.end(ending());
};

interface TenantNeeds {
  readonly person: Person;
  readonly provider: FakeProvider;
  readonly receiver: Receiver;
}

/** Starts the tenant on a server whose provider `fake` is the given one. */
export async function startTenant(url: string, { person, provider, receiver }: TenantNeeds) {
  provider.play('steady', speaks);
  const from: From = { url, address: '127.0.0.2', headers: { authorization: `Bearer ${person.key}` } };
  const steady = createClient(from, { most: connections });
  const kept = createClient(from, { most: connections });
  const fresh = createClient(from, { reuse: false });
  const anonymous = createClient({ url, address: from.address }, { reuse: false });
  const failures: string[] = [];
  const counts = { requests: 0, failed: 0 };
  let stopping = false;

  const wrong = (sentence: string) => {
    counts.failed += 1;
    if (failures.length < mostTold) failures.push(sentence);
  };
  const sender =
    (client: typeof kept): Traveller['send'] =>
    async (method, path, sending) => {
      counts.requests += 1;
      try {
        const answer = await client.send(method, path, { ...sending, signal: AbortSignal.timeout(patience) });
        if (answer.status < 300) return answer;
        throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
      } catch (error) {
        wrong(`${method} ${path.split('?')[0]}: ${(error as Error).message}`);
        throw error;
      }
    };
  // A request that changes something is not repeated by itself, so it must not meet a connection that is about to be
  // closed.
  const [reads, changes] = [sender(kept), sender(fresh)];
  const traveller: Traveller = {
    send: (method, path, sending) => (method === 'GET' ? reads : changes)(method, path, sending),
    arrive: changes,
    anonymously: sender(anonymous),
    wrong,
    ...{ workspace: person.workspace, url, email: person.email, password },
  };

  const agent = await agentOf(traveller);
  const read = sender(steady);
  const steadily = readSteadily(() => read('GET', `/api/agents/${agent}`));
  const ordinarily = async (journey: (by: Traveller) => Promise<void>) => {
    while (!stopping) {
      // A request that failed is counted; the journey starts over.
      await journey(traveller).catch(() => sleep(pace));
      await sleep(pace);
    }
  };
  const working = journeys.map(ordinarily);
  const chores = await startChores(traveller, receiver);
  return {
    steady: steadily,
    chores,
    counts: () => ({ ...counts }),
    failures,
    stop: async () => {
      stopping = true;
      await Promise.all([steadily.stop(), chores.stop(), ...working]);
      await traveller.send('DELETE', `/api/agents/${agent}`).catch(() => undefined);
      for (const client of [steady, kept, fresh, anonymous]) client.close();
    },
  } satisfies Tenant;
}

async function agentOf({ send }: Traveller): Promise<string> {
  const body = { name: 'Read all the time', model: 'fake/steady' };
  return idIn('agent', (await send('POST', '/api/agents', { body })).text);
}
