// @module-tag sql

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installation, makeInstallation } from '../crash/installation.ts';
import { startLoad } from '../crash/load.ts';
import { engines } from '../databases/engines.ts';
import { parley, type RunningServer, startServer } from '../processes/program.ts';
import { tempFolder } from '../temp-folder.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const clients = 8;
const patient = { timeout: 40_000, interval: 20 };

/** The child processes of a process. */
function childrenOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}

const listening = (server: RunningServer) => server.log().match(/"msg":"listening"/g)?.length ?? 0;

/** Starts a server with three workers, and waits until all of them serve. */
async function startWorkers({ dataDir, env }: Installation) {
  const args = [program, 'serve', '--workers', '3', '--data-dir', dataDir];
  const server = await startServer(dataDir, { env: { ...env, LOG_LEVEL: 'info' }, program: args });
  await vi.waitFor(() => expect(listening(server)).toBe(3), patient);
  // This process's own child that was started with these words.
  const primary = childrenOf(process.pid).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir));
  return { server, workers: () => childrenOf(primary ?? 0) };
}

describe.runIf(engines.includes('postgres') && process.platform === 'linux')(
  'serve --workers 3',
  { timeout: 90_000 },
  () => {
    let installation: Installation;
    beforeAll(async () => {
      installation = await makeInstallation('postgres');
    });
    afterAll(() => installation.close());

    test('answers behind one port, prints its address once, and drains on SIGTERM', async () => {
      const { server, workers } = await startWorkers(installation);
      expect(workers()).toHaveLength(3);
      expect(server.log().match(/is ready at/g)).toHaveLength(1);
      const named = [...server.log().matchAll(/"worker":(\d)/g)].map(([, worker]) => worker);
      expect(new Set(named)).toEqual(new Set(['1', '2', '3']));
      const client = installation.client(server.url);
      const made = await Promise.all(
        Array.from({ length: 30 }, (_, index) => client.agents.create({ name: `${index}` })),
      );
      const read = await Promise.all(made.map(({ _id }) => client.agents.retrieve(_id)));
      expect(read).toEqual(made);

      // SIGTERM drains them all: every request sent before it succeeds. Four starts take five seconds of a core.
      const load = startLoad({ url: server.url, key: installation.key }, clients);
      await sleep(200);
      const told = performance.now();
      expect(await server.stop()).toBe(0);
      expect(workers()).toEqual([]);
      const attempts = await load.attempts;
      expect(attempts.length).toBeGreaterThan(clients);
      const failed = attempts.filter(({ status }) => status !== 200 && status !== 201);
      expect(failed.filter(({ sentAt }) => sentAt <= told)).toEqual([]);
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([undefined]));
    });

    test('a worker drains on SIGTERM, a dead one is replaced, and the others keep serving', async () => {
      const { server, workers } = await startWorkers(installation);
      const load = startLoad({ url: server.url, key: installation.key }, clients);
      await sleep(200);
      const [first = 0, second = 0] = workers();
      process.kill(first, 'SIGTERM');
      await vi.waitFor(() => expect(listening(server)).toBe(4), patient);
      const killed = performance.now();
      process.kill(second, 'SIGKILL');
      await vi.waitFor(() => expect(listening(server)).toBe(5), patient);
      const replaced = performance.now();
      expect(workers()).toHaveLength(3);
      expect(workers()).not.toContain(second);
      expect(await server.stop()).toBe(0);
      const attempts = await load.attempts;
      // The killed worker's requests fail, and those handed to it until its end is noticed; none of the drained one's.
      const failed = attempts.filter(({ error, sentAt }) => error !== undefined && sentAt < replaced);
      expect(failed.filter(({ sentAt }) => sentAt < killed).length).toBeLessThanOrEqual(clients);
      expect(failed.filter(({ sentAt }) => sentAt < killed - 1000)).toEqual([]);
      expect(attempts.filter(({ status }) => status !== undefined && status >= 400)).toEqual([]);
      const stored = new Set((await installation.agents()).map(({ name }) => name));
      const acknowledged = attempts.filter(({ creates, status }) => creates !== undefined && status === 201);
      expect(acknowledged.filter(({ creates }) => !stored.has(String(creates)))).toEqual([]);
    });
  },
);

describe('serve --workers refuses in one sentence', () => {
  test('the embedded database', async () => {
    const { code, stderr } = await parley(['serve', '--workers', '2', '--data-dir', tempFolder()]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The embedded database belongs to one process/),
    });
  });

  test('an unreachable database, once for all workers', async () => {
    const env = { DATABASE_URL: 'postgres://parley:secret@127.0.0.1:1/parley' };
    const { code, stderr } = await parley(['serve', '--workers', '3', '--data-dir', tempFolder()], { env });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'The database 127.0.0.1:1/parley could not be opened: the connection was refused.\n',
    });
  });

  test('an invalid number', async () => {
    const { code, stderr } = await parley(['serve', '--workers', 'many', '--data-dir', tempFolder()]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Give 1 to 64.') });
  });
});
