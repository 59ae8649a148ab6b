import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { owner } from '../../../testing/crash/installation.ts';
import { sessionClient } from '../../../testing/harness.ts';
import { parley, type RunningServer, startServer } from '../../../testing/processes/program.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';

/** Max duration of a call in milliseconds; each starts a program, which is slow on a busy machine. */
const patience = 60_000;

/** The token of the printed link; undefined if the server printed none. */
function tokenOf({ url, log }: RunningServer): string | undefined {
  const links = log().split(`${url}/setup#token=`);
  expect(links.length).toBeLessThanOrEqual(2);
  return /^[\w-]{22,}/.exec(links[1] ?? '')?.[0];
}

/** Claims the instance; returns the status and the code. */
async function claim({ url }: RunningServer, token: string | undefined, email = owner.email): Promise<string> {
  const response = await fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, email, password: owner.password }),
  });
  const { code = '' } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`.trim();
}

const state = async ({ url }: RunningServer) => (await fetch(`${url}/api/setup`)).status;
const newFolder = () => join(tempFolder(), 'data');

describe('the first run', { timeout: patience }, () => {
  test('prints a link once, which creates one owner; afterwards its path is 404 for good', async () => {
    const dataDir = newFolder();
    const server = await startServer(dataDir);
    const token = tokenOf(server);
    expect(token).toBeDefined();
    expect(await state(server)).toBe(200);
    expect(await claim(server, 'a wrong token')).toMatch(/^4\d\d setup_token_invalid$/);
    expect(await claim(server, token)).toMatch(/^20\d$/);
    expect(await claim(server, token, 'second@example.com')).toBe('404 route_not_found');
    expect(await state(server)).toBe(404);
    await sessionClient(server.url).sessions.create(owner);
    await server.stop();

    const connection = openConnection({ file: dataFolder(dataDir).database });
    connection.exec('pragma foreign_keys = off; delete from users');
    connection.close();
    const again = await startServer(dataDir);
    expect(tokenOf(again)).toBeUndefined();
    expect(await state(again)).toBe(404);
    expect(await claim(again, token)).toBe('404 route_not_found');
  });

  test('prints a new link after a restart, and the first no longer works', async () => {
    const dataDir = newFolder();
    const first = await startServer(dataDir);
    const old = tokenOf(first);
    await first.stop();
    const second = await startServer(dataDir);
    expect(tokenOf(second)).not.toBe(old);
    expect(await claim(second, old)).toMatch(/setup_token_invalid$/);
    expect(await claim(second, tokenOf(second))).toMatch(/^20\d$/);
  });

  test('lets one of 50 simultaneous claims win', async () => {
    const dataDir = newFolder();
    const server = await startServer(dataDir);
    const token = tokenOf(server);
    const claims = Array.from({ length: 50 }, (_, index) => claim(server, token, `person-${index}@example.com`));
    const answers = await Promise.all(claims);
    expect(answers.filter((answer) => /^20\d$/.test(answer))).toHaveLength(1);
    // One address may have 32 bodies arriving and 32 passwords waiting at the same time: some claims must retry. Later
    // ones get 404.
    expect(
      new Set(answers.filter((answer) => !/^20\d$|^503 unavailable$|^429 too_many_concurrent$/.test(answer))),
    ).toEqual(new Set(['404 route_not_found']));
    const connection = openConnection({ file: dataFolder(dataDir).database, readOnly: true });
    expect(connection.all('select count(*) as people from users')).toEqual([{ people: 1 }]);
    connection.close();
  });

  test('PARLEY_INIT creates the owner without a link, once', async () => {
    const dataDir = newFolder();
    const env = { PARLEY_INIT_EMAIL: owner.email, PARLEY_INIT_PASSWORD: owner.password };
    const server = await startServer(dataDir, { env });
    expect(tokenOf(server)).toBeUndefined();
    expect(await state(server)).toBe(404);
    await sessionClient(server.url).sessions.create(owner);
    await server.stop();
    const changed = await startServer(dataDir, { env: { ...env, PARLEY_INIT_PASSWORD: 'another long password' } });
    await sessionClient(changed.url).sessions.create(owner);
    expect(changed.log() + server.log()).not.toContain(owner.password);
  });

  test('ends once the command line has created a person', async () => {
    const dataDir = newFolder();
    const server = await startServer(dataDir);
    const token = tokenOf(server);
    expect((await parley(['user', 'create', '--email', owner.email, '--data-dir', dataDir])).code).toBe(0);
    expect(await state(server)).toBe(404);
    expect(await claim(server, token)).toBe('404 route_not_found');
  });
});

test('gets from an empty folder to an API answer: link, owner, key, curl', {
  timeout: patience,
}, async (context) => {
  const started = performance.now();
  const server = await startServer(newFolder());
  const client = sessionClient(server.url);
  await client.setup.complete({ ...owner, token: tokenOf(server) ?? '' });
  const { key } = await client.apiKeys.create({ name: 'First', scopes: ['agents:read', 'agents:write'] });
  const args = ['-sS', `${server.url}/api/agents`, '-H', `Authorization: Bearer ${key}`, '--json', '{"name":"First"}'];
  const { error, stdout } = spawnSync('curl', args, { encoding: 'utf8' });
  if (error !== undefined) return context.skip('there is no curl on this machine');
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { name: 'First', status: 'active' } });
  const took = Math.round(performance.now() - started);
  process.stdout.write(`first run: ${took} ms from an empty folder to an agent made with curl\n`);
});
