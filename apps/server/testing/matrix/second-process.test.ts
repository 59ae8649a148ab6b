// @module-tag sql
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runtime } from '../../src/commands/runtime.ts';
import { engines } from '../databases/engines.ts';
import { password } from '../harness.ts';
import { type Installation, install } from './program.ts';

/** Max time until another process's change of rights takes effect, in milliseconds. */
const atMost = 5_000;

/** A person with a key and a dashboard session. */
interface Victim {
  readonly email: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const asked = ({ url }: { url: string }, { headers }: Victim) =>
  fetch(`${url}/api/me`, { headers }).then(({ status }) => status);

/** Operator commands that run beside a server. */
const commands: Readonly<Record<string, (runtime: Runtime, victim: Victim) => Promise<void>>> = {
  'key revoke': ({ features }, { id }) => features.keyOperations.revoke(id),
  'user suspend': ({ features }, { email }) => features.accounts.setStatus(email, 'suspended'),
};

describe.each(engines)('changes of rights by another process, on %s', (engine) => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await install(engine);
  });
  afterAll(() => installation.remove());

  const makeVictim = (email: string) =>
    installation.command(async ({ features }): Promise<Victim> => {
      const draft = { email, name: '', password };
      const { user, account } = await features.accounts.create(draft, { plan: 'business', workspaceName: 'Home' });
      const base = { account: account.id, user, name: 'test', scopes: ['agents:read'] as const };
      const { _id, key } = await features.keyOperations.create({ ...base, environment: 'production' });
      return { email, id: _id, headers: { authorization: `Bearer ${key}` } };
    });

  // A server checks for changes every second; its first check must work like any other.
  // Sequential, because any change of rights makes every server check again.
  const cases = Object.keys(commands).flatMap((name) => [
    { name, when: 'at once', after: 0 },
    { name, when: 'later', after: 1_200 },
  ]);

  it.each(cases)('parley $name takes effect, done $when', async ({ name, after }) => {
    const victim = await makeVictim(`${name.replace(' ', '-')}-${after}@example.com`);
    const server = await installation.serve();
    try {
      await sleep(after);
      expect(await asked(server, victim)).toBe(200);
      await installation.command((runtime) => commands[name]?.(runtime, victim) ?? Promise.reject());
      const changed = performance.now();
      while ((await asked(server, victim)) !== 401 && performance.now() - changed < 2 * atMost) await sleep(50);
      expect(performance.now() - changed).toBeLessThan(atMost);
    } finally {
      await server.close();
    }
  });
});
