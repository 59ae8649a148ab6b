import type { AddressInfo } from 'node:net';
import { createFeatures } from '../../src/app.ts';
import { createLogger } from '../../src/commands/runtime.ts';
import { readConfig } from '../../src/config/config.ts';
import { createApp } from '../../src/serving.ts';
import { migrations } from '../../src/storage/migrations/index.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';
import { readOrMakePepper } from '../../src/storage/secrets/secret-file.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';

/**
 * The real server with one difference: it acknowledges a write without waiting for the disk (`synchronous = NORMAL`).
 * The power-cut test must detect that. No setting of the real program does this.
 *
 *   weak-server DIR
 */
const [dataDir = ''] = process.argv.slice(2);
const logger = createLogger('warn');
const now = () => Date.now();
const config = readConfig(process.env, dataDir);
const fail = (error: Error) => {
  throw error;
};
const file = dataFolder(config.dataDir).database;
const db = await openSqlite({
  file,
  synchronous: 'NORMAL',
  onFatal: fail,
  onNotice: (message) => logger.warn(message),
});
await migrate(db, { migrations, now });
const parts = { config, db, pepper: await readOrMakePepper(config.dataDir), logger, now };
const features = createFeatures(parts);
if (config.init !== undefined) {
  await features.accounts.create({ ...config.init, name: '' }, { plan: 'free', workspaceName: 'Home' });
}
const app = await createApp(parts, features);
await app.listen({ host: config.host, port: config.port });
process.stderr.write(`The weak server is ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', async () => {
  await app.close();
  await features.close();
  await db.close();
});
