import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIError, Parley } from '@parley/sdk';
import { between, pick, type Random } from '../../src/random.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { checkIntegrity } from '../../src/storage/sqlite/backup/backup-format.ts';
import { type Connection, openConnection } from '../../src/storage/sqlite/driver.ts';
import { collectGarbage } from '../memory/collect-garbage.ts';
import { startServer } from '../processes/program.ts';
import { createDisk, type Decide } from './disk.ts';
import { problemsWith } from './history.ts';
import { type Recording, serverEnv } from './recording.ts';
import { agentsIn, brokenUnits } from './whole.ts';

/** The harm done by power cuts, one text for each harmful cut. */
export interface Harm {
  /** Acknowledged writes that are lost or changed. */
  readonly lost: string[];
  /** Databases that SQLite finds damaged, or incomplete units of work. */
  readonly damaged: string[];
}

/**
 * Cuts the power at so many moments of a recording, each with another fate for unconfirmed changes. Starts a server on
 * what one cut of so many leaves.
 */
export async function replay(
  recording: Recording,
  cuts: number,
  { random, startOnOneIn }: { readonly random: Random; readonly startOnOneIn: number },
): Promise<Harm> {
  const { deeds, dataDir } = recording;
  const moments = Array.from({ length: cuts }, () => between(random, 0, deeds.length)).sort((a, b) => a - b);
  const disk = createDisk(dataDir);
  const answered = new Set<string>();
  const harm: Harm = { lost: [], damaged: [] };
  let done = 0;
  const playUntil = (moment: number) => {
    for (; done < moment; done += 1) {
      const deed = deeds[done];
      if (deed === undefined) throw new Error(`There is no deed ${done}.`);
      if (deed.does === 'answer') answered.add(deed.requestId);
      disk.apply(deed);
    }
  };
  for (const [index, moment] of moments.entries()) {
    playUntil(moment);
    await inNewFolder(async (folder) => {
      const fate = pick(random, fates);
      disk.cut(folder, fate.decide(random), random);
      const where = `cut ${moment} of ${deeds.length}, ${fate.name}`;
      await look(folder, { recording, answered, where, harm });
      if (index % startOnOneIn === startOnOneIn - 1) await startOn(folder, { recording, answered, where, harm });
    });
    if (index % 20 === 0) await collectGarbage();
  }
  playUntil(deeds.length);
  await inNewFolder(async (folder) => {
    disk.cut(
      folder,
      () => 'kept',
      () => 1 - Number.EPSILON,
    );
    expectSame(folder, dataDir);
  });
  return harm;
}

/** The possible fates of unconfirmed changes. */
const fates: readonly { readonly name: string; readonly decide: (random: Random) => Decide }[] = [
  { name: 'all unconfirmed lost', decide: () => () => 'dropped' },
  { name: 'none lost', decide: () => () => 'kept' },
  { name: 'any lost or torn', decide: (random) => () => pick(random, ['dropped', 'kept', 'torn']) },
  { name: 'few lost', decide: (random) => () => (random() < 0.1 ? pick(random, ['dropped', 'torn']) : 'kept') },
  {
    name: 'the last lost',
    decide: (random) => {
      let cut = false;
      return () => {
        if (cut) return 'dropped';
        cut = random() < 0.1;
        return cut ? 'torn' : 'kept';
      };
    },
  },
];

interface Left {
  readonly recording: Recording;
  readonly answered: ReadonlySet<string>;
  readonly where: string;
  readonly harm: Harm;
}

/** Checks the files after a cut, as SQLite reads them. */
async function look(folder: string, { recording, answered, where, harm }: Left): Promise<void> {
  const { database, secrets } = dataFolder(folder);
  if (answered.size > 0 && !existsSync(database)) return void harm.lost.push(`${where}: the database is gone`);
  const connection = openConnection({ file: database });
  try {
    checkIntegrity(connection);
    if (answered.size === 0) return;
    if (connection.all("select 1 from sqlite_schema where name = 'agents'").length === 0) {
      return void harm.lost.push(`${where}: the tables are gone`);
    }
    const damage = await brokenUnits((sql) => connection.all(sql));
    if (damage.length > 0) harm.damaged.push(`${where}: ${damage.join(' ')}`);
    const { stories, key, dataDir } = recording;
    const lost = problemsWith(stories, await agentsIn((sql) => connection.all(sql)), (id) => answered.has(id));
    if (!sameContent(secrets, dataFolder(dataDir).secrets)) lost.push('The secrets are gone.');
    if (answered.has(key.shownBy) && keysIn(connection) !== 1) lost.push('The API key is gone.');
    if (lost.length > 0) harm.lost.push(`${where}: ${lost.join(' ')}`);
  } catch (error) {
    harm.damaged.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    connection.close();
  }
}

const keysIn = (connection: Connection) => Number(connection.all('select count(*) as keys from api_keys')[0]?.['keys']);

/** Starts the real server on the files after a cut, and reads everything from it. */
async function startOn(folder: string, { recording, answered, where, harm }: Left): Promise<void> {
  const { stories, key } = recording;
  const server = await startServer(folder, { env: serverEnv });
  try {
    if (!answered.has(key.shownBy)) return;
    const client = new Parley({ baseURL: server.url, apiKey: key.secret, maxRetries: 0 });
    const found = [];
    for await (const { _id, ...agent } of client.agents.list({ limit: 100 })) found.push({ id: _id, ...agent });
    const lost = problemsWith(stories, found, (id) => answered.has(id));
    if (lost.length > 0) harm.lost.push(`${where}, by its API: ${lost.join(' ')}`);
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    // The key may be lost, too.
    harm.lost.push(`${where}, by its API: ${error.message}`);
  } finally {
    await server.kill();
  }
}

async function inNewFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cut-'));
  try {
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Throws if a replay without a cut doesn't reproduce the server's files byte for byte. */
function expectSame(replayed: string, real: string): void {
  // The index of the write-ahead log is memory-mapped and never read after a cut.
  const names = (folder: string) =>
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm') && name !== 'clients')
      .sort();
  for (const name of new Set([...names(replayed), ...names(real)])) {
    if (!sameContent(join(replayed, name), join(real, name))) {
      throw new Error(`The recording does not show everything that was done to ${name}.`);
    }
  }
}

const sameContent = (one: string, other: string) =>
  existsSync(one) && existsSync(other) && readFileSync(one).equals(readFileSync(other));
