import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Parley } from '@parley/sdk';
import type { Random } from '../../src/random.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { password, sessionClient } from '../harness.ts';
import { startServer } from '../processes/program.ts';
import { tempFolder } from '../temp-folder.ts';
import type { Story } from './history.ts';
import { type Deed, readTrace, straceInto, traceable } from './trace.ts';
import { createHistories, startWriters } from './writers.ts';

/** Min number of acknowledged writes in a recording, and of checkpoints meanwhile. */
const leastWrites = 400;
const leastCheckpoints = 3;
const writers = 4;

/** Environment variables for a server on a recorded data folder. */
export const serverEnv = {
  PARLEY_PLAN_LIMITS: 'free=9999999',
  PARLEY_INIT_EMAIL: 'owner@example.com',
  PARLEY_INIT_PASSWORD: password,
};

/** The whole life of a server, from its first start on an empty folder to its end. */
export interface Recording {
  readonly dataDir: string;
  /** Its deeds in the folder, and when it answered. */
  readonly deeds: readonly Deed[];
  /** The requests that it got. */
  readonly stories: readonly Story[];
  /** The new key, and the request whose answer showed it. */
  readonly key: { readonly secret: string; readonly shownBy: string };
}

/**
 * Records the real server, or another `program` that takes the data folder, while writers write without pause. Rejects
 * if it doesn't start or a request fails.
 */
export async function record(random: Random, program?: string): Promise<Recording> {
  const folder = tempFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const trace = join(folder, 'trace');
  const server = await startServer(dataDir, {
    env: { ...serverEnv, ...traceable },
    under: straceInto(trace),
    ...(program !== undefined && { program: [program, dataDir] }),
  });
  const owner = sessionClient(server.url);
  await owner.sessions.create({ email: serverEnv.PARLEY_INIT_EMAIL, password });
  const made = await owner.apiKeys.create({ name: 'test', scopes: ['workspace:admin'] }).withResponse();
  const { key: apiKey } = made.data;
  const histories = createHistories(writers);
  const work = startWriters(new Parley({ baseURL: server.url, apiKey, maxRetries: 0 }), histories, random);
  while (work.acknowledged() < leastWrites) await Promise.race([sleep(20), work.ended]);
  await work.stop();
  const code = await server.stop();
  if (code !== 0) throw new Error(`The recorded server ended with ${code}: ${server.log()}`);
  const deeds = await readTrace(trace, dataDir);
  const stories = histories.flat();
  assertTelling(deeds, stories, dataDir);
  return { dataDir, deeds, stories, key: { secret: apiKey, shownBy: String(made.requestId) } };
}

/** Throws if a recording lacks an answer to an acknowledged write, or has no checkpoints. */
function assertTelling(deeds: readonly Deed[], stories: readonly Story[], dataDir: string): void {
  const answers = new Set(deeds.map((deed) => (deed.does === 'answer' ? deed.requestId : undefined)));
  const unseen = stories.flatMap(({ steps }) => steps.filter(({ acknowledgedBy }) => !answers.has(acknowledgedBy)));
  if (unseen.length > 0) throw new Error(`The recording lacks ${unseen.length} answers.`);
  const { database } = dataFolder(dataDir);
  const checkpoints = deeds.filter((deed) => deed.does === 'sync' && deed.path === database).length;
  if (checkpoints < leastCheckpoints) throw new Error(`The recording shows only ${checkpoints} checkpoints.`);
}
