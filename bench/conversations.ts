import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureAnswers, type Question, type Times } from './answers.ts';
import { answerTime, concurrent, makeAgent, providersEnv, questionFor, quick, startProvider } from './replies.ts';
import { install, startParley } from './shared/installation.ts';
import { median } from './shared/load.ts';
import { addedBy, measureOpenStreams, type StreamMemory } from './shared/open-streams.ts';
import type { BenchOptions } from './shared/options.ts';
import type { Server } from './shared/processes.ts';
import { fine, table, targetTable, whole } from './shared/report.ts';

const metricsToken = 'a-metrics-token-that-is-long-enough';

/** `npm run bench -- conversations`: replies through the service beside replies of the same provider asked directly. */
export async function benchConversations(options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  const streamsDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  const provider = await startProvider(quick);
  const { key } = install(dataDir, 'agents:read,agents:write,conversations:read,conversations:write');
  const server = await startParley(dataDir, {
    env: { ...providersEnv({ quick: provider }), PARLEY_METRICS_TOKEN: metricsToken },
  });
  try {
    const rounds = await measureBoth(
      questionFor(server, key, await makeAgent(server, key, 'quick/fake')),
      provider,
      options,
    );
    const cost = await measureUnits(questionFor(server, key, await makeAgent(server, key, 'quick/fake')), server);
    const memory = await measureOpenStreams(streamsDir);
    return report({ ...rounds, cost, memory }, options);
  } finally {
    for (const each of [server, provider]) await each.stop();
    for (const folder of [dataDir, streamsDir]) rmSync(folder, { recursive: true });
  }
}

const directly = ({ port }: Server): Question => ({
  port,
  path: '/v1/chat/completions',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'fake', stream: true, messages: [{ role: 'user', content: 'What do you say?' }] }),
  token: '"content":"word',
});

/** Interleaves the rounds, so that noise of the machine affects both alike. */
async function measureBoth(through: Question, provider: Server, { rounds, duration }: BenchOptions) {
  const direct: Times[] = [];
  const service: Times[] = [];
  const load = { concurrent, duration, spread: answerTime };
  await measureAnswers(through, load);
  for (let round = 0; round < rounds; round += 1) {
    direct.push(await measureAnswers(directly(provider), load));
    service.push(await measureAnswers(through, load));
  }
  return { direct: middle(direct), service: middle(service) };
}

const middle = (rounds: readonly Times[]): Times => {
  const of = (pick: (times: Times) => number) => median(rounds.map(pick));
  return {
    answers: of(({ answers }) => answers),
    first: { p50: of(({ first }) => first.p50), p99: of(({ first }) => first.p99) },
    whole: { p50: of(({ whole }) => whole.p50), p99: of(({ whole }) => whole.p99) },
  };
};

/** Counts the units of work, each a transaction, of one message and its reply of 40 tokens. */
async function measureUnits(question: Question, server: Server): Promise<number> {
  const before = await unitsOf(server);
  const { answers } = await measureAnswers(question, { concurrent: 10, duration: 3_000, spread: 0 });
  // Each of the ten sent one more as a warm-up.
  return ((await unitsOf(server)) - before) / (answers + 10);
}

async function unitsOf({ port }: Server): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Number(/^parley_units_of_work_total\{outcome="done"\} (\d+)$/m.exec(await reply.text())?.[1]);
}

interface Results {
  readonly direct: Times;
  readonly service: Times;
  readonly cost: number;
  readonly memory: readonly StreamMemory[];
}

function memoryRow(memory: StreamMemory, before?: StreamMemory): string[] {
  const added = before && addedBy(before, memory);
  const figures = [memory.streams, memory.live, memory.resident].map(whole);
  return [...figures, ...(added === undefined ? ['', ''] : [added.live, added.resident].map(whole))];
}

function report({ direct, service, cost, memory }: Results, { rounds, duration }: BenchOptions): string {
  const row = (name: string, { answers, first, whole: all }: Times) => [
    name,
    whole(answers),
    ...[first.p50, first.p99, all.p50, all.p99].map(fine),
  ];
  const [none, some, many] = memory as readonly [StreamMemory, StreamMemory, StreamMemory];
  const marginal = addedBy(some, many);
  const added = (pick: (times: Times) => number) => pick(service) - pick(direct);
  return [
    `Medians of ${rounds} rounds of ${duration} ms; ${concurrent} replies of ${quick.TOKENS} tokens at a time. ` +
      'Times in ms.',
    table(
      ['', 'replies', 'first token p50', 'p99', 'whole p50', 'p99'],
      [row('the provider, asked directly', direct), row('through the service', service)],
    ),
    'Memory while each open stream gets a token a second. Live is after a collection of the whole heap; resident is the ' +
      'most in 15 s without a forced one.',
    table(
      ['open streams', 'live, kB', 'resident, kB', 'live of one more, kB', 'resident of one more, kB'],
      [memoryRow(none), memoryRow(some, none), memoryRow(many, some)],
    ),
    targetTable([
      { what: 'first token, added, p50, ms', value: added(({ first }) => first.p50), kind: 'most', bound: 5 },
      { what: 'first token, added, p99, ms', value: added(({ first }) => first.p99), kind: 'most', bound: 15 },
      { what: 'resident memory of one more open stream, kB', value: marginal.resident, kind: 'most', bound: 60 },
      { what: 'units of work for a message and its reply', value: cost, kind: 'most', bound: 3 },
    ]),
  ].join('\n\n');
}
