import type { Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Person, password, type Service, service, sessionClient } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { send, signIn } from '../../../../testing/request.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';

type Role = 'owner' | 'admin' | 'editor' | 'viewer';

/** A person who joined by an invitation and began there. */
interface Colleague {
  readonly id: string;
  readonly email: string;
  readonly session: Parley;
}

const next = 'a new battery for the horse';
const refused = { status: 403, code: 'insufficient_role' };
const server = await startMailServer();
afterAll(server.close);
let colleagues = 0;

describe.each(anyEngine)('a link that sets a member’s password, on %s', (engine) => {
  const parley = service(engine);
  const mailing = service(engine, { environment: server.environment });
  let alice: Person;
  let session: Parley;
  beforeEach(async () => {
    alice = await parley.person();
    session = await alice.session();
  });

  const hire = async (role: Role, workspace = alice.workspace): Promise<Colleague> => {
    colleagues += 1;
    const email = `colleague-${colleagues}@example.com`;
    const { url } = await session.workspaces.invitations.create(workspace, { email, role });
    const own = sessionClient(parley.url);
    const { user } = await own.invitations.accept({ token: tokenOf(url), password });
    return { id: user._id, email, session: own };
  };
  /** Adds a colleague to another workspace of the account. */
  const add = async ({ email }: Colleague, workspace: string, role: Role) => {
    const { url } = await session.workspaces.invitations.create(workspace, { email, role });
    await sessionClient(parley.url).invitations.accept({ token: tokenOf(url), password });
  };
  const tokenOf = (url: string | null) => url?.split('#token=')[1] ?? '';
  const reset = (client: Parley, { id }: { readonly id: string }, workspaceId = alice.workspace) =>
    client.workspaces.members.resetPassword({ workspaceId, userId: id });
  const confirm = (url: string | null, on: Pick<Service, 'url'> = parley) =>
    sessionClient(on.url).passwordResets.confirm({ token: tokenOf(url), password: next });
  const isVerified = async ({ id }: Colleague) => {
    const { items } = await session.workspaces.members.list(alice.workspace);
    return items.find(({ user }) => user._id === id)?.user.verified;
  };

  test('is shown once to an owner, sets the password, and leaves the address unverified', async () => {
    const bob = await hire('editor');
    await parley.features.accounts.people.verify(bob.email);
    const link = await reset(session, bob);
    expect(link).toEqual({
      email: bob.email,
      url: expect.stringMatching(/\/reset-password#token=\S{43}$/),
      expiresAt: expect.stringMatching(/Z$/),
    });
    expect((await bob.session.me.retrieve()).user.email).toBe(bob.email);
    expect(await confirm(link.url)).toMatchObject({ user: { _id: bob.id } });
    await expect(bob.session.me.retrieve()).rejects.toMatchObject({ status: 401 });
    await sessionClient(parley.url).sessions.create({ email: bob.email, password: next });
    expect(await isVerified(bob)).toBe(false);
    await expect(confirm(link.url)).rejects.toMatchObject({ status: 404, code: 'reset_token_invalid' });
    expect(await loggedEvents(parley.db, bob.id)).toContainEqual(
      expect.objectContaining({
        type: 'password_reset.created',
        actor: { user: alice.user.id },
        data: { user: bob.id },
      }),
    );
    expect(parley.log()).not.toContain(tokenOf(link.url));
  });

  test('is not kept by caches; a repeat with the same key answers the same; a newer one replaces it', async () => {
    const bob = await hire('viewer');
    const headers = { ...(await signIn(parley.url, alice.user.email)), 'idempotency-key': `reset-${bob.id}` };
    const path = `/api/workspaces/${alice.workspace}/members/${bob.id}/password-reset`;
    const [first, again] = [
      await send(parley.url, { method: 'POST', path, headers, body: {} }),
      await send(parley.url, { method: 'POST', path, headers, body: {} }),
    ];
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(again.text).toBe(first.text);
    const { url } = await reset(session, bob);
    const shown = (JSON.parse(first.text) as { data: { url: string } }).data.url;
    await expect(confirm(shown)).rejects.toMatchObject({ code: 'reset_token_invalid' });
    await confirm(url);
  });

  test('an admin may do it for another admin; an owner for another owner', async () => {
    const [admin, other, owner] = [await hire('admin'), await hire('admin'), await hire('owner')];
    await confirm((await reset(admin.session, other)).url);
    await confirm((await reset(session, owner)).url);
  });

  test('with mail, the link goes to the member alone and verifies the address', async () => {
    const host = await mailing.person();
    const owner = await host.session();
    mailing.features.jobs.start({ schedules: false });
    const email = `mailed-${engine}@example.com`;
    const linkIn = async (nth: number) => {
      const mails = () => server.mails.filter(({ to }) => to.includes(email));
      await vi.waitFor(() => expect(mails()).toHaveLength(nth), { timeout: 30_000, interval: 20 });
      return /http\S+#token=\S+/.exec(mails()[nth - 1]?.text ?? '')?.[0] ?? '';
    };
    await owner.workspaces.invitations.create(host.workspace, { email, role: 'editor' });
    const token = tokenOf(await linkIn(1));
    const { user } = await sessionClient(mailing.url).invitations.accept({ token, password });
    const link = await reset(owner, { id: user._id }, host.workspace);
    expect(link).toEqual({ email, url: null, expiresAt: expect.stringMatching(/Z$/) });
    await confirm(await linkIn(2), mailing);
    const { items } = await owner.workspaces.members.list(host.workspace);
    expect(items.find((item) => item.user._id === user._id)?.user.verified).toBe(true);
  });

  test('403: a key, even of an owner; an editor', async () => {
    const bob = await hire('editor');
    await expect(reset(await alice.client(), bob)).rejects.toMatchObject({ status: 403, code: 'session_required' });
    const carol = await hire('viewer');
    await expect(reset(bob.session, carol)).rejects.toMatchObject(refused);
  });

  test('403: oneself; an owner, by an admin; who is suspended', async () => {
    const [admin, bob] = [await hire('admin'), await hire('editor')];
    await parley.features.accounts.setStatus(bob.email, 'suspended');
    for (const [client, member, message] of [
      [session, alice.user, 'You can’t reset your own password here.'],
      [admin.session, alice.user, 'Only an owner can reset the password of an owner.'],
      [session, bob, 'The password of a suspended member can’t be reset.'],
    ] as const)
      await expect(reset(client, member)).rejects.toMatchObject({ ...refused, message });
  });

  test('403: a guest from another account, and a colleague who is a guest elsewhere', async () => {
    const [guest, bob] = [await parley.person(), await hire('editor')];
    await alice.invite(guest, 'viewer');
    await expect(reset(session, guest.user)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('only of a member who belongs to this account alone'),
      hint: expect.stringContaining('parley user reset-password'),
    });
    await parley.features.accounts.people.verify(bob.email);
    const elsewhere = await guest.session();
    const draft = { email: bob.email, role: 'viewer' } as const;
    const { url } = await elsewhere.workspaces.invitations.create(guest.workspace, draft);
    await sessionClient(parley.url).invitations.accept({ token: tokenOf(url), password });
    await expect(reset(session, bob)).rejects.toMatchObject(refused);
    // Nor by an owner of both workspaces: the other account could lose a person.
    await guest.invite(alice, 'owner');
    await expect(reset(session, bob)).rejects.toMatchObject(refused);
  });

  test('403: a member who has more in another workspace of the account than the admin', async () => {
    const [admin, bob] = [await hire('admin'), await hire('editor')];
    const { _id: other } = await session.workspaces.create({ name: 'Other' });
    await add(bob, other, 'viewer');
    await expect(reset(admin.session, bob)).rejects.toMatchObject(refused);
    await add(admin, other, 'admin');
    await reset(admin.session, bob);
    await session.workspaces.members.update({ workspaceId: other, userId: bob.id }, { role: 'owner' });
    await expect(reset(admin.session, bob)).rejects.toMatchObject(refused);
    await reset(session, bob);
  });

  test('403: the owner of the instance, by a co-owner; an earlier link ends with it', async () => {
    const bob = await hire('owner');
    const { url } = await reset(session, bob);
    await parley.features.accounts.people.ownInstance(bob.email);
    await expect(confirm(url)).rejects.toMatchObject({ status: 404, code: 'reset_token_invalid' });
    await expect(reset(session, bob)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('doesn’t own the instance'),
      hint: expect.stringContaining('parley user reset-password'),
    });
    await parley.features.accounts.people.ownInstance(alice.user.email);
    await confirm((await reset(session, bob)).url);
  });

  test('404: a link ends with the right to create it', async () => {
    const [admin, bob] = [await hire('admin'), await hire('editor')];
    const at = { workspaceId: alice.workspace, userId: admin.id };
    const { url } = await reset(admin.session, bob);
    await session.workspaces.members.update(at, { role: 'editor' });
    await expect(confirm(url)).rejects.toMatchObject({ status: 404, code: 'reset_token_invalid' });
    await session.workspaces.members.update(at, { role: 'admin' });
    await session.workspaces.members.update({ ...at, userId: bob.id }, { role: 'owner' });
    await expect(confirm(url)).rejects.toMatchObject({ code: 'reset_token_invalid' });
    await session.workspaces.members.update({ ...at, userId: bob.id }, { role: 'viewer' });
    await confirm(url);
  });

  test('404: a person who is no member there', async () => {
    const stranger = await parley.person();
    await expect(reset(session, stranger.user)).rejects.toMatchObject({ status: 404, code: 'member_not_found' });
    const theirs = await stranger.session();
    await expect(reset(theirs, alice.user)).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
  });
});
