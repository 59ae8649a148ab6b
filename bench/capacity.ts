import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { measureAnswers, type Question, type Times } from './answers.ts';
import { answerTime, makeAgent, providersEnv, questionFor, quick, startProvider } from './replies.ts';
import { type Installed, install, startParley } from './shared/installation.ts';
import type { BenchOptions } from './shared/options.ts';
import type { Server } from './shared/processes.ts';
import { fine, table, whole } from './shared/report.ts';

/** Conversations at a time: each begins with a message, reads its streamed reply, and is followed by another one. */
const steps = [50, 100, 150, 200, 300, 400, 600, 800];

/** A user sees no delay: what the process may add to the first token of 99 of 100 replies, in ms. */
const unnoticed = 250;

/** Followers of conversations in which nothing happens, as open windows of a website are. */
const follower = { counts: [1_000, 4_000], settledMs: 5_000 } as const;

/** All followers come from one address, and the plan is not what is measured. */
const unlimited = { PARLEY_CONNECTIONS_PER_ADDRESS: '10000' };

/**
 * `npm run bench -- capacity`: the conversations a minute and the open streams that one process on the embedded
 * database carries, with all cores of the machine. The load and the provider use one of them, too.
 */
export async function benchCapacity(options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  const provider = await startProvider(quick);
  const installed = install(dataDir, 'agents:read,agents:write,conversations:read,conversations:write');
  const server = await startParley(dataDir, {
    cores: `0-${availableParallelism() - 1}`,
    env: { ...providersEnv({ quick: provider }), ...unlimited },
  });
  try {
    const question = questionFor(server, installed.key, await makeAgent(server, installed.key, 'quick/fake'));
    await measureAnswers(question, { concurrent: 50, duration: options.duration, spread: answerTime });
    const carried = await carry({ question, provider, server }, options);
    const followed = await follow(server, installed, await makeAgent(server, installed.key, 'builtin/echo'));
    return report(carried, followed, options);
  } finally {
    for (const each of [server, provider]) await each.stop();
    rmSync(dataDir, { recursive: true });
  }
}

interface Step {
  readonly concurrent: number;
  readonly direct: Times;
  readonly service: Times;
  /** Cores' worth of CPU time that the process used. */
  readonly cores: number;
}

interface Parts {
  readonly question: Question;
  readonly provider: Server;
  readonly server: Server;
}

/** Raises the number of conversations until users notice; the last step is the first one that they do. */
async function carry({ question, provider, server }: Parts, { duration }: BenchOptions): Promise<Step[]> {
  const done: Step[] = [];
  for (const concurrent of steps) {
    const load = { concurrent, duration, spread: answerTime };
    const direct = await measureAnswers(directly(provider), load);
    const [cpu, begun] = [server.cpu(), performance.now()];
    const service = await measureAnswers(question, load);
    const cores = (server.cpu() - cpu) / (performance.now() - begun);
    done.push({ concurrent, direct, service, cores });
    if (added({ direct, service }) > unnoticed) break;
  }
  return done;
}

const added = ({ direct, service }: Pick<Step, 'direct' | 'service'>): number => service.first.p99 - direct.first.p99;

/** The same replies, read from the provider itself. */
const directly = ({ port }: Server): Question => ({
  port,
  path: '/v1/chat/completions',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'fake', stream: true, messages: [{ role: 'user', content: 'What do you say?' }] }),
  token: '"content":"word',
});

interface Followed {
  readonly count: number;
  readonly memory: number;
  /** Share of one core while nothing happens. */
  readonly cores: number;
}

/** Opens followers, and measures the process while they wait. */
async function follow(server: Server, { key }: Installed, agent: string): Promise<Followed[]> {
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/agents/${agent}/chat`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello' }),
  });
  const { data } = (await reply.json()) as { data: { conversation: { _id: string } } };
  const path = `/api/conversations/${data.conversation._id}/events`;
  const sockets = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open: IncomingMessage[] = [];
  const measured: Followed[] = [];
  const measure = async () => {
    const cpu = server.cpu();
    await new Promise((resolve) => setTimeout(resolve, follower.settledMs));
    measured.push({
      count: open.length,
      memory: server.memory(),
      cores: (server.cpu() - cpu) / follower.settledMs,
    });
  };
  await measure();
  for (const count of follower.counts) {
    while (open.length < count) {
      const more = Array.from({ length: Math.min(100, count - open.length) }, () =>
        opened({ server, path, headers, sockets }),
      );
      open.push(...(await Promise.all(more)));
    }
    await measure();
  }
  for (const each of open) each.destroy();
  return measured;
}

/** Opens a stream of events; resolves with its response, which is then read and forgotten. */
const opened = (call: { server: Server; path: string; headers: Record<string, string>; sockets: Agent }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { server, path, headers, sockets: agent } = call;
    get({ host: '127.0.0.1', port: server.port, path, headers, agent }, (response) => {
      if (response.statusCode === 200) resolve(response.resume());
      else reject(new Error(`${path} answered ${response.statusCode}.`));
    }).once('error', reject);
  });

function report(carried: readonly Step[], followed: readonly Followed[], { duration }: BenchOptions): string {
  // By Little's law: the load asks anew as soon as a reply has ended.
  const perMinute = ({ service, concurrent }: Step) => (concurrent * 60_000) / service.whole.p50;
  const rows = carried.map((step) => [
    whole(step.concurrent),
    whole(perMinute(step)),
    fine(step.service.first.p50 - step.direct.first.p50),
    fine(added(step)),
    fine(step.cores),
  ]);
  const open = followed.map(({ count, memory, cores }) => [whole(count), whole(memory), fine(cores)]);
  return [
    `Each step: ${duration} ms; replies of ${quick.TOKENS} tokens, which take the provider ${answerTime} ms. ` +
      `It ends where the first token of 1 in 100 replies comes more than ${unnoticed} ms late.`,
    table(['conversations at a time', 'replies a minute', 'first token, added p50, ms', 'p99', 'cores used'], rows),
    'Streams of events in which nothing happens:',
    table(['open', 'memory, MiB', 'cores used'], open),
  ].join('\n\n');
}
