import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { createSecrets } from '../access/secrets.ts';
import { createFeatures, type Features } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import { placeOfStoredKey } from '../features/models/keys/key-place.ts';
import { openShared, type Shared } from '../shared.ts';
import type { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations/index.ts';
import { migrate, missingMigrations } from '../storage/migrations/migrate.ts';
import { dataFolder } from '../storage/opening/data-folder.ts';
import { openDatabase } from '../storage/opening/open-database.ts';
import { quietly, type Report } from '../storage/progress.ts';
import { checkPepper, comparePepper, notedPepper } from '../storage/secrets/pepper-check.ts';
import { resealAll } from '../storage/secrets/resealing.ts';
import { readOrMakePepper, readPepper } from '../storage/secrets/secret-file.ts';
import { takeSnapshot } from '../storage/sqlite/backup/backup.ts';
import { version } from '../version.ts';
import { noteEventIn } from './database/note-event.ts';

/** Everything that a command works with, opened. */
export interface Runtime {
  readonly config: Config;
  readonly db: Database;
  readonly shared: Shared | undefined;
  readonly pepper: string;
  readonly logger: Logger;
  readonly now: () => number;
  readonly features: Features;
  /** The migrations that opening applied. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Options of every command. */
export interface CommonOptions {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** The database to open: that of the settings, or always the embedded one of the data folder. */
interface RuntimeOptions extends CommonOptions {
  readonly embedded?: boolean;
  /** Refuse if there is no embedded database yet, so that a mistyped folder creates none. */
  readonly existing?: boolean;
  /** Change nothing: refuse a database that lacks migrations instead of applying them. */
  readonly readOnly?: boolean;
  /** Hears of the migrations. */
  readonly report?: Report;
}

const now = () => Date.now();

/**
 * Opens the database of the settings, also beside a running server. Applies missing migrations unless the command is
 * read-only. Rejects with one sentence for the operator.
 */
export async function openRuntime(options: RuntimeOptions, logger = createLogger('warn')): Promise<Runtime> {
  const given = readConfig(undefined, options.dataDir);
  const config = options.embedded === true ? { ...given, databaseUrl: undefined } : given;
  const { dataDir } = config;
  const { database } = dataFolder(dataDir);
  if (options.existing === true && config.databaseUrl === undefined && !existsSync(database)) {
    throw new Error(`There is no database in ${dataDir}: name its folder with --data-dir or PARLEY_DATA_DIR.`);
  }
  const onNotice = (message: string) => logger.warn(message);
  const db = await openDatabase({
    dataDir,
    databaseUrl: config.databaseUrl,
    databaseConnections: config.databaseConnections,
    scans: config.scans,
    now,
    onFatal: (error) => {
      logger.fatal({ err: error }, 'the database can no longer be trusted; exiting');
      process.exit(1);
    },
    onNotice,
  });
  let shared: Shared | undefined;
  try {
    const migrated =
      options.readOnly === true
        ? await demandMigrated(db)
        : await bringUpToDate(db, { dataDir, report: options.report ?? quietly });
    const readSecrets =
      options.readOnly === true || (await notedPepper(db)) !== undefined ? readPepper : readOrMakePepper;
    // A used database already has a pepper: creating another in place of a lost file would void every key.
    const pepper = config.keyPepper ?? (await readSecrets(dataDir));
    const { check, rebind } = createSecrets(pepper);
    await (options.readOnly === true ? comparePepper : checkPepper)(db, check);
    if (options.readOnly !== true) {
      await resealAll({ db, rebind, placeOfKey: (name) => placeOfStoredKey(config.providers, name) });
    }
    shared =
      config.redisUrl === undefined
        ? undefined
        : await openShared({ url: config.redisUrl, leaseMs: config.leaseMs, onNotice });
    const features = createFeatures({ config, db, shared, pepper, logger, now });
    const close = async () => {
      try {
        await features.close();
      } finally {
        await closeStores(shared, db);
      }
    };
    return { config, db, shared, pepper, logger, now, features, migrated, close };
  } catch (error) {
    await closeStores(shared, db);
    throw error;
  }
}

/** Applies the migrations that the database lacks, with an event that names them, and returns their names. */
async function bringUpToDate(
  db: Database,
  { dataDir, report }: { readonly dataDir: string; readonly report: Report },
): Promise<string[]> {
  const applied = await migrate(db, {
    migrations,
    now,
    report,
    // PostgreSQL has its own backups.
    ...(db.engine === 'sqlite' && {
      snapshot: (migration: string) => takeSnapshot({ dataDir, program: version, now, migration }),
    }),
  });
  if (applied.length > 0) await noteEventIn(db, { type: 'database.migrated', data: { migrations: applied } });
  return applied;
}

/** Returns an empty list, or throws one sentence for the operator if the database lacks migrations. */
async function demandMigrated(db: Database): Promise<readonly string[]> {
  const missing = await missingMigrations(db, migrations);
  if (missing.length === 0) return [];
  throw new Error(
    `The database lacks the migrations ${missing.join(', ')}, and this command changes nothing: run parley migrate, ` +
      'or parley serve, first.',
  );
}

async function closeStores(shared: Shared | undefined, db: Database): Promise<void> {
  await shared?.redis.close();
  await db.close();
}

/**
 * The program's log: JSON lines on standard error, because standard output carries only answers. The lines of a worker
 * contain its number.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: cluster.worker === undefined ? null : { worker: cluster.worker.id },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
