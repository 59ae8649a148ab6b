// @module-tag sql
import type { Parley } from '@parley/sdk';
import { describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import { engines } from '../databases/engines.ts';
import { password, sessionClient } from '../harness.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { shiftedClock } from '../processes/shifted-clock.ts';
import { makeInstallation, owner } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_DESK_KILLS', 4);
const seed = announceSeed('testing/crash/desk');

/** Customers who ask for a person in each round. */
const customers = 6;

const hour = 60 * 60 * 1000;

/** On PostgreSQL a job goes on once the lease of its dead process has expired. */
const patience = { timeout: takenOver, interval: 100 };

/** A customer of a round. Requests that the kill has ended are not acknowledged. */
interface Customer {
  conversation?: string;
  acknowledged: boolean;
}

async function ask(client: Parley, agent: string, customer: Customer): Promise<void> {
  try {
    customer.conversation = (await client.agents.chat(agent, { message: 'Can I talk to a person?' })).conversation._id;
    await client.conversations.handOver(customer.conversation, { reason: 'asked' });
    customer.acknowledged = true;
  } catch {
    // The server was killed.
  }
}

/**
 * Expects that a customer who waits gets the person; returns when they had, undefined if the kill came before the
 * conversation, or before the customer had asked.
 */
async function settle(
  client: Parley,
  { conversation: id, acknowledged }: Customer,
  person: string,
): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const { status } = await client.conversations.retrieve(id);
  if (acknowledged) expect(status).toBe('human');
  if (status === 'human') {
    const isGiven = async () => expect((await client.conversations.retrieve(id)).assignee).toBe(person);
    await vi.waitFor(isGiven, patience);
    const given = performance.now();
    const { items } = await client.conversations.entries(id);
    expect(items.map(({ type }) => type)).toEqual(['handed_over', 'assigned']);
    await client.conversations.close(id);
    return given;
  }
  await client.conversations.close(id);
  return undefined;
}

describe.concurrent.each(engines)('the desk on %s', (engine) => {
  const patient = { timeout: 120_000 + kills * 60_000 };

  test(
    `loses no customer who waits, ${kills} times killed, and gives each to a person who is here`,
    patient,
    async () => {
      const random = createRandom(seed);
      const installation = await makeInstallation(engine);
      const options = { env: installation.env };
      let server = await startServer(installation.dataDir, options);
      const session = sessionClient(server.url);
      const { user } = await session.sessions.create(owner);
      const [workspace] = (await session.workspaces.list()).items;
      await session.workspaces.availability.set(workspace?._id ?? '', { state: 'here' });
      const agent = (await session.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      /** The time until each customer had the person since the server was back, in ms. */
      const waits: number[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        const client = installation.client(server.url);
        const round = Array.from({ length: customers }, (): Customer => ({ acknowledged: false }));
        const asking = round.map((customer) => ask(client, agent, customer));
        // Half of the kills come right after a handover, before its job has run.
        if (kill % 2 === 0) {
          const one = () => expect(round.some(({ acknowledged }) => acknowledged)).toBe(true);
          await vi.waitFor(one, { timeout: 60_000, interval: 1 });
        } else {
          await new Promise((resolve) => setTimeout(resolve, between(random, 0, 400)));
        }
        await server.kill();
        await Promise.all(asking);
        server = await startServer(installation.dataDir, options);
        const again = installation.client(server.url);
        const back = performance.now();
        const given = await Promise.all(round.map((customer) => settle(again, customer, user._id)));
        waits.push(...given.flatMap((at) => (at === undefined ? [] : [at - back])));
        expect(await installation.inspect()).toEqual([]);
      }
      await server.kill();
      await installation.close();
      // Otherwise the kills came too early to prove anything.
      expect(waits.length).toBeGreaterThanOrEqual(Math.floor(kills / 2));
      const longest = `${Math.round(Math.max(...waits))} ms`;
      process.stdout.write(
        `${engine}: ${kills} kills, ${waits.length} had waited, with a person at most ${longest} later\n`,
      );
    },
  );

  test('wakes, hands on and takes back what is due while no server runs', {
    timeout: 120_000,
    tags: 'nightly',
  }, async () => {
    const installation = await makeInstallation(engine);
    let server = await startServer(installation.dataDir, { env: installation.env });
    const ada = sessionClient(server.url);
    const { user: me } = await ada.sessions.create(owner);
    const workspace = (await ada.workspaces.list()).items[0]?._id ?? '';
    const invited = await ada.workspaces.invitations.create(workspace, { email: 'bob@example.com', role: 'editor' });
    const bob = sessionClient(server.url);
    await bob.invitations.accept({ token: invited.url?.split('#token=')[1] ?? '', name: 'Bob', password });
    const you = (await bob.me.retrieve()).user._id;
    const here = (person: Parley) => person.workspaces.availability.set(workspace, { state: 'here' });
    const team = async (name: string, ...members: readonly string[]) =>
      (await ada.teams.create({ name, answerWithin: 600, members: members.map((user) => ({ user })) }))._id;
    const agent = (await ada.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const waiting = async (of: string) => {
      const { _id: id } = await ada.conversations.create(agent);
      await ada.conversations.handOver(id, { reason: 'asked', team: of });
      const isMine = async () => expect((await ada.conversations.retrieve(id)).assignee).toBe(me._id);
      await vi.waitFor(isMine, patience);
      return id;
    };
    await here(ada);
    const handedOn = await waiting(await team('Both', me._id, you));
    const takenBack = await waiting(await team('Alone', me._id));
    await here(bob);
    const { _id: resting } = await ada.conversations.create(agent);
    await ada.conversations.update(resting, { snoozedUntil: new Date(Date.now() + hour).toISOString() });
    await server.stop();

    server = await startServer(installation.dataDir, { env: { ...installation.env, ...shiftedClock(2 * hour) } });
    const client = installation.client(server.url);
    const last = async (id: string) =>
      (await client.conversations.entries(id, { sort: '-createdAt', limit: 1 })).items[0];
    const returned = (id: string, data: object) =>
      vi.waitFor(async () => expect(await last(id)).toMatchObject({ type: 'returned', data }), patience);
    await returned(resting, { reason: 'rested' });
    await returned(handedOn, { reason: 'late', from: me._id, assignee: you });
    await returned(takenBack, { reason: 'late', from: me._id, assignee: null });
    expect((await client.conversations.retrieve(resting)).snoozedUntil).toBeNull();
    await server.kill();
    await installation.close();
  });
});
