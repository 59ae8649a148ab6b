import cluster from 'node:cluster';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { makePrivateFolder } from '../storage/files.ts';
import { lockDataFolder } from '../storage/sqlite/lock.ts';
import { version } from '../version.ts';
import { findDashboard } from './dashboard-folder.ts';
import { listen } from './listen.ts';
import { type CommonOptions, createLogger, openRuntime, type Runtime } from './runtime.ts';
import { serveWorkers } from './workers.ts';

/** How long a shutdown may take as a whole, in milliseconds: requests under way get 30 s of it (see `drainOnClose`). */
const drainTimeout = 35_000;

/** A server that listens. */
interface Served {
  /** Lets requests in flight finish, writes what is left and lets go of the data folder. */
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
    // A worker's connection to its parent would keep it alive.
    cluster.worker?.disconnect();
    throw error;
  }
}

/** Opens everything and listens. */
async function startServer(config: Config, options: CommonOptions): Promise<Served> {
  const logger = createLogger(config.logLevel);
  const lock = config.databaseUrl === undefined ? await lockEmbedded(config.dataDir) : undefined;
  try {
    const runtime = await openRuntime(options, logger);
    try {
      await initialise(runtime);
      await runtime.features.conversations.recover({ alone: runtime.db.engine === 'sqlite' });
      const app = await createApp(runtime, runtime.features, findDashboard());
      await listen(app, config);
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      // Where any free port would do, the address is known only now.
      const url = config.publicUrl.replace(/:0$/, `:${port}`);
      const { engine } = runtime.db;
      logger.info({ url, version, engine, dataDir: config.dataDir, migrated: runtime.migrated }, 'listening');
      if (engine === 'postgres' && config.redisUrl === undefined) {
        logger.warn('rate limits are counted by each process alone: set REDIS_URL where several share the database');
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

/** One server uses a data folder at a time; a database server serves any number of processes. */
async function lockEmbedded(dataDir: string) {
  await makePrivateFolder(dataDir);
  return lockDataFolder(dataDir);
}

/** Whether this process speaks for its siblings: alone, or the first worker. */
const isFirst = () => cluster.worker === undefined || cluster.worker.id === 1;

/** Makes the owner that `PARLEY_INIT_EMAIL` names, where nobody exists yet. */
async function initialise({ config, features }: Runtime): Promise<void> {
  if (config.init === undefined || !(await features.setup.isOpen())) return;
  const { email, password } = config.init;
  try {
    await features.accounts.create({ email, password, name: '' }, { plan: 'free', workspaceName: 'My workspace' });
  } catch (error) {
    // Of several processes that start at once, one makes the owner.
    if (await features.setup.isOpen()) throw error;
  }
}

/** Says where the service is, and, while it has no owner, how to become it. */
async function announce({ features }: Runtime, url: string): Promise<void> {
  const lines = [`Parley ${version} is ready at ${url}`];
  if (await features.setup.isOpen()) {
    const token = await features.setup.issueToken();
    lines.push('', 'Nobody owns it yet. Open this link within 30 minutes to choose your email and password:');
    lines.push(`  ${url}/setup#token=${token}`);
    lines.push('', `Without a browser: npx parley user create --email you@example.com --plan free`);
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}
