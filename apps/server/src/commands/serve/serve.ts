import cluster from 'node:cluster';
import { type Config, readConfig } from '../../config/config.ts';
import { createApp, publicUrlOf } from '../../serving.ts';
import { makePrivateFolder } from '../../storage/files.ts';
import { lockDataFolder } from '../../storage/sqlite/lock.ts';
import { version } from '../../version.ts';
import { findBuiltFolders, nameOfCommand } from '../built-folders.ts';
import { type CommonOptions, createLogger, openRuntime, type Runtime } from '../runtime.ts';
import { boundHeapGrowth } from './heap-growth.ts';
import { listen } from './listen.ts';
import { serveWorkers } from './workers.ts';

/** Max duration of a whole shutdown, in milliseconds; requests under way have 30 s of it (see `drainOnClose`). */
const drainTimeout = 35_000;

/** A listening server. */
interface Served {
  /** Finishes requests under way, writes what is pending and unlocks the data folder. */
  close(): Promise<void>;
}

interface ServeOptions extends CommonOptions {
  readonly workers?: number;
}

/** `parley serve`: runs the service until SIGTERM or SIGINT, in this process or in several that share its port. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = readConfig(undefined, options.dataDir);
  if (options.workers !== undefined && cluster.isPrimary) {
    return serveWorkers(options.workers, { config, logger: createLogger(config.logLevel), drainTimeout });
  }
  const starting = startServer(config, options);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const timer = setTimeout(() => process.exit(1), drainTimeout);
    const closing = starting.then((served) => served.close());
    closing.then(
      () => {
        clearTimeout(timer);
        cluster.worker?.disconnect();
      },
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    await starting;
  } catch (error) {
    // An open connection to the parent would keep a worker alive.
    cluster.worker?.disconnect();
    throw error;
  }
}

/** Opens everything and starts to listen. */
async function startServer(config: Config, options: CommonOptions): Promise<Served> {
  boundHeapGrowth();
  const logger = createLogger(config.logLevel);
  const lock = config.databaseUrl === undefined ? await lockEmbedded(config.dataDir) : undefined;
  try {
    const runtime = await openRuntime(options, logger);
    try {
      await initialise(runtime);
      await runtime.features.conversations.recover({ alone: runtime.db.engine === 'sqlite' });
      const app = await createApp(runtime, runtime.features, findBuiltFolders());
      await listen(app, config);
      const url = publicUrlOf(config, app);
      const { engine } = runtime.db;
      logger.info({ url, version, engine, dataDir: config.dataDir, migrated: runtime.migrated }, 'listening');
      if (engine === 'postgres' && config.redisUrl === undefined) {
        logger.warn('each process counts rate limits alone: set REDIS_URL if several processes share the database');
      }
      if (isFirst()) await announce(runtime, url);
      return {
        close: async () => {
          logger.info('shutting down');
          await app.close();
          await runtime.close();
          lock?.close();
        },
      };
    } catch (error) {
      await runtime.close();
      throw error;
    }
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** Only one server may use a data folder; any number may share a PostgreSQL database. */
async function lockEmbedded(dataDir: string) {
  await makePrivateFolder(dataDir);
  return lockDataFolder(dataDir);
}

/** True if this process reports for its siblings: it is alone, or the first worker. */
const isFirst = () => cluster.worker === undefined || cluster.worker.id === 1;

/** Creates the owner that `PARLEY_INIT_EMAIL` names, if the instance has no person yet. */
async function initialise({ config, features }: Runtime): Promise<void> {
  if (config.init === undefined || !(await features.setup.isOpen())) return;
  const { email, password } = config.init;
  try {
    await features.accounts.create({ email, password, name: '' }, { plan: 'free', workspaceName: 'My workspace' });
  } catch (error) {
    // If several processes start at the same time, another one has created the owner.
    if (await features.setup.isOpen()) throw error;
  }
}

/** Prints the address of the service and, while it has no owner, the link that creates one. */
async function announce({ features }: Runtime, url: string): Promise<void> {
  const lines = [`Parley ${version} is ready at ${url}`];
  if (await features.setup.isOpen()) {
    const token = await features.setup.issueToken();
    lines.push('', 'It has no owner yet. Open this link within 30 minutes to choose your email and password:');
    lines.push(`  ${url}/setup#token=${token}`);
    lines.push('', `Without a browser: ${nameOfCommand()} user create --email you@example.com --plan free`);
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}
