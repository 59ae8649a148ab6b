import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, type Wire, type WireReply } from '../processes/wire.ts';

/** Updates of one agent before its writer creates the next. */
const updatesOfEach = 4;

/** The wait after a failed request, in milliseconds. */
const pause = 20;

/** A request of a writer and its outcome. */
export interface Attempt {
  /** The number of the server. */
  readonly server: number;
  /** When it was sent and answered, in milliseconds of `performance.now()`. */
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Undefined if the connection broke. */
  readonly reply: WireReply | undefined;
}

/** Running writers. */
export interface Writers {
  readonly attempts: readonly Attempt[];
  /** The newest acknowledged revision of each acknowledged agent, by ID. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Stops using a server. */
  avoid(server: number): void;
  /** Stops the writers; resolves when each has finished its current request. */
  stop(): Promise<void>;
}

/**
 * Starts writers that create and update agents without pause, each request through the next server. They retry nothing:
 * unacknowledged writes are left alone.
 */
export function startWriters(
  wires: readonly Wire[],
  headers: Readonly<Record<string, string>>,
  count: number,
): Writers {
  const attempts: Attempt[] = [];
  const acknowledged = new Map<string, number>();
  const avoided = new Set<number>();
  let stopping = false;
  let turn = 0;

  const attempt = async (method: string, path: string, body: object): Promise<WireReply | undefined> => {
    const usable = [...wires.entries()].filter(([number]) => !avoided.has(number));
    turn += 1;
    const [server, wire] = usable[turn % usable.length] ?? [];
    if (server === undefined || wire === undefined) throw new Error('No server is left.');
    const sentAt = performance.now();
    const reply = await wire.send({ method, path, headers, body }).catch(() => undefined);
    attempts.push({ server, sentAt, answeredAt: performance.now(), reply });
    if (reply === undefined || reply.status >= 300) await sleep(pause);
    return reply;
  };

  const write = async () => {
    while (!stopping) {
      const created = await attempt('POST', '/api/agents', { name: 'Written under load', description: '0' });
      if (created?.status !== 201) continue;
      const { _id: id } = jsonOf(created)['data'] as { readonly _id: string };
      acknowledged.set(id, 0);
      for (let revision = 1; revision <= updatesOfEach && !stopping; revision += 1) {
        const updated = await attempt('PUT', `/api/agents/${id}`, { description: String(revision) });
        if (updated?.status === 200) acknowledged.set(id, revision);
      }
    }
  };
  const ended = Promise.all(Array.from({ length: count }, write)).then(() => undefined);
  // The rejection reaches the code that awaits it; until then it must not count as unhandled.
  ended.catch(() => {});
  return {
    attempts,
    acknowledged,
    avoid: (server) => avoided.add(server),
    stop: () => {
      stopping = true;
      return ended;
    },
  };
}

/** The acknowledged writes that a server no longer shows, one sentence each. */
export async function lostWrites(
  wire: Wire | undefined,
  headers: Readonly<Record<string, string>>,
  { acknowledged }: Writers,
): Promise<string[]> {
  const found = new Map<string, number>();
  let cursor: string | null = '';
  while (cursor !== null && wire !== undefined) {
    const path: string = `/api/agents?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const reply = await wire.send({ method: 'GET', path, headers });
    if (reply.status !== 200) throw new Error(`The list can't be read: ${reply.text}`);
    const page = jsonOf(reply)['data'] as Page;
    for (const { _id: id, description } of page.items) found.set(id, Number(description));
    cursor = page.nextCursor;
  }
  return [...acknowledged].flatMap(([id, revision]) => {
    const stored = found.get(id);
    if (stored === undefined) return [`${id} is gone`];
    // An update without an answer may still have been applied.
    return stored >= revision ? [] : [`${id} is at ${stored}, and ${revision} was acknowledged`];
  });
}

interface Page {
  readonly items: readonly { readonly _id: string; readonly description: string }[];
  readonly nextCursor: string | null;
}
