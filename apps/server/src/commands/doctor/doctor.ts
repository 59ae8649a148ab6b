import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { createSecrets } from '../../access/secrets.ts';
import { createFeatures } from '../../app.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { connectRedis } from '../../redis/connection.ts';
import { checkFiles, countUnknown } from '../../storage/blobs/check-files.ts';
import { openStores } from '../../storage/blobs/open-stores.ts';
import type { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { missingMigrations } from '../../storage/migrations/migrate.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openDatabase } from '../../storage/opening/open-database.ts';
import { describeServer } from '../../storage/postgres/describe.ts';
import type { Report } from '../../storage/progress.ts';
import { findWrongCounts } from '../../storage/quotas/counts.ts';
import { comparePepper } from '../../storage/secrets/pepper-check.ts';
import { readPepper } from '../../storage/secrets/secret-file.ts';
import { checkIntegrity, withReader } from '../../storage/sqlite/backup/backup-format.ts';
import { isDataFolderLocked } from '../../storage/sqlite/lock.ts';
import { withProgress } from '../output/progress.ts';
import { type CommonOptions, createLogger } from '../runtime.ts';
import { checkSearchIndex } from '../search.ts';
import type { CheckResult } from './check-result.ts';
import { checkDocuments } from './documents.ts';
import { checkEmbeddings } from './embeddings.ts';
import { type Finding, findingLines } from './finding-lines.ts';
import { checkRecognition } from './recognition.ts';

/** Less free disk space than this is reported, in bytes. */
const enoughSpace = 512 * 1024 * 1024;

/**
 * `parley doctor`: checks the settings, the data folder and the database. Exits with code 1 if a check fails. Changes
 * nothing.
 */
export async function doctor(options: CommonOptions): Promise<void> {
  const config = readConfig(undefined, options.dataDir);
  const { recognition } = config;
  const { folder, secrets } = dataFolder(config.dataDir);
  const settings = `data in ${folder}, address ${config.publicUrl}`;
  const findings: Finding[] = await withProgress(async (report) => {
    const look = createCheckRunner(report);
    return [
      { what: 'settings', ok: true, detail: settings },
      ...(config.databaseUrl === undefined ? await lookAtEmbedded(config, look) : await lookAtServer(config, look)),
      ...(config.redisUrl === undefined ? [] : [await look('Redis', () => lookAtRedis(config.redisUrl ?? ''))]),
      ...(config.embeddings === undefined ? [] : [await look('embedding model', () => checkEmbeddings(config))]),
      await look('documents', checkDocuments),
      ...(recognition === undefined ? [] : [await look('text recognition', () => checkRecognition(recognition))]),
      await look('secrets', async () =>
        config.keyPepper === undefined ? onlyOurs(secrets) : 'PARLEY_KEY_PEPPER is set',
      ),
    ];
  });
  const wrong = findings.some((finding) => !finding.ok);
  const lines = findingLines(findings);
  process.stdout.write(`${options.json === true ? JSON.stringify({ ok: !wrong, findings }) : lines.join('\n')}\n`);
  if (wrong) process.exitCode = 1;
}

async function lookAtEmbedded(config: Config, look: Look): Promise<Finding[]> {
  const { folder, database } = dataFolder(config.dataDir);
  if (!existsSync(folder)) return [{ what: 'data folder', ok: false, detail: `there is no ${folder}` }];
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
    ...(existsSync(database)
      ? await lookAtDatabase(config, { database, look })
      : [{ what: 'database', ok: false, detail: `${folder} contains no database; parley serve creates one` }]),
    await look('server', async () =>
      isDataFolderLocked(folder) ? 'one runs on this data folder' : 'none runs on this data folder',
    ),
  ];
}

async function lookAtDatabase(
  config: Config,
  { database, look }: { database: string; look: Look },
): Promise<Finding[]> {
  return [
    await look('database', async () => {
      withReader(database, checkIntegrity);
      return 'whole: integrity and foreign keys are right';
    }),
    await look('schema and pepper', () => compare(config, async () => 'of this version, made under this pepper')),
    await look('files', () => compare(config, (db) => lookAtFiles(db, config))),
    await look('quotas', () => compare(config, lookAtQuotas)),
    await look('search', () => compare(config, checkSearchIndex)),
    await look('jobs', () => lookAtJobs(config)),
  ];
}

/** The database server checks its own disk and integrity; opening the database checks that it is durable. */
async function lookAtServer(config: Config, look: Look): Promise<Finding[]> {
  return [
    await look('database, schema and pepper', () => compare(config, describeServer)),
    await look('files', () => compare(config, (db) => lookAtFiles(db, config))),
    await look('quotas', () => compare(config, lookAtQuotas)),
    await look('search', () => compare(config, checkSearchIndex)),
    await look('jobs', () => lookAtJobs(config)),
  ];
}

/** Looks for every stored file in its store, and for files of the data folder that no row knows. */
async function lookAtFiles(db: Database, config: Config): Promise<string> {
  const stores = openStores(db, config);
  try {
    const { checked, unchecked, lost } = await checkFiles(db, stores);
    if (lost.count > 0)
      throw new Error(`${lost.count} of ${checked} are missing or have another size: ${lost.ids.join(', ')}`);
    const unknown = await countUnknown(db, dataFolder(config.dataDir).blobs);
    return [
      checked === 0 ? 'none stored' : `all ${checked} are there`,
      ...(unchecked > 0 ? [`${unchecked} more in the bucket not checked`] : []),
      ...(unknown > 0 ? [`${unknown} belong to no row; those of a replaced database stay until you delete them`] : []),
    ].join(', ');
  } finally {
    for (const store of Object.values(stores.all)) await store.close?.();
  }
}

/** Counts what the accounts have, and compares that with their counters. */
async function lookAtQuotas(db: Database): Promise<string> {
  const [wrong] = await findWrongCounts(db, 1);
  if (wrong === undefined) return 'every counter is right';
  const { account, kind, counted, real } = wrong;
  throw new Error(
    `${account} has ${real} ${kind}, but ${counted} are counted; parley quota recount mends all counters`,
  );
}

/** Compares the schema and pepper of a database with this program's; returns what `describe` says if they match. */
const compare = <Result>(config: Config, describe: (db: Database) => Promise<Result>): Promise<Result> =>
  withDatabase(config, async (db) => {
    const missing = await missingMigrations(db, migrations);
    if (missing.length > 0)
      throw new Error(`it lacks ${missing.join(', ')}; parley migrate, or parley serve, adds that`);
    await comparePepper(db, createSecrets(config.keyPepper ?? (await readPepper(config.dataDir))).check);
    return describe(db);
  });

/** Looks for jobs that nothing will run: dead ones, and those of kinds that this version doesn't know. */
async function lookAtJobs(config: Config): Promise<string> {
  const { found, unknown } = await surveyJobs(config).catch((cause: unknown) => {
    throw new Error(`could not be counted: ${messageOf(cause)}`, { cause });
  });
  const dead = found.filter(({ state }) => state === 'dead').map(({ kind, count }) => `${count} of ${kind}`);
  if (dead.length > 0) throw new Error(`dead: ${dead.join(', ')}; parley jobs list --state dead says why`);
  if (unknown.length > 0) throw new Error(`queued, but of a kind that this version doesn't run: ${unknown.join(', ')}`);
  const queued = found.reduce((sum, { count }) => sum + count, 0);
  return `${queued} queued or running, none dead`;
}

/** Counts the jobs. Needs neither the pepper nor Redis nor the newest schema, so it works if those are wrong. */
const surveyJobs = (config: Config) =>
  withDatabase(config, async (db) => {
    const parts = { config, db, pepper: '', logger: createLogger('silent'), now: Date.now };
    // The features alone know all kinds of jobs.
    const features = createFeatures(parts);
    try {
      // The message of a failed query contains its SQL; the operator needs the cause.
      const found = await features.jobs.survey().catch((error: Error) => {
        throw error.cause ?? error;
      });
      return { found, unknown: await features.jobs.unknown() };
    } finally {
      await features.close();
    }
  });

/** Opens the database of the settings for `use`, also beside a running server, and changes nothing. */
async function withDatabase<Result>(config: Config, use: (db: Database) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl, databaseConnections } = config;
  const db = await openDatabase({
    dataDir,
    databaseUrl,
    databaseConnections,
    now: Date.now,
    onFatal: (error) => {
      throw error;
    },
    onNotice: () => {},
  });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
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

/** Makes one check; what it throws is the finding. A text alone means that nothing is wrong. */
type Look = (what: string, check: () => Promise<string | CheckResult>) => Promise<Finding>;

const createCheckRunner =
  (report: Report): Look =>
  async (what, check) => {
    report({ what: `Checking ${what}`, holds: what === 'database' });
    try {
      const found = await check();
      return { what, ...(typeof found === 'string' ? { ok: true, detail: found } : found) };
    } catch (error) {
      return { what, ok: false, detail: messageOf(error) };
    }
  };

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && path !== undefined ? `there is no ${path}` : error.message;
}

/** Other users of the machine must not read these files. */
async function onlyOurs(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by others; make it readable by its owner only`);
  return 'readable by its owner only';
}
