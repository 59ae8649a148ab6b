import { beforeEach, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { createAuthenticator } from '../../../testing/fixtures/authenticator.ts';
import { addApp, appOf, foreignTo } from '../../../testing/fixtures/second-factor.ts';
import { type Person, password, type Service, service, sessionClient } from '../../../testing/harness.ts';
import { send, signIn } from '../../../testing/request.ts';
import type { Endpoint } from '../../http/endpoint.ts';

const minute = 60_000;
const tooLate = 15 * minute;

/** Operations by which a session may delete something or get a secret without a fresh proof, and the reasons. */
const unconfirmed: Readonly<Record<string, string>> = {
  createChannel: 'the secret is of the new channel; settings with a secret are judged by the service',
  putChannel: 'as createChannel',
  deleteConversation: 'one conversation is everyday work; all of a user are confirmed',
  deleteKnowledgeDocument: 'editors do it while they write; all of a source are confirmed',
  deleteKnowledgePair: 'editors do it while they write answers',
  deleteKnowledgeSourceHook: 'it only takes a right away',
  connectTool: 'the service asks, as for settings with a secret',
  disconnectTool: 'it only takes a right away',
  disconnectToolUser: 'it only takes a right away',
  dismissUnansweredQuestion: 'editors do it while they write answers',
  rotateKnowledgeSourceHook: 'its secret only starts syncs, which the session may start anyway',
  revokeApiKey: 'a leaked key must not wait',
  revokeInvitation: 'it only takes a right away',
  revokeSession: 'it only takes a right away',
  signOut: 'it only takes a right away',
  deleteChannelPicture: 'who has the picture can set it again',
  deleteRoomAccount: 'it only takes a right away',
  deleteTeamRoom: 'it only takes a right away',
  deleteWorkingHours: 'it takes a minute to set them again',
  deleteSavedReply: 'editors do it while they write answers',
  deleteNote: 'one note is everyday work',
  deleteView: 'it takes a minute to make it again',
  createConfirmationOptions: 'the confirmation itself begins with it',
};

/** Every endpoint that asks again. */
const confirmed = [
  'addPasskey',
  'changePassword',
  'confirmTotp',
  'createApiKey',
  'createInvitation',
  'createPasskeyOptions',
  'createRoomCode',
  'createWebhook',
  'deleteAgent',
  'deleteChannel',
  'deleteKnowledgeSource',
  'deleteMe',
  'deleteModelProviderKey',
  'deleteTeam',
  'deleteTool',
  'deleteUserConversations',
  'deleteWebhook',
  'deleteWorkspace',
  'removeMember',
  'removePasskey',
  'removeTotp',
  'renamePasskey',
  'renewRecoveryCodes',
  'resetMemberPassword',
  'rotateApiKey',
  'rotateChannelSecret',
  'rotateWebhookSecret',
  'setModelProviderKey',
  'setTeamRoom',
  'startTotp',
  'updateApiKey',
  'updateMember',
  'updateWebhook',
];

const endpointsOf = ({ features }: Service): readonly Endpoint[] => features.endpoints;
const toCall = ({ method, path }: Endpoint) => ({ method, path: path.replaceAll(/:\w+/g, 'made_up') });

describe.each(anyEngine)('confirmations, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;

  beforeEach(async () => {
    parley.advance(minute + 1);
    alice = await parley.person();
  });

  const refused = (attempt: Promise<unknown>, code: string, status = 403) =>
    expect(attempt).rejects.toMatchObject({ status, code });

  describe('which endpoints ask', () => {
    test('is decided for each that deletes, or answers with a secret', () => {
      const judged = endpointsOf(parley).filter(
        ({ access, method, secret }) => access !== 'public' && (method === 'DELETE' || secret === true),
      );
      const open = judged.filter((endpoint) => endpoint.confirmed !== true).map(({ id }) => id);
      expect(open.sort()).toEqual(Object.keys(unconfirmed).sort());
      const asking = endpointsOf(parley).filter((endpoint) => endpoint.confirmed === true);
      expect(asking.map(({ id }) => id).sort()).toEqual(confirmed);
    });

    test('they refuse an old proof before anything else, but no key and no person without a second factor', async () => {
      const { user } = alice;
      const plain = await signIn(parley.url, user.email);
      const key = await alice.key();
      const bob = await parley.person();
      const headers = await signIn(parley.url, bob.user.email);
      const started = await send(parley.url, {
        ...{ method: 'POST', path: '/api/me/second-factor/totp', headers, body: {} },
      });
      const { secret } = started.json()['data'] as { secret: string };
      const code = appOf(parley, secret).next();
      const path = '/api/me/second-factor/totp/confirm';
      await send(parley.url, { method: 'POST', path, headers, body: { code } });
      parley.advance(tooLate);
      for (const endpoint of endpointsOf(parley).filter(({ confirmed: asks }) => asks === true)) {
        const request = toCall(endpoint);
        const old = await send(parley.url, { ...request, headers });
        expect({ id: endpoint.id, code: old.json()['code'] }).toEqual({
          id: endpoint.id,
          code: 'confirmation_required',
        });
        for (const others of [{ headers: plain }, { key }]) {
          const reply = await send(parley.url, { ...request, ...others });
          const isAsked = reply.status === 403 && reply.json()['code'] === 'confirmation_required';
          // Everyone needs a fresh sign-in or the password to add a first second factor.
          const isFirst = 'headers' in others && ['startTotp', 'createPasskeyOptions'].includes(endpoint.id);
          expect({ id: endpoint.id, isAsked }).toEqual({ id: endpoint.id, isAsked: isFirst && isAsked });
        }
      }
    });

    test('a preview isn’t asked', async () => {
      const { session } = await addApp(parley, alice);
      parley.advance(tooLate);
      await session.me.dependents();
      await session.workspaces.dependents(alice.workspace);
      await refused(session.me.delete({ password }), 'confirmation_required');
    });

    test('secret settings of a channel are, and others not', async () => {
      const { session } = await addApp(parley, alice);
      const { _id: agent } = await session.agents.create({ name: 'Support', model: 'builtin/echo' });
      parley.advance(tooLate);
      const channel = await session.channels.create(agent, { type: 'widget' });
      await session.channels.update(channel._id, { name: 'Shop' });
      const settings = { botToken: '123456:not-a-real-token-of-a-bot-123456789' };
      await refused(session.channels.create(agent, { type: 'telegram', settings }), 'confirmation_required');
    });
  });

  describe('confirming', () => {
    test('by a code, for 15 minutes', async () => {
      const { session, app } = await addApp(parley, alice);
      await session.secondFactor.renewRecoveryCodes();
      parley.advance(tooLate);
      await refused(session.secondFactor.renewRecoveryCodes(), 'confirmation_required');
      const { confirmedAt } = await session.sessions.confirm({ code: app.next() });
      expect(Date.parse(confirmedAt)).toBeGreaterThan(parley.now() - minute);
      const { recoveryCodes } = await session.secondFactor.renewRecoveryCodes();
      parley.advance(tooLate);
      await refused(session.secondFactor.renewRecoveryCodes(), 'confirmation_required');
      await session.sessions.confirm({ code: recoveryCodes[0] ?? '' });
      await session.secondFactor.renewRecoveryCodes();
    });

    test('by a passkey of the person', async () => {
      const named = parley.url.replace('127.0.0.1', 'localhost');
      const client = sessionClient(named);
      await client.sessions.create({ email: alice.user.email, password });
      const key = createAuthenticator(named);
      const challenge = await client.secondFactor.passkeyOptions();
      await client.secondFactor.addPasskey({
        ...{ token: challenge.token, name: 'Key', response: key.create(challenge) },
      });
      parley.advance(tooLate);
      const asked = await client.sessions.confirmationOptions();
      const other = { ...asked, options: { ...asked.options, challenge: 'b3RoZXI' } };
      await refused(
        client.sessions.confirm({ token: asked.token, passkey: key.get(other) }),
        'second_factor_invalid',
        401,
      );
      const proof = { token: asked.token, passkey: key.get(asked) };
      await client.sessions.confirm(proof);
      await refused(client.sessions.confirm(proof), 'challenge_expired', 401);
      await client.secondFactor.renewRecoveryCodes();
    });

    test('401: a code that was used, of another person, and one of two at once', async () => {
      const { session, app } = await addApp(parley, alice);
      const bob = await addApp(parley, await parley.person());
      const code = app.next();
      const ends = await Promise.allSettled([session.sessions.confirm({ code }), session.sessions.confirm({ code })]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await refused(session.sessions.confirm({ code }), 'second_factor_invalid', 401);
      await refused(session.sessions.confirm({ code: foreignTo(app, bob.app) }), 'second_factor_invalid', 401);
    });

    test('the password confirms for a person without a second factor only', async () => {
      const client = await alice.session();
      await client.sessions.confirm({ password });
      await refused(client.sessions.confirm({ password: 'wrong' }), 'invalid_credentials', 401);
      await refused(client.sessions.confirm({}), 'validation_failed', 400);
      const { session } = await addApp(parley, alice);
      await refused(session.sessions.confirm({ password }), 'validation_failed', 400);
    });

    test('429: after five wrong codes, also at the sign-in', async () => {
      const { session, app } = await addApp(parley, alice);
      for (let tries = 0; tries < 5; tries += 1)
        await refused(session.sessions.confirm({ code: app.wrong() }), 'second_factor_invalid', 401);
      await refused(session.sessions.confirm({ code: app.next() }), 'too_many_failed_attempts', 429);
    });
  });
});
