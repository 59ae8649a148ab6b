import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { type Config, readConfig } from '../config.ts';
import { connectRedis } from '../redis/connection.ts';
import { dataFolder } from '../storage/data-folder.ts';
import { describeServer } from '../storage/postgres/describe.ts';
import { checkIntegrity, withReader } from '../storage/sqlite/backup-format.ts';
import { lockDataFolder } from '../storage/sqlite/lock.ts';
import { type CommonOptions, openRuntime, type Runtime } from './runtime.ts';

/** The least free disk space that isn't worth a warning, in bytes. */
const enoughSpace = 512 * 1024 * 1024;

/** What one look found. */
interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** `parley doctor`: looks at the settings, the data folder and the database; exit code 1 where something is wrong. */
export async function doctor(options: CommonOptions): Promise<void> {
  const config = readConfig(undefined, options.dataDir);
  const { folder, secrets } = dataFolder(config.dataDir);
  const settings = `data in ${folder}, address ${config.publicUrl}`;
  const findings: Finding[] = [
    { what: 'settings', ok: true, detail: settings },
    ...(config.databaseUrl === undefined ? await lookAtEmbedded(config, options) : await lookAtServer(options)),
    ...(config.redisUrl === undefined ? [] : [await look('Redis', () => lookAtRedis(config.redisUrl ?? ''))]),
    await look('secrets', async () =>
      config.keyPepper === undefined ? onlyOurs(secrets) : 'PARLEY_KEY_PEPPER is set',
    ),
  ];
  const wrong = findings.some((finding) => !finding.ok);
  const lines = findings.map(({ what, ok, detail }) => `${ok ? 'ok   ' : 'WRONG'}  ${what}: ${detail}`);
  process.stdout.write(`${options.json === true ? JSON.stringify({ ok: !wrong, findings }) : lines.join('\n')}\n`);
  if (wrong) process.exitCode = 1;
}

async function lookAtEmbedded({ dataDir }: Config, options: CommonOptions): Promise<Finding[]> {
  const { folder, database } = dataFolder(dataDir);
  return [
    await look('data folder', async () => {
      await access(folder, constants.R_OK | constants.W_OK);
      return onlyOurs(folder);
    }),
    await look('disk space', async () => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      if (free < enoughSpace) throw new Error(`only ${Math.round(free / 1024 / 1024)} MiB are free`);
      return `${Math.round(free / 1024 / 1024 / 1024)} GiB free`;
    }),
    await look('database', async () => {
      withReader(database, checkIntegrity);
      return 'whole: integrity and foreign keys are right';
    }),
    await look('schema and pepper', () => within(options, async () => 'of this version, made under this pepper')),
    await look('server', async () =>
      isServing(folder) ? 'one runs on this data folder' : 'none runs on this data folder',
    ),
  ];
}

/** The database server looks after its own disk and integrity; opening it checks that it is durable. */
async function lookAtServer(options: CommonOptions): Promise<Finding[]> {
  return [await look('database, schema and pepper', () => within(options, async ({ db }) => describeServer(db)))];
}

async function lookAtRedis(url: string): Promise<string> {
  const redis = connectRedis({ url, onNotice: () => {} });
  try {
    await redis.ping();
    return 'reachable';
  } finally {
    await redis.close();
  }
}

async function within(options: CommonOptions, use: (runtime: Runtime) => Promise<string>): Promise<string> {
  const runtime = await openRuntime(options);
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
  }
}

async function look(what: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, detail: await check() };
  } catch (error) {
    return { what, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Others must not read what is kept here. */
async function onlyOurs(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by others; make it readable by its owner only`);
  return 'readable by its owner only';
}

function isServing(folder: string): boolean {
  try {
    lockDataFolder(folder).close();
    return false;
  } catch {
    // The lock is what a running server holds; nothing else refuses it.
    return true;
  }
}
