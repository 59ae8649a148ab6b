// @module-tag sql
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { ownInstance } from '../../../testing/fixtures/people.ts';
import { appOf } from '../../../testing/fixtures/second-factor.ts';
import { password, service, sessionClient } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

describe.each(engines)('events of people, on %s', (engine) => {
  const parley = service(engine, { environment: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } });
  const changesOf = async (type: string, about: string) =>
    (await loggedEvents(parley.db, about)).filter((event) => event.type === type).map(({ changes }) => changes);

  test('a new account: its person and its workspace, by the operator', async () => {
    const ada = await parley.person();
    const by = { account: ada.account, actor: { operator: true }, changes: [] };
    expect([
      ...(await loggedEvents(parley.db, ada.user.id)),
      ...(await loggedEvents(parley.db, ada.workspace)),
    ]).toEqual([
      { type: 'user.created', workspace: null, ...by, data: { user: ada.user.id } },
      { type: 'workspace.created', workspace: ada.workspace, ...by, data: { workspace: ada.workspace } },
    ]);
  });

  test('an accepted invitation tells of the person and the membership, by that person', async () => {
    const ada = await parley.person();
    const draft = { email: `new-${ada.user.email}`, role: 'viewer' } as const;
    const { _id, url } = await (await ada.session()).workspaces.invitations.create(ada.workspace, draft);
    const token = url?.split('#token=')[1] ?? '';
    const { user } = await sessionClient(parley.url).invitations.accept({ token, password });
    const about = { account: ada.account, actor: { user: user._id } };
    expect(await loggedEvents(parley.db, user._id)).toMatchObject([
      { type: 'user.created', workspace: null, ...about },
      { type: 'session.created', workspace: null, ...about, data: { methods: ['invitation'] } },
      { type: 'member.added', workspace: ada.workspace, ...about, data: { role: 'viewer', invitation: _id } },
    ]);
  });

  test('names, addresses, states and plans before and after; workspaces of others have no values', async () => {
    const [ada, host] = [await parley.person(), await parley.person()];
    await host.invite(ada, 'viewer');
    const { id, email, name } = ada.user;
    await (await ada.session()).me.update({ name: 'Ada “L.”\n' });
    await parley.features.accounts.people.rename(email, `renamed-${email}`);
    await parley.features.accounts.setStatus(`renamed-${email}`, 'suspended');
    await parley.features.accounts.setStatus(`renamed-${email}`, 'suspended');
    await parley.features.accounts.setPlan(`renamed-${email}`, 'business');
    const updates = (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'member.updated');
    const of = (workspace: string) =>
      updates.filter((event) => event.workspace === workspace).map(({ data, changes }) => [data['fields'], changes]);
    expect(of(ada.workspace)).toEqual([
      [['name'], [{ field: 'name', before: name, after: 'Ada “L.”\n' }]],
      [['email'], [{ field: 'email', before: email, after: `renamed-${email}` }]],
      [['status'], [{ field: 'status', before: 'active', after: 'suspended' }]],
      [['status'], []],
    ]);
    expect(of(host.workspace)).toEqual([
      [['name'], []],
      [['email'], []],
      [['status'], []],
      [['status'], []],
    ]);
    expect(await changesOf('account.updated', ada.account)).toEqual([
      [{ field: 'plan', before: 'free', after: 'business' }],
    ]);
  });

  test('settings of a workspace before and after, at once with another change', async () => {
    const ada = await parley.person();
    const client = await ada.session();
    expect(await client.workspaces.retrieve(ada.workspace)).toMatchObject({ auditTexts: false });
    expect(await client.workspaces.update(ada.workspace, { name: 'Home', auditTexts: true })).toMatchObject({
      auditTexts: true,
    });
    await Promise.all(['One', 'Two', 'Three'].map((name) => client.workspaces.update(ada.workspace, { name })));
    const [first, ...others] = await changesOf('workspace.updated', ada.workspace);
    expect(first).toEqual([{ field: 'auditTexts', before: false, after: true }]);
    // Each begins with what the one before has left.
    const names = (others as { before: string; after: string }[][]).flat();
    expect(names.map(({ before }) => before)).toEqual(['Home', ...names.slice(0, -1).map(({ after }) => after)]);
    expect(names).toHaveLength(3);
    const { auditTexts, name } = await client.workspaces.retrieve(ada.workspace);
    expect([auditTexts, name]).toEqual([true, names.at(-1)?.after]);
  });

  test('the owner of the instance, and keys of model providers by their names alone', async () => {
    const ada = await parley.person();
    await parley.features.accounts.people.ownInstance(ada.user.email);
    expect(await changesOf('user.updated', ada.user.id)).toEqual([
      [{ field: 'ownsInstance', before: false, after: true }],
    ]);
    const client = await ada.session();
    const key = 'sk-canary-of-a-provider-0123456789';
    await client.models.providers.setKey('openai', { apiKey: key });
    await client.models.providers.setKey('openai', { apiKey: `${key}-2` });
    await client.models.providers.deleteKey('openai');
    const told = (await loggedEvents(parley.db)).filter(({ type }) => type.startsWith('provider_key.'));
    const about = { account: ada.account, actor: { user: ada.user.id }, data: { provider: 'openai' }, changes: [] };
    expect(told).toMatchObject(
      ['created', 'updated', 'deleted'].map((what) => ({ type: `provider_key.${what}`, ...about })),
    );
  });

  test('no event has a secret or its digest, in any column', async () => {
    const ada = await parley.person();
    await ownInstance(parley, ada.user.id);
    const client = await ada.session();
    const secrets: Record<string, string> = {
      password,
      next: 'canary: the next long password',
      provider: 'sk-canary-42424242424242424242',
    };
    const totp = await client.secondFactor.startTotp();
    secrets['totp'] = totp.secret;
    const app = appOf(parley, totp.secret);
    const { recoveryCodes } = await client.secondFactor.confirmTotp({ code: app.next() });
    const renewed = await client.secondFactor.renewRecoveryCodes();
    for (const [index, code] of [...(recoveryCodes ?? []), ...renewed.recoveryCodes].entries()) {
      secrets[`recovery code ${index}`] = code;
      secrets[`recovery code ${index}, as typed`] = code.replace('-', '');
    }
    const key = await client.apiKeys.create({ name: 'Canary', scopes: ['agents:read'] });
    const rotated = await client.apiKeys.rotate(key._id, { overlapHours: 1 });
    await client.apiKeys.update(rotated._id, { name: 'Renamed' });
    await client.apiKeys.revoke(rotated._id);
    Object.assign(secrets, { key: key.key, rotated: rotated.key });
    const draft = { email: `canary-${ada.user.email}`, role: 'editor' } as const;
    const { url } = await client.workspaces.invitations.create(ada.workspace, draft);
    secrets['invitation'] = url?.split('#token=')[1] ?? '';
    const joined = sessionClient(parley.url);
    await joined.invitations.accept({ token: secrets['invitation'], password });
    const link = await parley.features.accounts.people.resetLink(draft.email);
    secrets['reset'] = link.url.split('#token=')[1] ?? '';
    await joined.passwordResets.confirm({ token: secrets['reset'], password: secrets['next'] ?? '' });
    await client.password.change({ currentPassword: password, newPassword: secrets['next'] ?? '' });
    await client.models.providers.setKey('openai', { apiKey: secrets['provider'] ?? '' });
    await expect(sessionClient(parley.url).sessions.create({ email: ada.user.email, password })).rejects.toThrow();
    await client.secondFactor.removeTotp();
    const response = await fetch(`${parley.url}/api/session`, {
      ...{ method: 'POST', headers: { origin: parley.url, 'content-type': 'application/json' } },
      body: JSON.stringify({ email: draft.email, password: secrets['next'] }),
    });
    secrets['session'] = /parley_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
    await parley.features.accounts.people.remove(draft.email);
    await vi.waitFor(async () => expect(await changesOf('session.failed', ada.user.id)).not.toEqual([]), 30_000);

    const types = new Set((await loggedEvents(parley.db)).map(({ type }) => type));
    for (const type of [
      'session.created',
      'session.failed',
      'session.ended',
      'second_factor.enabled',
      'api_key.created',
    ])
      expect(types).toContain(type);
    const rows = JSON.stringify(await parley.db.read(parley.db.query.selectFrom('event_log').selectAll()));
    expect(rows).toContain(ada.user.id);
    const shown = Object.entries(secrets).filter(([, secret]) => formsOf(secret).some((form) => rows.includes(form)));
    expect(shown.map(([name]) => name)).toEqual([]);
    expect(Object.values(secrets).filter((secret) => secret.length < 10)).toEqual([]);
    expect(Object.keys(secrets).length).toBeGreaterThan(45);
  });
});

/** A secret as it may be written, and its digests. */
const formsOf = (secret: string): string[] => {
  const digest = (encoding: 'hex' | 'base64' | 'base64url') => createHash('sha256').update(secret).digest(encoding);
  return [secret, Buffer.from(secret).toString('base64'), digest('hex'), digest('base64'), digest('base64url')];
};
