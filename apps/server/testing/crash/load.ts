import { Agent, request } from 'node:http';

/** One request and its outcome. */
export interface Attempt {
  /** The name of the agent that it creates; undefined if it only reads. */
  readonly creates: string | undefined;
  /** When it was sent, in milliseconds of `performance.now()`. */
  readonly sentAt: number;
  /** The status of a complete reply. */
  readonly status: number | undefined;
  /** The code of the error instead of a reply, such as ECONNRESET. */
  readonly error: string | undefined;
}

/** Running clients. */
export interface Load {
  /** Everything that was sent; resolves once the server accepts no more connections. */
  readonly attempts: Promise<Attempt[]>;
}

/** Address and credentials for a client. */
export interface Target {
  readonly url: string;
  readonly key: string;
}

let agents = 0;

/**
 * Starts clients that send the next request after each answer; every second one creates agents, the others read. Each
 * keeps its connection as long as the server does. They end when a connection is refused.
 */
export function startLoad(target: Target, clients: number): Load {
  const work = Array.from({ length: clients }, (_, index) => runClient(target, index % 2 === 0));
  return { attempts: Promise.all(work).then((lists) => lists.flat()) };
}

async function runClient(target: Target, creates: boolean): Promise<Attempt[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const attempts: Attempt[] = [];
  for (;;) {
    agents += 1;
    const attempt = await send(target, agent, creates ? `agent ${agents}` : undefined);
    attempts.push(attempt);
    if (attempt.error === 'ECONNREFUSED') break;
  }
  agent.destroy();
  return attempts;
}

function send({ url, key }: Target, agent: Agent, creates: string | undefined): Promise<Attempt> {
  const sentAt = performance.now();
  const method = creates === undefined ? 'GET' : 'POST';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const end = (outcome: Partial<Attempt>) =>
      resolve({ creates, sentAt, status: undefined, error: undefined, ...outcome });
    const outgoing = request(`${url}/api/agents`, { agent, method, headers }, (incoming) => {
      incoming.resume();
      incoming.on('error', (error: NodeJS.ErrnoException) => end({ error: String(error.code) }));
      incoming.on('end', () => end({ status: incoming.statusCode }));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => end({ error: String(error.code) }));
    outgoing.end(creates === undefined ? undefined : JSON.stringify({ name: creates }));
  });
}
