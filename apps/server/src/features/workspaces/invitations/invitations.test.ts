// @module-tag sql
import { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { racingWrite } from '../../../../testing/databases/racing-database.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { createInvitations } from './service.ts';

const day = 24 * 60 * 60 * 1000;

let addresses = 0;
/** An address that hasn't been used yet. */
function newAddress(): string {
  addresses += 1;
  return `invited-${addresses}@example.com`;
}

describe.each(engines)('invitations, on %s', (engine) => {
  const parley = service(engine, { environment: { PUBLIC_URL: 'http://parley.example.com' } });
  let alice: Person;
  let client: Parley;
  /** A client without credentials. */
  let anybody: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client(['workspace:admin']);
    anybody = new Parley({ baseURL: parley.url, session: true, maxRetries: 0 });
  });

  const invite = (email: string, role: 'owner' | 'admin' | 'editor' | 'viewer' = 'viewer') =>
    client.workspaces.invitations.create(alice.workspace, { email, role });
  const tokenOf = ({ url }: { url: string | null }) => url?.split('#token=')[1] ?? '';
  const memberRef = ({ user }: Person) => ({ workspaceId: alice.workspace, userId: user.id });
  const memberOf = async (email: string) => {
    const members = await client.workspaces.members.list(alice.workspace).toArray({ limit: 1000 });
    return members.find(({ user }) => user.email === email);
  };

  describe('create', () => {
    test('shows the link with its token once, and the invitation’s place', async () => {
      const email = newAddress();
      const { data: made, response } = await client.workspaces.invitations
        .create(alice.workspace, { email, role: 'editor' })
        .withResponse();
      expect(made).toEqual({
        _id: expect.stringMatching(/^inv_/),
        email,
        delivery: null,
        role: 'editor',
        createdAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        url: expect.stringMatching(/^http:\/\/parley\.example\.com\/join#token=[\w-]{43}$/),
      });
      expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * day);
      expect(response.headers.get('location')).toBe(`/api/workspaces/${alice.workspace}/invitations/${made._id}`);
      const { url: _url, ...bare } = made;
      expect((await client.workspaces.invitations.list(alice.workspace)).items).toContainEqual(bare);
    });

    test('the token isn’t stored', async () => {
      const made = await invite(newAddress());
      const rows = await parley.db.read(parley.db.query.selectFrom('invitations').selectAll());
      expect(JSON.stringify(rows)).not.toContain(tokenOf(made));
      expect(parley.log()).not.toContain(tokenOf(made));
    });

    test('emails become lower case', async () => {
      const email = newAddress();
      expect((await invite(email.toUpperCase())).email).toBe(email);
    });

    test('a second invitation to the same address replaces the first', async () => {
      const email = newAddress();
      const first = await invite(email, 'viewer');
      const second = await invite(email, 'admin');
      await expect(anybody.invitations.preview({ token: tokenOf(first) })).rejects.toMatchObject({
        code: 'invitation_not_found',
      });
      expect((await anybody.invitations.preview({ token: tokenOf(second) })).role).toBe('admin');
      const open = await client.workspaces.invitations.list(alice.workspace).toArray({ limit: 1000 });
      expect(open.filter((each) => each.email === email)).toHaveLength(1);
    });

    test.each([
      [{ role: 'viewer' }, 'email'],
      [{ email: 'nobody', role: 'viewer' }, 'email'],
      [{ email: `${'x'.repeat(250)}@example.com`, role: 'viewer' }, 'email'],
      [{ email: 'a@example.com' }, 'role'],
      [{ email: 'a@example.com', role: 'boss' }, 'role'],
      [{ email: 'a@example.com', role: 'viewer', token: 'x' }, 'token'],
    ])('400: %j', async (body, path) => {
      const invitation = client.workspaces.invitations.create(
        alice.workspace,
        body as { email: string; role: 'viewer' },
      );
      await expect(invitation).rejects.toMatchObject({ status: 400, code: 'validation_failed', details: [{ path }] });
    });

    test('403: without workspace:admin, as an editor, or an owner invited by an admin', async () => {
      const draft = { email: newAddress(), role: 'viewer' } as const;
      const writer = await alice.client(['agents:write']);
      await expect(writer.workspaces.invitations.create(alice.workspace, draft)).rejects.toMatchObject({
        code: 'insufficient_scope',
      });
      for (const role of ['editor', 'admin'] as const) {
        const member = await parley.person();
        await alice.invite(member, role);
        const { invitations } = (await member.session()).workspaces;
        const attempt = invitations.create(alice.workspace, role === 'admin' ? { ...draft, role: 'owner' } : draft);
        await expect(attempt).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
      }
    });

    test('404: a workspace out of reach', async () => {
      const { workspace } = await parley.person();
      const invitation = client.workspaces.invitations.create(workspace, { email: newAddress(), role: 'viewer' });
      await expect(invitation).rejects.toMatchObject({ status: 404, code: 'workspace_not_found' });
    });

    test('409: a person who is a member already', async () => {
      await expect(invite(alice.user.email.toUpperCase())).rejects.toMatchObject({
        status: 409,
        code: 'already_member',
      });
    });
  });

  describe('list and revoke', () => {
    test('lists only open ones, newest first, page by page', async () => {
      const bob = await parley.person();
      const own = await bob.client();
      const create = (email: string) => own.workspaces.invitations.create(bob.workspace, { email, role: 'viewer' });
      const old = await create('old@example.com');
      parley.advance(7 * day);
      for (const email of ['one@example.com', 'two@example.com', 'three@example.com']) {
        parley.advance(10);
        await create(email);
      }
      const page = await own.workspaces.invitations.list(bob.workspace, { includeTotal: true });
      expect(page.items.map(({ email }) => email)).toEqual(['three@example.com', 'two@example.com', 'one@example.com']);
      expect(page.total).toBe(3);
      expect(JSON.stringify(page)).not.toContain('token');
      expect(await own.workspaces.invitations.list(bob.workspace, { limit: 1 }).toArray({ limit: 10 })).toEqual(
        page.items,
      );
      await expect(anybody.invitations.preview({ token: tokenOf(old) })).rejects.toMatchObject({ status: 404 });
    });

    test('a revoked link no longer works', async () => {
      const made = await invite(newAddress());
      const ref = { workspaceId: alice.workspace, invitationId: made._id };
      expect(await client.workspaces.invitations.revoke(ref)).toEqual({ message: 'Invitation revoked.' });
      await expect(anybody.invitations.accept({ token: tokenOf(made), password })).rejects.toMatchObject({
        status: 404,
      });
      await expect(client.workspaces.invitations.revoke(ref)).rejects.toMatchObject({
        status: 404,
        code: 'invitation_not_found',
      });
    });

    test('404: an invitation of another workspace', async () => {
      const made = await invite(newAddress());
      const bob = await parley.person();
      const { invitations } = (await bob.client()).workspaces;
      const ref = { workspaceId: bob.workspace, invitationId: made._id };
      await expect(invitations.revoke(ref)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' });
      await expect(invitations.list(alice.workspace)).rejects.toMatchObject({
        status: 404,
        code: 'workspace_not_found',
      });
      expect((await anybody.invitations.preview({ token: tokenOf(made) })).email).toBe(made.email);
    });
  });

  describe('accept', () => {
    test('a preview shows the invited person’s workspace and role', async () => {
      const made = await invite(newAddress(), 'editor');
      expect(await anybody.invitations.preview({ token: tokenOf(made) })).toEqual({
        email: made.email,
        role: 'editor',
        workspaceName: 'Home',
      });
    });

    test('neither a preview nor a weak password tells whether the address has a person', async () => {
      const known = await parley.person();
      const [theirs, new_] = [await invite(known.user.email), await invite(newAddress())];
      const previews = await Promise.all(
        [theirs, new_].map((each) => anybody.invitations.preview({ token: tokenOf(each) })),
      );
      const [one, other] = previews.map(({ email: _email, ...rest }) => rest);
      expect(one).toEqual(other);
      for (const each of [theirs, new_]) {
        const guess = anybody.invitations.accept({ token: tokenOf(each), password: 'short' });
        await expect(guess).rejects.toMatchObject({ status: 400, details: [{ path: 'password' }] });
      }
    });

    test('a new person chooses a password, becomes a member and is signed in', async () => {
      const made = await invite(newAddress(), 'editor');
      const browser = sessionClient(parley.url);
      const accepted = await browser.invitations.accept({ token: tokenOf(made), name: 'Nora', password });
      expect(accepted).toEqual({
        user: { _id: expect.stringMatching(/^user_/), email: made.email, name: 'Nora' },
      });
      expect((await browser.me.retrieve()).workspaces).toMatchObject([{ _id: alice.workspace, role: 'editor' }]);
      expect((await memberOf(made.email))?.role).toBe('editor');
      const again = sessionClient(parley.url);
      expect((await again.sessions.create({ email: made.email, password })).user.name).toBe('Nora');
    });

    test('without a name, the email is used', async () => {
      const made = await invite(newAddress());
      const { user } = await anybody.invitations.accept({ token: tokenOf(made), password });
      expect(user.name).toBe(made.email.split('@')[0]);
    });

    test('an existing person joins with their password, keeps it and is signed in', async () => {
      const bob = await parley.person();
      const token = tokenOf(await invite(bob.user.email, 'admin'));
      const browser = sessionClient(parley.url);
      const accepted = await browser.invitations.accept({ token, name: 'Robert', password });
      expect(accepted).toMatchObject({ user: { _id: bob.user.id, name: bob.user.name } });
      const me = await browser.me.retrieve();
      expect(me.workspaces.map(({ _id, role }) => [_id, role])).toEqual([
        [alice.workspace, 'admin'],
        [bob.workspace, 'owner'],
      ]);
    });

    test('401: the link alone adds no existing person; it stays valid', async () => {
      const bob = await parley.person();
      const token = tokenOf(await invite(bob.user.email, 'admin'));
      const browser = sessionClient(parley.url);
      await expect(browser.invitations.accept({ token } as { token: string; password: string })).rejects.toMatchObject({
        status: 400,
        details: [{ path: 'password', message: 'is required' }],
      });
      const guess = browser.invitations.accept({ token, password: 'another password altogether' });
      await expect(guess).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
      await expect(browser.me.retrieve()).rejects.toMatchObject({ status: 401 });
      expect(await memberOf(bob.user.email)).toBeUndefined();
      expect(await browser.invitations.accept({ token, password })).toMatchObject({ user: { _id: bob.user.id } });
    });

    test('429: password guesses are throttled as at sign-in', async () => {
      const bob = await parley.person();
      const token = tokenOf(await invite(bob.user.email));
      const guess = (attempt: number) => anybody.invitations.accept({ token, password: `guess number ${attempt}` });
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await expect(guess(attempt)).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
      }
      await expect(guess(6)).rejects.toMatchObject({ status: 429, code: 'too_many_failed_attempts' });
      const signIn = anybody.sessions.create({ email: bob.user.email, password });
      await expect(signIn).rejects.toMatchObject({ code: 'too_many_failed_attempts' });
      expect(await memberOf(bob.user.email)).toBeUndefined();
    });

    test('429: a place that must wait learns nothing about any address', async () => {
      const [known, token] = [await parley.person(), tokenOf(await invite(newAddress()))];
      const theirs = tokenOf(await invite(known.user.email));
      parley.advance(60_000);
      const guesses = Array.from({ length: 21 }, (_, nth) =>
        anybody.sessions.create({ email: `nobody-${nth}@example.com`, password }).catch(({ code }) => code as string),
      );
      expect(await Promise.all(guesses)).toContain('too_many_failed_attempts');
      for (const each of [theirs, token]) {
        const attempt = anybody.invitations.accept({ token: each, password });
        await expect(attempt).rejects.toMatchObject({ status: 429, code: 'too_many_failed_attempts' });
      }
      parley.advance(60_000);
      expect((await anybody.invitations.accept({ token, password })).user.email).not.toBe(known.user.email);
    });

    test('an open session has the new member’s rights with the next request', async () => {
      const bob = await parley.person();
      const session = await bob.session();
      await expect(session.workspaces.retrieve(alice.workspace)).rejects.toMatchObject({ status: 404 });
      await anybody.invitations.accept({ token: tokenOf(await invite(bob.user.email)), password });
      expect((await session.workspaces.retrieve(alice.workspace)).role).toBe('viewer');
    });

    test('400: a new person without a good password; the link stays valid', async () => {
      const made = await invite(newAddress());
      const token = tokenOf(made);
      for (const weak of ['', 'short', 'password1234']) {
        await expect(anybody.invitations.accept({ token, password: weak })).rejects.toMatchObject({
          status: 400,
          details: [{ path: 'password' }],
        });
      }
      expect(await memberOf(made.email)).toBeUndefined();
      expect((await anybody.invitations.accept({ token, password })).user.email).toBe(made.email);
    });

    test('404: a used, expired or invented link', async () => {
      const gone = {
        status: 404,
        code: 'invitation_not_found',
        message: 'The invitation does not exist, has been used or has expired.',
      };
      const expectGone = async (token: string) => {
        await expect(anybody.invitations.preview({ token })).rejects.toMatchObject(gone);
        await expect(anybody.invitations.accept({ token, password })).rejects.toMatchObject(gone);
      };
      const used = tokenOf(await invite(newAddress()));
      await anybody.invitations.accept({ token: used, password });
      for (const token of [used, 'x', 'x'.repeat(43)]) await expectGone(token);
      const ended = tokenOf(await invite(newAddress()));
      parley.advance(7 * day - 60_000);
      expect((await anybody.invitations.preview({ token: ended })).role).toBe('viewer');
      parley.advance(60_001);
      await expectGone(ended);
    });

    test.each<[string, 'owner' | 'admin', (by: Person, owner: Parley) => Promise<unknown>]>([
      ['removed', 'admin', (by, owner) => owner.workspaces.members.remove(memberRef(by))],
      ['demoted', 'admin', (by, owner) => owner.workspaces.members.update(memberRef(by), { role: 'editor' })],
      ['demoted from owner', 'owner', (by, owner) => owner.workspaces.members.update(memberRef(by), { role: 'admin' })],
      ['suspended', 'admin', (by) => parley.features.accounts.setStatus(by.user.email, 'suspended')],
    ])('404: its creator has been %s since, and still has the link', async (_way, role, change) => {
      const maker = await parley.person();
      await alice.invite(maker, role);
      const session = await maker.session();
      const email = newAddress();
      const made = await session.workspaces.invitations.create(alice.workspace, { email, role });
      expect((await anybody.invitations.preview({ token: tokenOf(made) })).email).toBe(email);
      await change(maker, await alice.session());
      const gone = { status: 404, code: 'invitation_not_found' };
      await expect(anybody.invitations.preview({ token: tokenOf(made) })).rejects.toMatchObject(gone);
      await expect(anybody.invitations.accept({ token: tokenOf(made), password })).rejects.toMatchObject(gone);
      const listed = await client.workspaces.invitations.list(alice.workspace, { limit: 100, includeTotal: true });
      expect(listed.items.map((item) => item.email)).not.toContain(email);
      expect(listed.total).toBe(listed.items.length);
      expect(await memberOf(email)).toBeUndefined();
    });

    test('404: its creator is removed while it is accepted', async () => {
      const maker = await parley.person();
      await alice.invite(maker, 'admin');
      const made = await (await maker.session()).workspaces.invitations.create(alice.workspace, {
        ...{ email: newAddress(), role: 'admin' },
      });
      const owner = await alice.session();
      const begun = { session: { token: '', maxAgeSeconds: 0 }, statements: [] };
      const racing = createInvitations({
        ...{ db: racingWrite(parley.db, () => owner.workspaces.members.remove(memberRef(maker))), now: Date.now },
        ...{
          newId: () => 'never made here',
          room: () => [],
          publicUrl: parley.url,
          findUser: async () => ({ ...(await parley.person()).user, account_id: '', verified_at: null }),
        },
        makeUser: () => Promise.reject(new Error('No user is created here.')),
        holdUser: parley.features.accounts.hold,
        mail: { isOn: false, post: async () => [] },
        proof: async () => [],
        ...{ permit: () => undefined, checkPassword: () => undefined },
        demandVerified: () => ({ sql: 'select 1', parameters: [] }),
        beginSession: () => begun,
        enter: async () => ({ user: { ...(await parley.person()).user, account: '' }, ...begun }),
        forgetCallers: () => undefined,
        record: () => ({ sql: 'select 1', parameters: [] }),
      });
      const at = { requestId: 'req', address: '', userAgent: '', origin: undefined, host: undefined };
      const accepted = racing.accept(at, { token: tokenOf(made), password });
      await expect(accepted).rejects.toMatchObject({ code: 'invitation_not_found' });
      expect(await memberOf(made.email)).toBeUndefined();
    });

    test('404: one of 10 simultaneous accepts succeeds, the others are refused', async () => {
      const made = await invite(newAddress());
      const attempts = Array.from({ length: 10 }, () =>
        anybody.invitations.accept({ token: tokenOf(made), password }).then(
          () => 'accepted',
          ({ status }) => status as number,
        ),
      );
      const outcomes = await Promise.all(attempts);
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome !== 'accepted' && outcome !== 404 && outcome !== 409)).toEqual([]);
      expect((await memberOf(made.email))?.role).toBe('viewer');
    });

    test('409: a person who became a member meanwhile', async () => {
      const bob = await parley.person();
      const second = await client.workspaces.create({ name: `Second of ${bob.user.id}` });
      const { url } = await client.workspaces.invitations.create(second._id, { email: bob.user.email, role: 'viewer' });
      const { db } = parley;
      const member = { workspace_id: second._id, user_id: bob.user.id, role: 'editor', created_at: Date.now() };
      await db.write([db.query.insertInto('members').values(member).compile()]);
      await expect(anybody.invitations.accept({ token: tokenOf({ url }), password })).rejects.toMatchObject({
        status: 409,
        code: 'already_member',
      });
    });
  });
});
