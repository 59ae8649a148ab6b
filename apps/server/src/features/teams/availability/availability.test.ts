// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { whoIsHere } from './store.ts';

describe.each(engines)('availability, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;

  beforeAll(async () => {
    alice = await parley.person();
  });

  test('is away until set, keeps its time if set again, and goes with the membership', async () => {
    const { workspace } = alice;
    const [client, bob] = [await alice.client(), await parley.person()];
    await alice.invite(bob, 'editor');
    const his = await bob.session();
    const away = { user: bob.user.id, name: bob.user.name, state: 'away', since: null };
    expect((await client.workspaces.availability.retrieve(workspace)).items).toContainEqual(away);
    const here = await his.workspaces.availability.set(workspace, { state: 'here' });
    expect(here).toEqual({ ...away, state: 'here', since: expect.any(String) });
    expect(await his.workspaces.availability.set(workspace, { state: 'here' })).toEqual(here);
    expect([...(await whoIsHere(parley.db, workspace, [alice.user.id, bob.user.id]))]).toEqual([bob.user.id]);
    expect((await his.workspaces.availability.set(workspace, { state: 'away' })).state).toBe('away');
    await client.workspaces.members.remove({ workspaceId: workspace, userId: bob.user.id });
    await alice.invite(bob, 'editor');
    expect((await client.workspaces.availability.retrieve(workspace)).items).toContainEqual(away);
  });

  test('is not for viewers, and unknown to strangers', async () => {
    const [viewer, stranger] = [await parley.person(), await parley.person()];
    await alice.invite(viewer, 'viewer');
    const [reads, other] = [await viewer.session(), await stranger.session()];
    const { items } = await reads.workspaces.availability.retrieve(alice.workspace);
    expect(items.map(({ user }) => user)).not.toContain(viewer.user.id);
    await expect(reads.workspaces.availability.set(alice.workspace, { state: 'here' })).rejects.toMatchObject({
      ...{ status: 403, code: 'insufficient_role' },
    });
    await expect(other.workspaces.availability.retrieve(alice.workspace)).rejects.toMatchObject({
      ...{ status: 404, code: 'workspace_not_found' },
    });
  });
});
