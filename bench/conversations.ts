import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureAnswers, openAnswers, type Question, type Times } from './answers.ts';
import { answerTime, concurrent, makeAgent, providersEnv, questionFor, quick, startProvider } from './replies.ts';
import { install, startParley } from './shared/installation.ts';
import { median } from './shared/load.ts';
import type { BenchOptions } from './shared/options.ts';
import type { Server } from './shared/processes.ts';
import { fine, table, targetTable, whole } from './shared/report.ts';

/** Streams open at a time while their memory is measured. */
const openStreams = 1_000;

/** Sends one token a second until the measurement ends. */
const lasting = { FIRST_TOKEN_MS: '50', TOKEN_MS: '1000', TOKENS: '60' };

/** All streams come from one address. */
const manyStreams = { PARLEY_CONNECTIONS_PER_ADDRESS: '2000' };

const metricsToken = 'a-metrics-token-that-is-long-enough';

/** `npm run bench -- conversations`: replies through the service beside replies of the same provider asked directly. */
export async function benchConversations(options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  const provider = await startProvider(quick);
  const patient = await startProvider(lasting);
  const { key } = install(dataDir, 'agents:read,agents:write,conversations:read,conversations:write');
  const server = await startParley(dataDir, {
    env: { ...providersEnv({ quick: provider, lasting: patient }), PARLEY_METRICS_TOKEN: metricsToken, ...manyStreams },
  });
  try {
    const rounds = await measureBoth(
      questionFor(server, key, await makeAgent(server, key, 'quick/fake')),
      provider,
      options,
    );
    const cost = await measureUnits(questionFor(server, key, await makeAgent(server, key, 'quick/fake')), server);
    const lastingQuestion = questionFor(server, key, await makeAgent(server, key, 'lasting/fake'));
    const memory = await measureMemory(lastingQuestion, server);
    return report({ ...rounds, cost, memory }, options);
  } finally {
    for (const each of [server, provider, patient]) await each.stop();
    rmSync(dataDir, { recursive: true });
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

/** Measures the server's memory in MiB, before and while many replies are streamed. */
async function measureMemory(question: Question, server: Server): Promise<{ before: number; after: number }> {
  // A first round leaves compiled code and a grown heap: those belong to the process, not to a stream.
  (await openAnswers(question, 100))();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const before = server.memory();
  const close = await openAnswers(question, openStreams);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const after = server.memory();
  close();
  return { before, after };
}

interface Results {
  readonly direct: Times;
  readonly service: Times;
  readonly cost: number;
  readonly memory: { readonly before: number; readonly after: number };
}

function report({ direct, service, cost, memory }: Results, { rounds, duration }: BenchOptions): string {
  const row = (name: string, { answers, first, whole: all }: Times) => [
    name,
    whole(answers),
    ...[first.p50, first.p99, all.p50, all.p99].map(fine),
  ];
  const kilobytes = ((memory.after - memory.before) * 1024 * 1.024) / openStreams;
  const added = (pick: (times: Times) => number) => pick(service) - pick(direct);
  return [
    `Medians of ${rounds} rounds of ${duration} ms; ${concurrent} replies of ${quick.TOKENS} tokens at a time. ` +
      'Times in ms.',
    table(
      ['', 'replies', 'first token p50', 'p99', 'whole p50', 'p99'],
      [row('the provider, asked directly', direct), row('through the service', service)],
    ),
    `${openStreams} open streams: ${whole(memory.before)} MiB before, ${whole(memory.after)} MiB with them.`,
    targetTable([
      { what: 'first token, added, p50, ms', value: added(({ first }) => first.p50), kind: 'most', bound: 5 },
      { what: 'first token, added, p99, ms', value: added(({ first }) => first.p99), kind: 'most', bound: 15 },
      { what: 'memory of an open stream, kB', value: kilobytes, kind: 'most', bound: 60 },
      { what: 'units of work for a message and its reply', value: cost, kind: 'most', bound: 3 },
    ]),
  ].join('\n\n');
}
