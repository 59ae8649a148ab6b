import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAnswers } from '../answers.ts';
import { makeAgent, providersEnv, questionFor, startProvider } from '../replies.ts';
import { startServer } from '../soak/server.ts';
import { install, unlimited } from './installation.ts';

/** Streams that are open at a time, and those that are opened together: people don't all ask at the same moment. */
const steps = [0, 1_000, 2_000] as const;
const together = 100;

/** Sends one token a second until the measurement ends. */
const lasting = { FIRST_TOKEN_MS: '50', TOKEN_MS: '1000', TOKENS: '100000' };

/** Readings of resident memory at each step, one a second. */
const readings = 15;

/** All streams come from one address. */
const manyStreams = { PARLEY_CONNECTIONS_PER_ADDRESS: '4000' };

/** The memory of a server with so many open streams, in kB. */
export interface StreamMemory {
  readonly streams: number;
  /** After a collection of the whole heap: the heap, and what its objects hold beside it. */
  readonly live: number;
  /** The most of several seconds, without a forced collection: memory that the machine must have. */
  readonly resident: number;
}

/**
 * Measures the memory of a server at each step. Memory of the process itself (compiled code, the young generation) is in
 * each step, so the difference between two is that of the streams alone.
 */
export async function measureOpenStreams(folder: string): Promise<StreamMemory[]> {
  const provider = await startProvider(lasting);
  const { key } = install(folder, 'agents:read,agents:write,conversations:read,conversations:write');
  const env = { ...unlimited, ...manyStreams, ...providersEnv({ lasting: provider }) };
  const server = await startServer(folder, { env, log: join(folder, 'server.log') });
  try {
    const at = { port: Number(new URL(server.url).port) };
    const question = questionFor(at, key, await makeAgent(at, key, 'lasting/fake'));
    // Compiles the code and grows the young generation.
    (await openAnswers(question, together))();
    const measured: StreamMemory[] = [];
    let open = 0;
    for (const streams of steps) {
      for (; open < streams; open += together) await openAnswers(question, together);
      const resident: number[] = [];
      for (let reading = 0; reading < readings; reading += 1) {
        await sleep(1_000);
        resident.push(residentOf(server.pid));
      }
      const { heapUsed = Number.NaN, external = Number.NaN } = (await server.memory()) ?? {};
      measured.push({ streams, live: (heapUsed + external) / 1000, resident: Math.max(...resident) });
    }
    return measured;
  } finally {
    server.kill();
    await provider.stop();
  }
}

/** Linux gives it in KiB (proc_pid_status(5)). */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1.024;

/** The memory that each stream adds from one step to the next, in kB. */
export const addedBy = (before: StreamMemory, after: StreamMemory): Pick<StreamMemory, 'live' | 'resident'> => ({
  live: (after.live - before.live) / (after.streams - before.streams),
  resident: (after.resident - before.resident) / (after.streams - before.streams),
});
