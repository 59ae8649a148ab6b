// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import {
  askIn,
  clientOf,
  echoAgent,
  letIn,
  makeWebChannel,
  proofOf,
} from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { identitySecret } from '../../../../testing/messengers/channel-rows.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import { statement } from '../../../storage/unit.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(engines)('visitors, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let agent: string;
  const channelWith = (draft: Parameters<typeof makeWebChannel>[2] = {}) =>
    makeWebChannel(parley, { workspace: alice.workspace, agent }, draft);

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    agent = await echoAgent(alice);
  });

  test('a new visitor gets a token and what the chat shows', async () => {
    const channel = await channelWith({ settings: { greeting: 'Hello!', suggestions: ['Where is my order?'] } });
    const session = await letIn(parley.url, channel);
    expect(session.token).toMatch(/^pvt_[\w-]+\.[\w-]{43}$/);
    expect(session.visitor).toEqual({
      id: expect.stringMatching(/^visitor_/),
      name: null,
      verified: false,
      form: null,
    });
    expect(session.channel).toMatchObject({
      ...{ _id: channel, type: 'widget', agent, title: 'Echo', greeting: 'Hello!', available: true },
      ...{ suggestions: ['Where is my order?'], position: 'right', feedback: true, citations: true },
      ...{ language: 'auto', sound: false, titleBadge: true },
    });
    expect((await askIn(parley.url, channel)).headers['cache-control']).toBe('no-store');
  });

  test('the launcher of a channel has its public data; an inactive channel has none', async () => {
    const rule = { text: 'Questions?', paths: ['/pricing*'] };
    const own = { texts: { open: 'Ask', unread: ' ', send: 'Not public' }, language: 'de', position: 'left' };
    const settings = { launcher: { icon: 'seal', text: 'Ask us' }, proactive: [rule], greeting: 'Not public', ...own };
    const channel = await channelWith();
    const team = await alice.client();
    await team.channels.update(channel, { settings });
    const look = async () => (await parley.features.channelPage(channel))?.launcher;
    expect(await look()).toEqual({
      ...{ agent, icon: 'seal', text: 'Ask us', titleBadge: true, language: 'de', position: 'left', open: 'Ask' },
      ...{ theme: { mode: 'auto', light: {}, dark: {} } },
      proactive: [{ ...rule, afterSeconds: 0, scrollPercent: 0, onExit: false, repeat: 'visit' }],
    });
    await expect(team.channels.update(channel, { settings: { proactive: [rule, rule] } })).rejects.toMatchObject({
      details: [{ path: 'settings.proactive.1.text' }],
    });
    await team.channels.update(channel, { status: 'inactive' });
    expect(await look()).toBeNull();
  });

  test('chats, and reads, follows, rates and lists its own conversation; what is the team’s is empty', async () => {
    const session = await letIn(parley.url, await channelWith());
    const visitor = clientOf(parley, session);
    const { conversation, reply } = await visitor.agents.chat(agent, { content: 'Hello there' });
    expect(reply).toMatchObject({ content: 'Hello there', status: 'complete', model: null, usage: null });
    expect(conversation).toMatchObject({ userId: session.visitor.id, channel: session.channel._id, title: '' });
    await expect(visitor.agents.chat(agent, { content: 'Uncounted', playground: true })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'playground' }],
    });
    const team = await alice.client();
    await team.conversations.update(conversation._id, {
      tags: ['angry'],
      metadata: { score: 1 },
      title: 'A difficult one',
    });
    const seen = await visitor.conversations.retrieve(conversation._id);
    expect(seen).toMatchObject({ tags: [], metadata: {}, title: '', usage: { inputTokens: 0, outputTokens: 0 } });
    const list = await visitor.conversations.list({ limit: 10 });
    expect(list.items.map(({ _id }) => _id)).toEqual([conversation._id]);
    expect(JSON.stringify(list)).not.toMatch(/angry|difficult|builtin/);
    const { items } = await visitor.messages.list(conversation._id);
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain('builtin/echo');
    const rated = await visitor.messages.rate(reply?._id ?? '', { rating: 'positive', comment: 'Quick' });
    expect(rated).toMatchObject({ feedback: 'positive', feedbackComment: null, model: null });
    expect((await team.messages.retrieve(rated._id)).feedbackComment).toBe('Quick');
    const names: string[] = [];
    const stream = await visitor.messages.stream(conversation._id, { content: 'More' });
    for await (const event of stream) {
      names.push(event.type);
      expect(JSON.stringify(event)).not.toContain('builtin/echo');
    }
    expect(names.at(-1)).toBe('message.completed');
  });

  test('a person’s message reaches the visitor as an event; the agent stays silent', async () => {
    const session = await letIn(parley.url, await channelWith());
    const visitor = clientOf(parley, session);
    const { conversation } = await visitor.agents.chat(agent, { content: 'Is anyone there?' });
    const events = visitor.conversations.events(conversation._id);
    const told: string[] = [];
    const reading = (async () => {
      for await (const event of events) {
        if (event.type !== 'message.created') continue;
        told.push(`${event.message.role} ${event.message.content} ${event.message.author}`);
        if (event.message.role === 'human') return;
      }
    })();
    const team = await alice.session();
    await team.conversations.takeOver(conversation._id);
    const silent = await visitor.messages.send(conversation._id, { content: 'A person, please' });
    expect(silent.reply).toBeNull();
    await team.messages.send(conversation._id, { content: 'I am here', role: 'human' });
    await reading;
    expect(told.at(-1)).toBe('human I am here null');
    expect(told).toContain('user A person, please null');
  });

  test('comes back with the token as the same visitor; with one of another channel as a new one', async () => {
    const channel = await channelWith();
    const first = await letIn(parley.url, channel);
    const again = await letIn(parley.url, channel, { token: first.token });
    expect(again.visitor).toEqual(first.visitor);
    const other = await letIn(parley.url, await channelWith(), { token: first.token });
    expect(other.visitor.id).not.toBe(first.visitor.id);
    for (const token of ['pvt_', 'nonsense', `${first.token}x`, `${first.token.slice(0, -1)}`]) {
      expect((await letIn(parley.url, channel, { token })).visitor.id).not.toBe(first.visitor.id);
    }
  });

  test('a verified visitor has the customer’s ID on every device, and loses it without the proof', async () => {
    const channel = await channelWith();
    const proof = await proofOf('customer-7', { name: 'Ada' });
    const phone = await letIn(parley.url, channel, { identity: proof });
    expect(phone.visitor).toEqual({ id: 'customer-7', name: 'Ada', verified: true, form: null });
    const { conversation } = await clientOf(parley, phone).agents.chat(agent, { content: 'Hello' });
    const laptop = await letIn(parley.url, channel, { identity: await proofOf('customer-7', { aud: channel }) });
    expect((await clientOf(parley, laptop).conversations.retrieve(conversation._id)).userId).toBe('customer-7');
    // The next person at the same browser: the old token alone counts for nothing.
    const next = await letIn(parley.url, channel, { token: phone.token });
    expect(next.visitor.verified).toBe(false);
    await expect(clientOf(parley, next).conversations.retrieve(conversation._id)).rejects.toMatchObject({
      code: 'conversation_not_found',
    });
    const other = await letIn(parley.url, channel, { token: phone.token, identity: await proofOf('customer-8') });
    expect(other.visitor.id).toBe('customer-8');
  });

  test('a proof that is forged, late, too long or of an anonymous visitor is refused', async () => {
    const channel = await channelWith();
    const refused = async (identity: string, code: 'invalid_identity' | 'expired_identity') =>
      expectFailure(await askIn(parley.url, channel, { identity }), code);
    await refused(await proofOf('a', { secret: 'another secret, of another owner' }), 'invalid_identity');
    await refused(await proofOf('a', { seconds: -300 }), 'expired_identity');
    await refused(await proofOf('a', { seconds: 25 * 60 * 60 }), 'invalid_identity');
    await refused(await proofOf('a', { aud: 'channel_of_another' }), 'invalid_identity');
    await refused(await proofOf('visitor_01kg9vq40efm2s7x9r1c3k5z8w'), 'invalid_identity');
    await refused('not.a.jwt', 'invalid_identity');
    const [, payload = ''] = (await proofOf('a')).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    await refused(`${none}.${payload}.`, 'invalid_identity');
  });

  test('after a rotation the old secret is good for a while', async () => {
    const channel = await channelWith();
    const { secrets } = parley.features;
    const rotated = { secret: 'the new one', previous: { secret: identitySecret, until: Date.now() + day } };
    const set = (value: object) => {
      const sealed = secrets.seal(JSON.stringify(value), ['channels.secrets', channel]);
      const update = parley.db.query.updateTable('channels').set({ secrets: sealed }).where('id', '=', channel);
      return parley.db.write([statement(update)]);
    };
    await set(rotated);
    expect((await letIn(parley.url, channel, { identity: await proofOf('a') })).visitor.id).toBe('a');
    expect(
      (await letIn(parley.url, channel, { identity: await proofOf('a', { secret: 'the new one' }) })).visitor.id,
    ).toBe('a');
    await set({ ...rotated, previous: { ...rotated.previous, until: Date.now() - 1 } });
    expectFailure(await askIn(parley.url, channel, { identity: await proofOf('a') }), 'invalid_identity');
  });

  test('a channel that requires an identity refuses visitors without one; one that has it off asks for none', async () => {
    const required = await channelWith({ settings: { identity: 'required' } });
    expectFailure(await askIn(parley.url, required), 'identity_required');
    expect((await letIn(parley.url, required, { identity: await proofOf('a') })).visitor.id).toBe('a');
    const list = (token: string) => send(parley.url, { path: '/api/conversations', key: token });
    const later = await channelWith();
    const [anonymous, verified] = [
      await letIn(parley.url, later),
      await letIn(parley.url, later, { identity: await proofOf('a') }),
    ];
    expect((await list(anonymous.token)).status).toBe(200);
    await (await alice.client()).channels.update(later, { settings: { identity: 'required' } });
    // A visitor who has not proved an identity must do so now.
    expectFailure(await list(anonymous.token), 'invalid_visitor_token');
    expect((await list(verified.token)).status).toBe(200);
    const off = await channelWith({ settings: { identity: 'off' } });
    expect((await letIn(parley.url, off, { identity: 'ignored' })).visitor.verified).toBe(false);
  });

  test('reaches nothing else: other operations, agents, fields, visitors and channels', async () => {
    const channel = await channelWith();
    const session = await letIn(parley.url, channel);
    const { conversation } = await clientOf(parley, session).agents.chat(agent, { content: 'Mine' });
    const as = (key: string, method: string, path: string, body?: object) =>
      send(parley.url, { method, path, key, ...(body && { body }) });
    const { token } = session;
    for (const path of ['/api/agents', `/api/agents/${agent}`, '/api/me', `/api/conversations/export`]) {
      expectFailure(await as(token, 'GET', path), 'visitor_not_allowed');
    }
    expectFailure(await as(token, 'DELETE', `/api/conversations/${conversation._id}`), 'visitor_not_allowed');
    const second = await echoAgent(alice);
    expectFailure(await as(token, 'POST', `/api/agents/${second}/chat`, { content: 'Hello' }), 'agent_not_found');
    for (const extra of [
      { userId: 'other' },
      { metadata: {} },
      { settings: { model: 'builtin/echo' } },
      { role: 'human' },
    ]) {
      const failure = await as(token, 'POST', `/api/agents/${agent}/chat`, { content: 'Hello', ...extra });
      expectFailure(failure, 'validation_failed');
    }
    expectFailure(await as(token, 'GET', '/api/conversations?tag=angry'), 'unknown_parameter');
    const stranger = await letIn(parley.url, channel);
    const elsewhere = await letIn(parley.url, await channelWith());
    for (const { token: other } of [stranger, elsewhere]) {
      for (const part of ['', '/messages', '/events', '/stream']) {
        const path = `/api/conversations/${conversation._id}${part}`;
        expectFailure(await as(other, 'GET', path), 'conversation_not_found');
      }
    }
    expectFailure(await as(`${token.slice(0, -2)}AA`, 'GET', '/api/conversations'), 'invalid_visitor_token');
    expectFailure(
      await as(token, 'POST', `/api/agents/${agent}/chat`, { content: 'x'.repeat(70_000) }),
      'payload_too_large',
    );
  });

  test('a deleted channel, or agent, ends the tokens of its visitors at once', async () => {
    const own = await echoAgent(alice);
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent: own });
    const { token } = await letIn(parley.url, channel);
    const ask = () => send(parley.url, { path: '/api/conversations', key: token });
    expect((await ask()).status).toBe(200);
    await (await alice.client()).agents.delete(own);
    expectFailure(await ask(), 'invalid_visitor_token');
    expectFailure(await askIn(parley.url, channel), 'channel_not_found');
    expectFailure(await askIn(parley.url, 'channel_nowhere'), 'channel_not_found');
  });
});
