// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type App, addApp } from '../../../testing/fixtures/second-factor.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { signIn } from '../../../testing/request.ts';

const minute = 60_000;

describe.each(engines)('workspaces that require a second factor, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let bob: Person;
  let owner: Parley;
  let app: App;

  beforeEach(async () => {
    parley.advance(minute + 1);
    [alice, bob] = [await parley.person(), await parley.person()];
    await alice.invite(bob, 'admin');
    ({ session: owner, app } = await addApp(parley, alice));
  });

  const demand = (requireSecondFactor = true) => owner.workspaces.update(alice.workspace, { requireSecondFactor });
  const refused = (attempt: Promise<unknown>, code: string, status: number) =>
    expect(attempt).rejects.toMatchObject({ status, code });

  describe('demanding it', () => {
    test('is what an owner does who has one', async () => {
      expect((await owner.workspaces.retrieve(alice.workspace)).requireSecondFactor).toBe(false);
      expect((await demand()).requireSecondFactor).toBe(true);
      expect((await demand(false)).requireSecondFactor).toBe(false);
    });

    test('403: an admin, a key, and an owner whose proof is old', async () => {
      const { session } = await addApp(parley, bob);
      const change = { requireSecondFactor: true };
      await refused(session.workspaces.update(alice.workspace, change), 'insufficient_role', 403);
      const client = await alice.client();
      await refused(client.workspaces.update(alice.workspace, change), 'session_required', 403);
      await client.workspaces.update(alice.workspace, { name: 'Renamed', requireSecondFactor: false });
      parley.advance(15 * minute);
      await refused(demand(), 'confirmation_required', 403);
      await owner.sessions.confirm({ code: app.next() });
      await demand();
    });

    test('409: an owner without a second factor', async () => {
      const carol = await parley.person();
      const session = await carol.session();
      const change = { requireSecondFactor: true };
      await refused(session.workspaces.update(carol.workspace, change), 'second_factor_missing', 409);
    });

    test('409: the last one there can’t be removed', async () => {
      await demand();
      await refused(owner.secondFactor.removeTotp(), 'second_factor_demanded', 409);
      expect((await owner.secondFactor.retrieve()).requiredBy).toEqual([{ _id: alice.workspace, name: 'Home' }]);
      await demand(false);
      await owner.secondFactor.removeTotp();
    });
  });

  describe('a member without one', () => {
    test('doesn’t reach it, and is told why', async () => {
      const session = await bob.session();
      const { _id: agent } = await owner.agents.create({ name: 'Support', workspaceId: alice.workspace });
      await session.agents.retrieve(agent);
      await demand();
      await refused(session.agents.retrieve(agent), 'agent_not_found', 404);
      await refused(session.workspaces.retrieve(alice.workspace), 'workspace_not_found', 404);
      expect((await session.workspaces.list()).items.map(({ _id }) => _id)).toEqual([bob.workspace]);
      expect((await session.agents.list()).items).toEqual([]);
      const me = await session.me.retrieve();
      expect(me.workspaces.map(({ _id }) => _id)).toEqual([bob.workspace]);
      expect(me.lockedWorkspaces).toEqual([{ _id: alice.workspace, name: 'Home' }]);
      const draft = { name: 'Key', scopes: ['agents:read' as const], workspaceId: alice.workspace };
      await refused(session.apiKeys.create(draft), 'workspace_not_found', 404);
    });

    test('reaches it once they have one', async () => {
      await demand();
      const { session } = await addApp(parley, bob);
      const me = await session.me.retrieve();
      expect(me.workspaces).toHaveLength(2);
      expect(me.lockedWorkspaces).toEqual([]);
    });

    test('has API keys that work', async () => {
      const client = await bob.client(undefined, { account: alice.account, workspace: alice.workspace });
      await demand();
      expect((await client.workspaces.retrieve(alice.workspace)).requireSecondFactor).toBe(true);
      expect((await client.me.retrieve()).lockedWorkspaces).toEqual([]);
    });

    test('loses a stream that is open', async () => {
      const headers = { ...(await signIn(parley.url, bob.user.email)), accept: 'text/event-stream' };
      const stream = await fetch(`${parley.url}/api/conversations/events`, { headers });
      expect(stream.status).toBe(200);
      await demand();
      const { _id: agent } = await owner.agents.create({
        ...{ name: 'E', model: 'builtin/echo', workspaceId: alice.workspace },
      });
      await owner.agents.chat(agent, { message: 'A secret of the workspace' });
      let seen = '';
      const read = async () => {
        for await (const part of stream.body ?? []) seen += Buffer.from(part).toString();
      };
      // It settles because the server ends the stream.
      await Promise.allSettled([read()]);
      expect(seen).not.toContain(agent);
    });

    test('who joins is locked out until they have one', async () => {
      await demand();
      const carol = await parley.person();
      const { url } = await owner.workspaces.invitations.create(alice.workspace, {
        ...{ email: carol.user.email, role: 'viewer' },
      });
      const session = await carol.session();
      const [, token = ''] = (url ?? '').split('#token=');
      await session.invitations.accept({ token, password: 'correct horse battery staple' });
      expect((await session.me.retrieve()).lockedWorkspaces).toHaveLength(1);
    });
  });
});
