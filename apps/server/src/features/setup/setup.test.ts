// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { password, type Service, sessionClient, startService } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';

const minute = 60_000;

describe.each(engines)('the first run, on %s', (engine) => {
  let parley: Service;
  let visitor: Parley;
  let token: string;

  beforeEach(async () => {
    const started = await startService(engine);
    onTestFinished(() => started.close());
    parley = started;
    visitor = sessionClient(parley.url);
    token = await parley.features.setup.issueToken();
  });

  const draft = (more: object = {}) => ({ token, email: 'first@example.com', password, ...more });
  const claim = (more: object = {}) => visitor.setup.complete(draft(more));
  const peopleOf = () => parley.db.read(parley.db.query.selectFrom('users').select(['email', 'name']));

  test('is open until there is an owner', async () => {
    expect(await visitor.setup.retrieve()).toEqual({ open: true });
  });

  test('the link creates the first owner with a workspace, and signs in', async () => {
    const done = await claim({ name: 'Ada', workspaceName: 'Engines' });
    expect(done).toEqual({
      user: { _id: expect.stringMatching(/^user_/), email: 'first@example.com', name: 'Ada' },
      workspace: { _id: expect.stringMatching(/^ws_/), name: 'Engines' },
    });
    const me = await visitor.me.retrieve();
    expect(me).toMatchObject({
      user: done.user,
      account: { plan: 'free' },
      workspaces: [{ _id: done.workspace._id, role: 'owner' }],
    });
    const { key } = await visitor.apiKeys.create({ name: 'First', scopes: ['agents:read'] });
    expect((await send(parley.url, { path: '/api/agents', key })).status).toBe(200);
  });

  test('name and workspace have defaults, and the email becomes lower case', async () => {
    const { user, workspace } = await claim({ email: 'First.Owner@Example.com' });
    expect([user.email, user.name, workspace.name]).toEqual(['first.owner@example.com', 'First.Owner', 'My workspace']);
  });

  test('a new token replaces the previous one, as after a restart', async () => {
    const before = token;
    token = await parley.features.setup.issueToken();
    await expect(claim({ token: before })).rejects.toMatchObject({ status: 404, code: 'setup_token_invalid' });
    expect((await claim()).user.email).toBe('first@example.com');
  });

  test('the token isn’t stored', async () => {
    await claim();
    const settings = await parley.db.read(parley.db.query.selectFrom('settings').selectAll());
    expect(JSON.stringify(settings)).not.toContain(token);
    expect(parley.log()).not.toContain(token);
  });

  test('one of 30 simultaneous claims creates the owner', async () => {
    // As many as one network may have waiting to be hashed.
    const claims = Array.from({ length: 30 }, (_, index) =>
      send(parley.url, { method: 'POST', path: '/api/setup', body: draft({ email: `claimant-${index}@example.com` }) }),
    );
    const replies = await Promise.all(claims);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) expectFailure(reply, 'route_not_found');
    expect(await peopleOf()).toHaveLength(1);
    const workspaces = await parley.db.read(parley.db.query.selectFrom('workspaces').select('id'));
    expect(workspaces).toHaveLength(1);
  });

  test('400: invalid fields; the link stays valid', async () => {
    const wrong: readonly [object, string][] = [
      [{ token: undefined }, 'token'],
      [{ email: 'nobody' }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ password: 'password1234' }, 'password'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ workspaceName: '' }, 'workspaceName'],
      [{ workspaceName: ' \t' }, 'workspaceName'],
      [{ workspaceName: 'x'.repeat(101) }, 'workspaceName'],
      [{ plan: 'business' }, 'plan'],
    ];
    for (const [more, path] of wrong) {
      await expect(claim(more)).rejects.toMatchObject({ status: 400, code: 'validation_failed', details: [{ path }] });
    }
    expect(await peopleOf()).toEqual([]);
    expect((await claim()).user.email).toBe('first@example.com');
  });

  test('404: a wrong token, and one after thirty minutes', async () => {
    for (const wrong of ['x', token.toUpperCase(), `${token} `, token.slice(1)]) {
      await expect(claim({ token: wrong })).rejects.toMatchObject({ status: 404, code: 'setup_token_invalid' });
    }
    parley.advance(30 * minute - 5000);
    expect(await visitor.setup.retrieve()).toEqual({ open: true });
    parley.advance(5001);
    await expect(claim()).rejects.toMatchObject({ status: 404, code: 'setup_token_invalid' });
    expect(await peopleOf()).toEqual([]);
  });

  test('404: if no link was ever printed', async () => {
    const silent = await startService(engine);
    onTestFinished(() => silent.close());
    for (const guess of ['', 'undefined', 'null']) {
      const reply = await send(silent.url, { method: 'POST', path: '/api/setup', body: draft({ token: guess }) });
      expect(reply.status).toBe(guess === '' ? 400 : 404);
    }
  });

  test('404: for good once there is an owner, even if every person is removed', async () => {
    await claim();
    const gone = async () => {
      const paths = [
        { path: '/api/setup' },
        { method: 'POST', path: '/api/setup', body: draft() },
        { method: 'POST', path: '/api/setup', body: {} },
        { method: 'POST', path: '/api/setup', body: 'no JSON', headers: { 'content-type': 'text/plain' } },
        { method: 'POST', path: '/api/setup' },
      ];
      for (const request of paths) expectFailure(await send(parley.url, request), 'route_not_found');
    };
    await gone();
    const { db } = parley;
    await db.write([
      ...(['sessions', 'members', 'users'] as const).map((table) => db.query.deleteFrom(table).compile()),
    ]);
    await gone();
    token = await parley.features.setup.issueToken();
    await gone();
  });

  test('404: if the operator created a person', async () => {
    await parley.person();
    await expect(visitor.setup.retrieve()).rejects.toMatchObject({ status: 404, code: 'route_not_found' });
    await expect(claim()).rejects.toMatchObject({ status: 404, code: 'route_not_found' });
  });

  test('429: guessing is throttled', async () => {
    for (let guesses = 0; guesses < 5; guesses += 1) {
      await expect(claim({ token: `guess-${guesses}` })).rejects.toMatchObject({ code: 'setup_token_invalid' });
    }
    await expect(claim({ token: 'guess-6' })).rejects.toMatchObject({ status: 429, retryAfter: 60 });
    parley.advance(minute);
    expect((await claim()).user.email).toBe('first@example.com');
  });
});
