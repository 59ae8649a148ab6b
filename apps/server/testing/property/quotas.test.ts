// @module-tag sql
import { APIError, type Parley } from '@parley/sdk';
import { describe, expect, test } from 'vitest';
import { createRandom, pick, type Random } from '../../src/random.ts';
import { findWrongCounts } from '../../src/storage/quotas/counts.ts';
import { engines } from '../databases/engines.ts';
import { type Person, service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';

const seed = announceSeed('apps/server/testing/property/quotas.test.ts');

/** Rounds; after each the counters are compared with what they count. */
const rounds = runs(3, 'PARLEY_TEST_RUNS', 6);

/** Lanes of a round, and commands of a lane one after another. */
const lanes = 6;
const commandsOfLane = 12;

/** Small, so that most kinds are often full. */
const limits = { workspaces: 3, members: 5, invitations: 3, apiKeys: 5, agents: 6, conversations: 9 };
const setting = Object.entries(limits)
  .map(([kind, limit]) => `free.${kind}=${limit}`)
  .join();

interface World {
  readonly ada: Person;
  readonly client: Parley;
  readonly session: Parley;
  readonly random: Random;
}

const oneOf = async <Item extends { _id: string }>(random: Random, list: PromiseLike<{ items: readonly Item[] }>) => {
  const { items } = await list;
  return items.length === 0 ? 'none' : pick(random, items)._id;
};

/** One of the keys that a command created; the test's own has another name. */
const anyKey = ({ session, random }: World) => {
  const list = session.apiKeys.list({ status: 'active' });
  return oneOf(
    random,
    list.then(({ items }) => ({ items: items.filter(({ name }) => name === 'K') })),
  );
};

/** Commands that add, remove or fail to. Several lanes run them, so what one has found may be gone. */
const commands: readonly ((world: World) => PromiseLike<unknown>)[] = [
  ({ client, ada }) => client.agents.create({ name: 'A', model: 'builtin/echo', workspaceId: ada.workspace }),
  ({ client, ada, random }) => {
    const options = { idempotencyKey: `key ${Math.floor(random() * 4)}` };
    return client.agents.create({ name: 'Repeated', model: 'builtin/echo', workspaceId: ada.workspace }, options);
  },
  ({ client, ada }) =>
    client.agents.create({ name: 'Wrong', workspaceId: ada.workspace, knowledgeSources: ['ks_unknown'] }),
  async ({ client, random }) => client.agents.delete(await oneOf(random, client.agents.list())),
  async ({ client, random }) => client.conversations.create(await oneOf(random, client.agents.list())),
  async ({ client, random }) =>
    client.agents.chat(await oneOf(random, client.agents.list()), { message: 'Hello', userId: 'u' }),
  async ({ client, random }) => client.conversations.delete(await oneOf(random, client.conversations.list())),
  ({ client }) => client.conversations.deleteOfUser('u'),
  ({ session, random }) => session.workspaces.create({ name: `W ${Math.floor(random() * 9)}` }),
  ({ session, ada, random }) => {
    const email = `${Math.floor(random() * 6)}@guests.example`;
    return session.workspaces.invitations.create(ada.workspace, { email, role: 'viewer' });
  },
  async ({ session, ada, random }) => {
    const invitationId = await oneOf(random, session.workspaces.invitations.list(ada.workspace));
    return session.workspaces.invitations.revoke({ workspaceId: ada.workspace, invitationId });
  },
  ({ session }) => session.apiKeys.create({ name: 'K', scopes: ['agents:read'] }),
  async (world) => world.session.apiKeys.rotate(await anyKey(world), { overlapHours: world.random() < 0.5 ? 0 : 1 }),
  async (world) => world.session.apiKeys.revoke(await anyKey(world)),
];

/** Refusals that a command may meet: of a quota, of a wrong source, or because another lane was faster. */
const expected = [
  'quota_exceeded',
  'validation_failed',
  'name_conflict',
  'api_key_inactive',
  'idempotency_in_progress',
];

async function tryTo(command: PromiseLike<unknown>): Promise<string> {
  try {
    await command;
    return 'done';
  } catch (error) {
    const { code = '' } = error instanceof APIError ? error : {};
    if (expected.includes(code) || code.endsWith('_not_found')) return code;
    throw error;
  }
}

describe.each(engines)('quotas under random commands, on %s', (engine) => {
  const parley = service(engine, {
    environment: { PARLEY_PLAN_QUOTAS: setting, PARLEY_LOG_REQUESTS: 'errors' },
  });

  test(`counters are right after each of ${rounds} rounds, and never over a limit`, {
    timeout: 60_000 + rounds * 20_000,
  }, async () => {
    const ada = await parley.person();
    const [client, session] = [await ada.client(), await ada.session()];
    const met = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const lane = async (_: unknown, number: number) => {
        const random = createRandom(seed + round * lanes + number);
        for (let count = 0; count < commandsOfLane; count += 1) {
          met.add(await tryTo(pick(random, commands)({ ada, client, session, random })));
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      expect(await findWrongCounts(parley.db, 10)).toEqual([]);
      for (const { kind, used, limit } of (await session.usage.quotas()).items) {
        expect({ kind, within: used <= (limit ?? used) }).toEqual({ kind, within: true });
      }
    }
    expect(met).toContain('done');
    expect(met).toContain('quota_exceeded');
  });
});
