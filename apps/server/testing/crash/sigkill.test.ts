// @module-tag sql

import { describe, expect, test, vi } from 'vitest';
import { between, createRandom, type Random } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { killWhileStarting, parley, type RunningServer, startServer } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { type FoundAgent, problemsWith, settle } from './history.ts';
import { type Installation, makeInstallation } from './installation.ts';
import { createAgain, createHistories, type Histories, someCreations, startWriters } from './writers.ts';

/** Kills by engine: fewer if the database is another process, which survives. */
const killsOn = { sqlite: runs(3, 'PARLEY_TEST_KILLS', 15), postgres: runs(2, 'PARLEY_TEST_KILLS', 5) };
const writers = 4;

/** Max kills per data folder; a new folder keeps long runs from slowing down. */
const killsOnOne = 50;

/** One start in this many is killed once before it completes. */
const killOneStartIn = 5;

/**
 * Max duration of a start after a kill, in milliseconds. On a busy machine it may be this many times the duration of
 * printing the version instead. The goal is 2 s for 99 of 100; the figures are printed.
 */
const slowestStart = 5_000;
const versionsAtMost = 10;

const seed = announceSeed('testing/crash/sigkill');

describe.each(engines)('a server on %s that is killed under four writers', (engine) => {
  const kills = killsOn[engine];
  test(`loses no acknowledged write in ${kills} kills`, { timeout: 120_000 + kills * 20_000 }, async () => {
    const random = createRandom(seed);
    const starts: Start[] = [];
    let acknowledged = 0;
    for (let done = 0; done < kills; done += killsOnOne) {
      const times = Math.min(killsOnOne, kills - done);
      const installation = await makeInstallation(engine);
      acknowledged += await killRepeatedly({ installation, times, random, starts });
      await installation.close();
    }
    report(`${engine}: ${kills} kills, ${acknowledged} acknowledged writes, ready after`, starts);
    expect(acknowledged).toBeGreaterThan(kills);
    const limit = ({ version }: Start) => Math.max(slowestStart, versionsAtMost * version);
    expect(starts.filter((start) => start.readyAfter > limit(start))).toEqual([]);
  });
});

/** Durations of a start after a kill, and of printing the version just before, in milliseconds. */
interface Start {
  readonly readyAfter: number;
  readonly version: number;
}

interface Run {
  readonly installation: Installation;
  readonly times: number;
  readonly random: Random;
  /** Called with each start after a kill. */
  readonly starts: Start[];
}

/**
 * Kills a server, starts the next on the same data and looks for damage, repeatedly; returns the number of acknowledged
 * writes.
 */
async function killRepeatedly({ installation, times, random, starts }: Run): Promise<number> {
  const { dataDir, env } = installation;
  const histories = createHistories(writers);
  let acknowledged = 0;
  let server = await startServer(dataDir, { env });
  let version = await timeVersion();
  for (let kill = 0; kill < times; kill += 1) {
    const work = startWriters(installation.client(server.url), histories, random);
    await new Promise((resolve) => setTimeout(resolve, between(random, 5, 500)));
    // Every second kill waits for an acknowledged write, so that slow machines have some.
    if (kill % 2 === 0) await vi.waitFor(() => expect(work.acknowledged()).toBeGreaterThan(2), 20_000);
    await server.kill();
    await work.ended;
    acknowledged += work.acknowledged();
    if (kill % killOneStartIn === 0) {
      await killWhileStarting(dataDir, between(random, 50, 600), { env });
      version = await timeVersion();
    }
    server = await startServer(dataDir, { env });
    starts.push({ readyAfter: server.readyAfter, version });
    expect(await damage({ installation, server, histories, random }), `after kill ${kill + 1}`).toEqual([]);
  }
  await server.kill();
  return acknowledged;
}

interface Left {
  readonly installation: Installation;
  readonly server: RunningServer;
  readonly histories: Histories;
  readonly random: Random;
}

/** The problems after a kill. Afterwards every step in the histories counts as acknowledged. */
async function damage({ installation, server, histories, random }: Left): Promise<string[]> {
  const client = installation.client(server.url);
  const stories = histories.flat();
  const agents = async (): Promise<FoundAgent[]> => {
    const found: FoundAgent[] = [];
    for await (const { _id, ...agent } of client.agents.list({ limit: 100 })) found.push({ id: _id, ...agent });
    return found;
  };
  const found = await agents();
  const problems = problemsWith(stories, found);
  const uncertain = stories.filter(({ steps }) => steps.length === 1 && steps[0]?.acknowledgedBy === undefined);
  settle(stories, found);
  const repeated = [...uncertain, ...someCreations(histories, 1, random)];
  for (const story of repeated) {
    const { id, replayed } = await createAgain(client, story);
    if (replayed !== story.steps.length > 0) problems.push(`${story.name} was created by its repeat, or not.`);
    if (story.id !== undefined && story.id !== id) problems.push(`${story.name} has another id in its repeat.`);
    story.id = id;
    if (story.steps.length === 0) story.steps.push({ to: 0, acknowledgedBy: 'repeated after a crash' });
  }
  return [...problems, ...problemsWith(stories, await agents()), ...(await installation.inspect())];
}

async function timeVersion(): Promise<number> {
  const started = performance.now();
  await parley(['--version']);
  return performance.now() - started;
}

/** Prints the durations of the starts, as percentiles. */
function report(what: string, starts: readonly Start[]): void {
  const percentiles = (milliseconds: readonly number[]) => {
    const sorted = milliseconds.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
    return `${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${at(1)} ms (slowest)`;
  };
  const version = percentiles(starts.map((start) => start.version));
  process.stdout.write(`${what} ${percentiles(starts.map(({ readyAfter }) => readyAfter))}; --version: ${version}\n`);
}
