import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureAnswers, type Question, type Times } from './answers.ts';
import { answerTime, concurrent, makeAgent, providersEnv, questionFor, quick, startProvider } from './replies.ts';
import { install } from './shared/installation.ts';
import { median } from './shared/load.ts';
import {
  compressedLists,
  type Filled,
  type Measured,
  measureOperation,
  middleOf,
  operations,
  startFilled,
} from './shared/operations.ts';
import type { BenchOptions } from './shared/options.ts';
import type { Server } from './shared/processes.ts';
import { fine, table, whole } from './shared/report.ts';

const scopes = 'agents:read,agents:write,conversations:read,conversations:write,workspace:admin';

/** Numbers of connections of the agents' operations. */
const connectionCounts = [1, 32];

/** A build that runs, and its measurements by the name of the row. */
interface Version extends Filled {
  readonly question: Question;
  readonly measured: Map<string, Measured[]>;
  readonly replies: ReplyCost[];
}

/** Replies at a time, with the CPU time of each in milliseconds. */
interface ReplyCost extends Times {
  readonly cpu: number;
}

/**
 * `npm run bench -- versions --beside CHECKOUT`: this build beside the build of another checkout, which says whether a
 * change has a cost. Both run at the same time and are measured in turn, each first in every other round.
 */
export async function benchVersions(options: BenchOptions): Promise<string> {
  const { beside, rounds, folder: parent } = options;
  if (beside === undefined) throw new Error('versions needs --beside CHECKOUT, a checkout that has been built.');
  const folder = mkdtempSync(join(parent, 'parley-bench-'));
  const provider = await startProvider(quick);
  const versions: Version[] = [];
  try {
    for (const checkout of [beside, '.']) versions.push(await startVersion(checkout, { folder, provider, options }));
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? versions : [...versions].reverse();
      await measureRound(order, options);
    }
    return report(versions, options);
  } finally {
    for (const { server } of [...versions, { server: provider }]) await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function startVersion(
  checkout: string,
  { folder, provider, options }: { folder: string; provider: Server; options: BenchOptions },
): Promise<Version> {
  const installed = install(mkdtempSync(join(folder, 'data-')), scopes, { checkout });
  const filled = await startFilled(installed, options.agents, { checkout, env: providersEnv({ quick: provider }) });
  const { server, key } = filled;
  const question = questionFor(server, key, await makeAgent(server, key, 'quick/fake'));
  // Compiles the code of a turn, so that the first round costs the same as the others.
  await measureAnswers(question, { concurrent, duration: options.duration, spread: answerTime });
  return { ...filled, question, measured: new Map(), replies: [] };
}

async function measureRound(versions: readonly Version[], { duration }: BenchOptions): Promise<void> {
  for (const connections of connectionCounts) {
    for (const operation of [...operations, ...compressedLists]) {
      for (const version of versions) {
        const name = `${operation} @${connections}`;
        const measured = await measureOperation(version, operation, { connections, duration });
        version.measured.set(name, [...(version.measured.get(name) ?? []), measured]);
      }
    }
  }
  for (const version of versions) version.replies.push(await measureReplies(version, duration));
}

async function measureReplies({ server, question }: Version, duration: number): Promise<ReplyCost> {
  const before = server.cpu();
  const times = await measureAnswers(question, { concurrent, duration, spread: answerTime });
  // Each of them sent one more as a warm-up.
  return { ...times, cpu: (server.cpu() - before) / (times.answers + concurrent) };
}

function report([before, now]: readonly Version[], { agents, rounds, duration }: BenchOptions): string {
  if (before === undefined || now === undefined) throw new Error('Both versions must have been measured.');
  const rows = [...now.measured].map(([name, measured]) => {
    const [theirs, ours] = [middleOf(before.measured.get(name) ?? []), middleOf(measured)];
    const pair = (of: (each: typeof ours) => string) => `${of(theirs)} / ${of(ours)}`;
    return [
      ...[name, pair((each) => whole(each.perSecond)), fine(ours.perSecond / theirs.perSecond)],
      ...[pair((each) => whole(each.cpu)), fine(ours.cpu / theirs.cpu)],
      ...[pair((each) => fine(each.p50)), pair((each) => fine(each.p99))],
    ];
  });
  const of = ({ replies }: Version, pick: (cost: ReplyCost) => number) => median(replies.map(pick));
  const replyRow = (what: string, pick: (cost: ReplyCost) => number) => [
    ...[what, `${fine(of(before, pick))} / ${fine(of(now, pick))}`, fine(of(now, pick) / of(before, pick))],
  ];
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms; each pair: the other checkout / this one.`,
    table(['operation @connections', 'per second', 'ratio', 'CPU µs', 'ratio', 'p50 ms', 'p99 ms'], rows),
    table(
      [`${concurrent} replies at a time`, 'before / now', 'ratio'],
      [
        replyRow('CPU time of a reply, ms', ({ cpu }) => cpu),
        replyRow('first token p50, ms', ({ first }) => first.p50),
        replyRow('first token p99, ms', ({ first }) => first.p99),
      ],
    ),
    `Memory after the load: ${whole(before.server.memory())} / ${whole(now.server.memory())} MiB.`,
  ].join('\n\n');
}
