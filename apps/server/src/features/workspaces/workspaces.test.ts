// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

const everything = ['agents:read', 'agents:write', 'conversations:read', 'conversations:write', 'workspace:admin'];

describe.each(engines)('workspaces, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let client: Parley;

  beforeEach(async () => {
    alice = await parley.person();
    session = await alice.session();
    client = await alice.client();
  });

  const memberAs = async (role: 'viewer' | 'editor' | 'admin' | 'owner') => {
    const member = await parley.person();
    await alice.invite(member, role);
    return member.session();
  };

  describe('create', () => {
    test('makes the caller its owner', async () => {
      const made = await client.workspaces.create({ name: 'Sales' });
      expect(made).toEqual({
        _id: expect.stringMatching(/^ws_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Sales',
        role: 'owner',
        permissions: everything,
        requireSecondFactor: false,
        auditTexts: false,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: made.createdAt,
      });
      expect(await session.workspaces.retrieve(made._id)).toEqual(made);
      expect((await session.workspaces.members.list(made._id)).items).toMatchObject([
        { role: 'owner', user: { _id: alice.user.id } },
      ]);
    });

    test('the key that created it can use it at once', async () => {
      const { _id: workspaceId } = await client.workspaces.create({ name: 'Sales' });
      expect((await client.agents.create({ name: 'A', workspaceId })).workspace).toBe(workspaceId);
    });

    test('another account may use the same name', async () => {
      const bob = await (await parley.person()).client();
      await client.workspaces.create({ name: 'Sales' });
      expect((await bob.workspaces.create({ name: 'Sales' })).name).toBe('Sales');
    });

    test('is recorded', async () => {
      const { _id } = await client.workspaces.create({ name: 'Sales' });
      const events = await loggedEvents(parley.db, _id);
      expect(events.map(({ type, account }) => ({ type, account }))).toEqual([
        { type: 'workspace.created', account: alice.account },
      ]);
    });

    test('keeps names of 1 and of 100 characters as sent', async () => {
      for (const name of ['x', '👍'.repeat(100), ' padded\t'])
        expect((await client.workspaces.create({ name })).name).toBe(name);
    });

    test.each([
      [{}, 'name', 'is required'],
      [{ name: '' }, 'name', 'must have 1 to 100 characters after trimming'],
      [{ name: '\n' }, 'name', 'must have 1 to 100 characters after trimming'],
      [{ name: 'x'.repeat(101) }, 'name', 'must have 1 to 100 characters after trimming'],
      [{ name: null }, 'name', 'must be a string'],
      [{ name: 'A', account: 'acct_x' }, 'account', 'is not a known field'],
    ])('400: %j', async (body, path, message) => {
      await expect(client.workspaces.create(body as { name: string })).rejects.toMatchObject({
        status: 400,
        details: [{ path, message }],
      });
    });

    test('403: without workspace:admin, bound to one workspace, or as less than an admin', async () => {
      const narrow = await alice.client(['agents:read', 'agents:write']);
      await expect(narrow.workspaces.create({ name: 'X' })).rejects.toMatchObject({ code: 'insufficient_scope' });
      const bound = await alice.client(undefined, { workspace: alice.workspace });
      await expect(bound.workspaces.create({ name: 'X' })).rejects.toMatchObject({ code: 'insufficient_role' });
    });

    test.each(['Sales', 'sales', ' SALES ', 'ＳALES'.normalize('NFKC')])(
      '409: %j is the same name as Sales',
      async (name) => {
        await client.workspaces.create({ name: 'Sales' });
        await expect(client.workspaces.create({ name })).rejects.toMatchObject({ status: 409, code: 'name_conflict' });
      },
    );

    test('409: composed and decomposed letters are equal', async () => {
      await client.workspaces.create({ name: 'Caf\u00e9' });
      await expect(client.workspaces.create({ name: 'CAFE\u0301' })).rejects.toMatchObject({ code: 'name_conflict' });
    });

    test('409: one of 20 simultaneous creations of the same name succeeds', async () => {
      const attempts = Array.from({ length: 20 }, () =>
        client.workspaces.create({ name: 'Race' }).catch(({ code }) => code as string),
      );
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome === 'name_conflict')).toHaveLength(19);
    });
  });

  describe('read and list', () => {
    test('returns them newest first, page by page', async () => {
      for (const name of ['C', 'A', 'B']) await client.workspaces.create({ name });
      const page = await client.workspaces.list({ includeTotal: true });
      expect([page.items.map(({ name }) => name), page.total]).toEqual([['B', 'A', 'C', 'Home'], 4]);
      expect(await client.workspaces.list({ limit: 1 }).toArray({ limit: 100 })).toEqual(page.items);
    });

    test.each([
      ['owner', everything],
      ['admin', everything],
      ['editor', everything.slice(0, 4)],
      ['viewer', ['agents:read', 'conversations:read']],
    ] as const)('a member sees it as %s', async (role, permissions) => {
      const member = await memberAs(role);
      expect(await member.workspaces.retrieve(alice.workspace)).toMatchObject({ role, permissions, name: 'Home' });
      expect((await member.workspaces.list()).items.map(({ _id }) => _id)).toContain(alice.workspace);
    });

    test('a key’s permissions need both its scopes and its person’s role', async () => {
      const narrow = await alice.client(['agents:read', 'conversations:write']);
      const { permissions, role } = await narrow.workspaces.retrieve(alice.workspace);
      expect({ permissions, role }).toEqual({ permissions: ['agents:read', 'conversations:write'], role: 'owner' });
    });

    test('the next page works even if the previous page’s last workspace is out of reach', async () => {
      const bob = await parley.person();
      for (const name of ['B', 'C']) await client.workspaces.create({ name });
      await alice.invite(bob, 'viewer');
      const theirs = await bob.session();
      const first = await theirs.workspaces.list({ limit: 1 });
      await session.workspaces.members.remove({ workspaceId: alice.workspace, userId: bob.user.id });
      const shown = first.items.map(({ _id }) => _id);
      const rest = first.hasNextPage() ? (await first.getNextPage()).items.map(({ _id }) => _id) : [];
      expect([...shown, ...rest]).toEqual([...new Set([...shown, ...rest])]);
    });

    test('403: without agents:read', async () => {
      const writer = await alice.client(['agents:write']);
      await expect(writer.workspaces.list()).rejects.toMatchObject({ code: 'insufficient_scope' });
      await expect(writer.workspaces.retrieve(alice.workspace)).rejects.toMatchObject({ code: 'insufficient_scope' });
    });

    test('404: a workspace out of reach', async () => {
      const { workspace: foreign } = await parley.person();
      const bound = await alice.client(undefined, { workspace: alice.workspace });
      const { _id: second } = await client.workspaces.create({ name: 'Second' });
      for (const [who, id] of [
        [client, foreign],
        [client, 'nonsense'],
        [bound, second],
      ] as const) {
        await expect(who.workspaces.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
      }
    });
  });

  describe('rename', () => {
    test('changes the name and moves updatedAt forward', async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const before = await client.workspaces.retrieve(alice.workspace);
      const after = await client.workspaces.update(alice.workspace, { name: 'Office' });
      const again = await client.workspaces.update(alice.workspace, { name: 'Office 2' });
      vi.useRealTimers();
      expect(after).toEqual({ ...before, name: 'Office', updatedAt: after.updatedAt });
      expect([before, after, again].map(({ updatedAt }) => updatedAt)).toEqual(
        [before, after, again].map(({ updatedAt }) => updatedAt).sort(),
      );
      expect(after.updatedAt > before.updatedAt && again.updatedAt > after.updatedAt).toBe(true);
      expect(await session.workspaces.retrieve(alice.workspace)).toEqual(again);
    });

    test('{} changes nothing, and a name may change its case', async () => {
      expect((await client.workspaces.update(alice.workspace, {})).name).toBe('Home');
      expect((await client.workspaces.update(alice.workspace, { name: 'HOME' })).name).toBe('HOME');
    });

    test('400: an invalid name, and read-only fields', async () => {
      for (const body of [{ name: '' }, { name: null }, { role: 'owner' }, { _id: 'ws_x' }]) {
        await expect(client.workspaces.update(alice.workspace, body as object)).rejects.toMatchObject({
          status: 400,
          code: 'validation_failed',
        });
      }
    });

    test('403: as an editor', async () => {
      const editor = await memberAs('editor');
      await expect(editor.workspaces.update(alice.workspace, { name: 'Mine' })).rejects.toMatchObject({
        code: 'insufficient_role',
      });
      expect((await (await memberAs('admin')).workspaces.update(alice.workspace, { name: 'Ours' })).name).toBe('Ours');
    });

    test('404: a workspace out of reach', async () => {
      const { workspace } = await parley.person();
      await expect(client.workspaces.update(workspace, { name: 'Mine' })).rejects.toMatchObject({
        status: 404,
        code: 'workspace_not_found',
      });
    });

    test('409: the name of another workspace of the account', async () => {
      await client.workspaces.create({ name: 'Sales' });
      await expect(client.workspaces.update(alice.workspace, { name: 'SALES' })).rejects.toMatchObject({
        status: 409,
        code: 'name_conflict',
      });
    });
  });
});
