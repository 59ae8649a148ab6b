import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeInstallation, owner } from '../../../testing/crash/installation.ts';
import { sessionClient } from '../../../testing/harness.ts';
import { command } from '../../../testing/processes/command.ts';
import { expectRefused, failToStart, startServer } from '../../../testing/processes/program.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';

/** Max duration of a call in milliseconds; each starts a program, which is slow on a busy machine. */
const patience = 60_000;

const pepper = 'a pepper that is long enough to be one';

describe('parley serve', { timeout: patience }, () => {
  test('refuses a data folder that another server uses, and that server continues', async () => {
    const dataDir = join(tempFolder(), 'data');
    const first = await startServer(dataDir);
    expectRefused(await failToStart(dataDir), `Another Parley server already uses this data folder: ${dataDir}.`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.stop()).toBe(0);
    expect(await (await startServer(dataDir)).stop()).toBe(0);
  });

  test('names every wrong setting at once, shows no secret and creates nothing', async () => {
    const dataDir = join(tempFolder(), 'data');
    const env = {
      PORT: 'abc',
      PUBLIC_URL: 'example.com',
      LOG_LEVEL: 'loud',
      PARLEY_PLAN_LIMITS: 'free=0',
      PARLEY_KEY_PEPPER: 'short secret',
      PARLEY_METRICS_TOKEN: 'a secret that is long enough but has spaces',
      PARLEY_INIT_EMAIL: 'a@example.com',
      DATABASE_URL: 'mysql://root:another-secret@localhost/x',
    };
    const { code, stderr } = await failToStart(dataDir, { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Wrong settings:\n/);
    for (const name of Object.keys(env)) expect(stderr).toMatch(new RegExp(`^ {2}${name}`, 'm'));
    expect(stderr).not.toMatch(/secret|\n\s+at /);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('reports a port that is in use, and unlocks the data folder', async () => {
    const dataDir = join(tempFolder(), 'data');
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const refused = await failToStart(dataDir, { env: { PORT: String(port) } });
    expectRefused(refused, `Port ${port} of 127.0.0.1 is in use: stop what uses it, or set PORT to another one.`);
    expect(await (await startServer(dataDir)).stop()).toBe(0);
  });

  test('refuses a host that isn’t an address of this machine', async () => {
    const refused = await failToStart(join(tempFolder(), 'data'), { env: { HOST: '192.0.2.1' } });
    expectRefused(refused, '192.0.2.1 is no address of this machine: set HOST');
  });

  test('names a data folder that can’t be created', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, 'not a folder');
    const dataDir = join(file, 'data');
    expectRefused(
      await failToStart(dataDir),
      `The folder ${dataDir} could not be created: a part of its path is a file.`,
    );
  });

  test('refuses a database that is newer than the program, like every command, and doesn’t change it', async () => {
    const { dataDir } = await makeInstallation('sqlite');
    const { database } = dataFolder(dataDir);
    const connection = openConnection({ file: database });
    connection.exec("insert into schema_migrations (name, applied_at) values ('9999-future', 0)");
    connection.exec('pragma wal_checkpoint(truncate)');
    connection.close();
    const before = readFileSync(database);
    const says = 'The database is newer than this program: it has the migration 9999-future';
    expectRefused(await failToStart(dataDir), says);
    expectRefused(await command(['migrate', '--data-dir', dataDir]), says);
    expectRefused(await command(['key', 'list', '--data-dir', dataDir]), says);
    expect(readFileSync(database).equals(before)).toBe(true);
  });

  test('refuses another pepper than that of the existing keys, and creates none', async () => {
    const { dataDir } = await makeInstallation('sqlite');
    const { secrets } = dataFolder(dataDir);
    const says = 'The key pepper is not the one that this database was created with, so no API key would work.';
    expectRefused(await failToStart(dataDir, { env: { PARLEY_KEY_PEPPER: pepper } }), says);
    const text = readFileSync(secrets, 'utf8');
    writeFileSync(secrets, JSON.stringify({ keyPepper: pepper }));
    expectRefused(await failToStart(dataDir), says);
    writeFileSync(secrets, '{"keyPepper":');
    expectRefused(await failToStart(dataDir), `${secrets} holds no usable keyPepper: restore it from a backup`);
    writeFileSync(secrets, text);
    expect(await (await startServer(dataDir)).stop()).toBe(0);
  });

  test('refuses to start if its secrets are missing', async () => {
    const { dataDir } = await makeInstallation('sqlite');
    const { secrets, folder } = dataFolder(dataDir);
    renameSync(secrets, join(folder, 'elsewhere'));
    expectRefused(await failToStart(dataDir), `${secrets} is missing: restore it from a backup`);
    expect(readdirSync(folder)).not.toContain('secrets.json');
  });

  test('reads secrets from the files named by NAME_FILE', async () => {
    const folder = tempFolder();
    const dataDir = join(folder, 'data');
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), `${content}\n`);
      return join(folder, name);
    };
    const token = 'a-metrics-token-that-is-long-enough';
    const env = {
      PARLEY_INIT_EMAIL: owner.email,
      PARLEY_INIT_PASSWORD_FILE: file('password', owner.password),
      PARLEY_KEY_PEPPER_FILE: file('pepper', pepper),
      PARLEY_METRICS_TOKEN_FILE: file('token', token),
    };
    const server = await startServer(dataDir, { env });
    await sessionClient(server.url).sessions.create(owner);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(metrics.status).toBe(200);
    expect(existsSync(dataFolder(dataDir).secrets)).toBe(false);
    await server.stop();
    expect(await (await startServer(dataDir, { env: { PARLEY_KEY_PEPPER: pepper } })).stop()).toBe(0);

    const wrong = { PARLEY_KEY_PEPPER: pepper, PARLEY_KEY_PEPPER_FILE: join(folder, 'none') };
    const { code, stderr } = await failToStart(join(folder, 'other'), { env: wrong });
    expect(code).toBe(1);
    expect(stderr).toContain('PARLEY_KEY_PEPPER: is set, and PARLEY_KEY_PEPPER_FILE too; set one of them');
    expect(stderr).toContain(`PARLEY_KEY_PEPPER_FILE: ${join(folder, 'none')} can't be read`);
  });

  test('exits with code 0 on SIGINT, too', async () => {
    const server = await startServer(join(tempFolder(), 'data'));
    server.signal('SIGINT');
    expect(await server.ended).toBe(0);
  });
});
