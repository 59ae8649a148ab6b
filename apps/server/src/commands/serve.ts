import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { plans } from '../features/accounts/schema.ts';
import { makePrivateFolder } from '../storage/files.ts';
import { lockDataFolder } from '../storage/sqlite/lock.ts';
import { version } from '../version.ts';
import { findDashboard } from './dashboard-folder.ts';
import { type CommonOptions, createLogger, openRuntime, type Runtime } from './runtime.ts';

/** How long a shutdown waits for requests in flight, in milliseconds. */
const drainTimeout = 30_000;

/** A server that listens. */
export interface Served {
  readonly url: string;
  /** Lets requests in flight finish, writes what is left and lets go of the data folder. */
  close(): Promise<void>;
}

/** `parley serve`: runs the service until SIGTERM or SIGINT. */
export async function serve(options: CommonOptions): Promise<void> {
  const served = await startServer(options);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    const timer = setTimeout(() => process.exit(1), drainTimeout);
    served.close().then(
      () => clearTimeout(timer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Opens everything and listens. */
async function startServer(options: CommonOptions): Promise<Served> {
  const config = readConfig(process.env, options.dataDir);
  const logger = createLogger(config.logLevel);
  await makePrivateFolder(config.dataDir);
  const lock = lockDataFolder(config.dataDir);
  try {
    const runtime = await openRuntime(options, logger);
    try {
      await initialise(runtime);
      const app = await createApp(runtime, runtime.features, findDashboard());
      await app.listen({ host: config.host, port: config.port });
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      const url = process.env['PUBLIC_URL'] ? config.publicUrl : config.publicUrl.replace(/:\d+$/, `:${port}`);
      logger.info({ url, version, dataDir: config.dataDir, migrated: runtime.migrated }, 'listening');
      await announce(runtime, url);
      return {
        url,
        close: async () => {
          logger.info('shutting down');
          await app.close();
          await runtime.close();
          lock.close();
        },
      };
    } catch (error) {
      await runtime.close();
      throw error;
    }
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Makes the owner that `PARLEY_INIT_EMAIL` names, where nobody exists yet. */
async function initialise({ config, features }: Runtime): Promise<void> {
  if (config.init === undefined || !(await features.setup.isOpen())) return;
  const { email, password } = config.init;
  await features.accounts.create({ email, password, name: '' }, { plan: 'free', workspaceName: 'My workspace' });
}

/** Says where the service is, and, while it has no owner, how to become it. */
async function announce({ features }: Runtime, url: string): Promise<void> {
  const lines = [`Parley ${version} is ready at ${url}`];
  if (await features.setup.isOpen()) {
    const token = await features.setup.issueToken();
    lines.push('', 'Nobody owns it yet. Open this link within 30 minutes to choose your email and password:');
    lines.push(`  ${url}/setup#token=${token}`);
    lines.push('', `Without a browser: npx parley user create --email you@example.com --plan ${Object.keys(plans)[0]}`);
  }
  process.stderr.write(`${lines.join('\n')}\n`);
}
