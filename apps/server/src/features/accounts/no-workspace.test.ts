import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';

const next = 'a new battery for the horse';

describe.each(anyEngine)('a person who is in no workspace, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let owner: Parley;
  let email: string;
  let browser: Parley;
  let people = 0;

  /** Bob began in Alice's account, and was removed from her workspace. */
  beforeEach(async () => {
    alice = await parley.person();
    owner = await alice.session();
    people += 1;
    email = `removed-${people}-${engine}@example.com`;
    browser = sessionClient(parley.url);
    const { user } = await join('editor', password);
    await owner.workspaces.members.remove({ workspaceId: alice.workspace, userId: user._id });
  });

  const join = async (role: 'editor' | 'viewer', given: string) => {
    const { url } = await owner.workspaces.invitations.create(alice.workspace, { email, role });
    return browser.invitations.accept({ token: url?.split('#token=')[1] ?? '', password: given });
  };

  test('200: sees themselves, their sessions, and empty lists', async () => {
    expect(await browser.me.retrieve()).toMatchObject({ user: { email, verified: false }, workspaces: [], key: null });
    expect(await browser.me.update({ name: 'Robert' })).toMatchObject({ user: { name: 'Robert' } });
    expect((await browser.sessions.current()).current).toBe(true);
    expect((await browser.sessions.list()).items).toHaveLength(1);
    const nothing = { items: [], nextCursor: null };
    for (const list of [browser.workspaces, browser.agents, browser.conversations, browser.apiKeys])
      expect(await list.list()).toMatchObject(nothing);
    expect((await browser.models.list()).items.length).toBeGreaterThan(0);
  });

  test('200: changes the password, signs out and in', async () => {
    await browser.password.change({ currentPassword: password, newPassword: next });
    await browser.sessions.signOut();
    await expect(browser.me.retrieve()).rejects.toMatchObject({ status: 401 });
    await browser.sessions.create({ email, password: next });
    expect((await browser.me.retrieve()).workspaces).toEqual([]);
  });

  test('200: accepts an invitation', async () => {
    await join('viewer', password);
    expect((await browser.me.retrieve()).workspaces).toMatchObject([{ _id: alice.workspace, role: 'viewer' }]);
  });

  test('200: deletes the account', async () => {
    expect(await browser.me.dependents()).toMatchObject({ workspaces: [], memberships: 0, sessions: 1 });
    expect(await browser.me.delete({ password })).toMatchObject({ message: 'Account deleted with 1 session.' });
    await expect(browser.me.retrieve()).rejects.toMatchObject({ code: 'session_ended' });
    expect((await owner.me.retrieve()).workspaces).toHaveLength(1);
  });

  test('400 and 403: an agent, a workspace or a key, with what to do', async () => {
    const refused = { status: 403, code: 'insufficient_role' };
    const invited = { ...refused, hint: expect.stringContaining('Ask an owner or admin of a workspace') };
    await expect(browser.agents.create({ name: 'Mine' })).rejects.toMatchObject({
      ...{ ...invited, status: 400, code: 'validation_failed' },
      message: expect.stringContaining('you are not a member of any workspace'),
    });
    await expect(browser.apiKeys.create({ name: 'Mine', scopes: ['agents:read'] })).rejects.toMatchObject(invited);
    await expect(browser.workspaces.create({ name: 'Mine' })).rejects.toMatchObject(refused);
    const foreign = browser.agents.create({ name: 'Mine', workspaceId: alice.workspace });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
  });
});
