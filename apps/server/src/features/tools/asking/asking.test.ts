// @module-tag sql
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApprovalLinkDecideParams, Parley } from '@parley/sdk';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addApp } from '../../../../testing/fixtures/second-factor.ts';
import { type Person, service, sessionClient } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { send } from '../../../../testing/request.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls } from '../../../../testing/servers/fake-tools.ts';
import { startMailServer } from '../../../../testing/servers/mail-server.ts';
import { statement } from '../../../storage/unit.ts';

const provider = await startFakeProvider();
const server = await startMailServer();
/** The effects of the tools: the paths of their requests. */
const effects: string[] = [];
const shop = createServer(({ url = '' }, response) => {
  effects.push(url);
  response.end('{"refunded":true}');
});
await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await Promise.all([provider.close(), server.close()]);
});

const patient = { timeout: 10_000, interval: 20 };
const invalid = { status: 404, code: 'approval_link_invalid' };
const inputSchema = { type: 'object', properties: { order: { type: 'string' }, note: { type: 'string' } } };
/** Looks like another text: it has a character that turns the direction around. */
const disguised = { order: '10-4432', note: 'see https://evil.example/\u202egnp.exe' };
const repeated = {
  name: 'tools.mail-approval',
  payload: Type.Object({ call: Type.String(), user: Type.String() }),
  timeoutMs: 30_000,
};

let made = 0;

describe.each(engines)('approvals by mail, on %s', (engine) => {
  const parley = service(engine, {
    environment: { ...provider.environment, ...server.environment, PARLEY_ALLOW_PRIVATE_HOSTS: host },
  });
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let client: Parley;
  beforeAll(async () => {
    parley.features.jobs.start({ schedules: false });
    [alice, bob, carol] = [await parley.person(), await parley.person(), await parley.person()];
    client = await alice.client();
    for (const person of [bob, carol]) await join(person, 'editor');
  });

  const write = (...queries: Parameters<typeof statement>[0][]) =>
    parley.db.write(queries.map((each) => statement(each)));
  const join = ({ user }: Person, role: string) => {
    const row = { workspace_id: alice.workspace, user_id: user.id, role, created_at: Date.now() };
    return write(parley.db.query.insertInto('members').values(row));
  };
  const visitor = () => sessionClient(parley.url).approvalLinks;
  const mailsTo = (person: Person, name: string) =>
    server.mails.filter(({ to, text }) => to.includes(person.user.email) && text.includes(name));
  const links = () => parley.db.read(parley.db.query.selectFrom('approval_links').selectAll());

  /** Has a model call a tool that only these people may approve. */
  const ask = async (approvers: readonly Person[], of = client) => {
    made += 1;
    const name = `refund_${engine}_${made}`;
    provider.play(name, calls([{ name, arguments: JSON.stringify(disguised) }]), says('Done.'));
    const tool = await of.tools.create({
      ...{ type: 'http', name, description: 'Refunds.', inputSchema },
      settings: { url: `http://${host}/${name}/?order={order}&note={note}` },
      ...{ approvers: approvers.map(({ user }) => user.id), approvalSeconds: 3_600 },
    });
    const tools = [{ id: tool._id, requiresApproval: true }];
    const agent = await of.agents.create({ name: 'Support', model: `fake/${name}`, tools });
    const { reply, conversation } = await of.agents.chat(agent._id, { content: 'Refund it' });
    const [call] = (await of.toolCalls.list({ conversationId: conversation._id, status: 'waiting' })).items;
    const id = call?._id ?? '';
    /** Waits for the nth mail to a person; returns the token in it. */
    const tokenOf = async (person: Person, nth = 1) => {
      await vi.waitFor(() => expect(mailsTo(person, name)).toHaveLength(nth), patient);
      return /\/approve#token=(\S+)/.exec(mailsTo(person, name)[nth - 1]?.text ?? '')?.[1] ?? '';
    };
    return { name, tool: tool._id, call: id, reply: reply?._id ?? '', conversation: conversation._id, tokenOf };
  };
  const decide = (token: string, decision: ApprovalLinkDecideParams['decision'], reason?: string) =>
    visitor().decide({ token, decision, ...(reason !== undefined && { reason }) });
  const statusOf = async (call: string) => (await client.toolCalls.retrieve(call)).status;

  test('each approver gets one link, which shows the exact call and decides once', async () => {
    const { name, call, reply, conversation, tokenOf } = await ask([bob, carol]);
    const [token, other] = [await tokenOf(bob), await tokenOf(carol)];
    expect(token).toHaveLength(43);
    expect(other).not.toBe(token);
    expect(mailsTo(alice, name)).toEqual([]);
    const { text = '', headers = [] } = mailsTo(bob, name)[0] ?? {};
    expect(headers).toContain(`Subject: Approval needed: ${name}`);
    for (const part of [
      '“Support”',
      `“${name}”`,
      '“Home”',
      '"order": "10-4432"',
      'evil.example/\\u202egnp.exe',
      conversation,
    ])
      expect(text).toContain(part);
    expect(text.indexOf('/approve#')).toBeLessThan(text.indexOf('evil.example'));
    expect(JSON.stringify(await links())).not.toContain(token);

    const shown = await visitor().read({ token });
    expect(shown).toMatchObject({
      ...{ toolName: name, agentName: 'Support', workspaceName: 'Home', arguments: disguised },
      ...{ email: bob.user.email, state: 'waiting', decidedBy: null, decidedAt: null },
    });
    expect(await statusOf(call)).toBe('waiting');
    expect(await decide(token, 'approve', 'Known customer.')).toMatchObject({
      ...{ state: 'approved', decidedBy: bob.user.name, email: bob.user.email },
    });
    await vi.waitFor(async () => expect((await client.messages.retrieve(reply)).status).toBe('complete'), patient);
    expect(await client.toolCalls.retrieve(call)).toMatchObject({
      ...{ status: 'completed', decidedBy: bob.user.id, reason: 'Known customer.', arguments: disguised },
    });
    expect(effects.filter((url) => url.includes(`/${name}/`))).toHaveLength(1);
    await expect(decide(token, 'deny')).rejects.toMatchObject(invalid);
    await expect(visitor().read({ token })).rejects.toMatchObject(invalid);

    // A later approver sees the decision.
    expect(await visitor().read({ token: other })).toMatchObject({ state: 'approved', decidedBy: bob.user.name });
    await expect(decide(other, 'deny')).rejects.toMatchObject({ status: 409, code: 'tool_call_decided' });
    const events = await loggedEvents(parley.db, call);
    expect(events.filter(({ type }) => type === 'tool_call.approved')).toMatchObject([
      { actor: { user: bob.user.id } },
    ]);
    for (const secret of [token, other]) expect(parley.log()).not.toContain(secret);
  });

  test('of two clicks at once one wins, and the other is told', async () => {
    const { call, tokenOf } = await ask([bob, carol]);
    const [token, other] = [await tokenOf(bob), await tokenOf(carol)];
    const outcomes = await Promise.allSettled([
      ...[decide(token, 'deny', 'No.'), decide(token, 'deny', 'No.'), decide(other, 'approve')],
    ]);
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refusals).toHaveLength(2);
    for (const code of refusals) expect(['approval_link_invalid', 'tool_call_decided']).toContain(code);
    const { state } = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))[0] ?? {};
    await vi.waitFor(
      async () => expect(await statusOf(call)).toBe(state === 'denied' ? 'denied' : 'completed'),
      patient,
    );
    const events = (await loggedEvents(parley.db, call)).filter(({ type }) => /approved|denied/.test(type));
    expect(events).toHaveLength(1);
  });

  test('opening a link decides nothing', async () => {
    const { call, tokenOf } = await ask([bob]);
    const token = await tokenOf(bob);
    for (const method of ['GET', 'HEAD'] as const) {
      for (const path of [`/approve?token=${token}`, '/api/approval-links/read', '/api/approval-links/decide'])
        await send(parley.url, { method, path });
    }
    for (let times = 0; times < 3; times += 1) await visitor().read({ token });
    expect(await statusOf(call)).toBe('waiting');
    // A link decides about its own call alone.
    const dora = await parley.person();
    const theirs = await dora.client();
    const foreign = await ask([dora], theirs);
    await foreign.tokenOf(dora);
    await decide(token, 'deny');
    expect(await theirs.toolCalls.retrieve(foreign.call)).toMatchObject({ status: 'waiting', decidedBy: null });
  });

  test('404: alike for a link that is made up or too old, and for a person who may no longer decide', async () => {
    const answers: unknown[] = [];
    const refused = async (token: string) => {
      for (const [path, more] of [
        ['read', {}],
        ['decide', { decision: 'approve' }],
      ] as const) {
        const body = { token, ...more };
        const { status, text } = await send(parley.url, { method: 'POST', path: `/api/approval-links/${path}`, body });
        answers.push({ status, ...JSON.parse(text), requestId: '' });
      }
    };
    const { db } = parley;
    const { call, tool, tokenOf } = await ask([bob, carol]);
    const [token, other] = [await tokenOf(bob), await tokenOf(carol)];
    await refused('made-up');

    await client.tools.update(tool, { approvers: [carol.user.id] });
    await refused(token);
    const bobs = await bob.session();
    await expect(bobs.toolCalls.approve(call)).rejects.toMatchObject({ code: 'not_an_approver' });
    await client.tools.update(tool, { approvers: [] });
    await visitor().read({ token });

    const [ofBob, ofCarol] = [bob, carol].map(({ user }) => user.id);
    const set = (values: { status?: string; email?: string; verified_at?: number | null }) =>
      write(
        db.query
          .updateTable('users')
          .set(values)
          .where('id', '=', ofBob ?? ''),
      );
    await set({ status: 'suspended' });
    await refused(token);
    await set({ status: 'active', email: `moved-${bob.user.email}` });
    await refused(token);
    await set({ email: bob.user.email, verified_at: null });
    await refused(token);
    await set({ verified_at: Date.now() });
    await visitor().read({ token });

    const role = db.query.updateTable('members').where('user_id', '=', ofCarol ?? '');
    await write(role.set({ role: 'viewer' }));
    await refused(other);
    await write(role.set({ role: 'editor' }));
    await write(db.query.deleteFrom('members').where('user_id', '=', ofCarol ?? ''));
    await refused(other);
    await join(carol, 'editor');
    await visitor().read({ token: other });

    await write(db.query.updateTable('approval_links').set({ expires_at: parley.now() }));
    await refused(token);
    expect(answers).toHaveLength(16);
    expect(answers[0]).toMatchObject(invalid);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await statusOf(call)).toBe('waiting');
  });

  test('a job that runs twice leaves one link that works, and one about a decided call mails nothing', async () => {
    const { name, call, tokenOf } = await ask([bob]);
    const first = await tokenOf(bob);
    const again = () => {
      const payload = { call, user: bob.user.id };
      return parley.db.write([parley.features.jobs.enqueue(alice.workspace, { kind: repeated, payload })]);
    };
    await again();
    const second = await tokenOf(bob, 2);
    await expect(visitor().read({ token: first })).rejects.toMatchObject(invalid);
    await decide(second, 'approve');
    const done = () => parley.features.jobs.ended().get(repeated.name)?.done ?? 0;
    const before = done();
    await again();
    await vi.waitFor(() => expect(done()).toBe(before + 1), patient);
    expect(mailsTo(bob, name)).toHaveLength(2);
    expect((await links()).filter(({ call_id }) => call_id === call)).toEqual([]);
  });

  test('mails no one without approvers, and no approver who may not decide or whose address is unverified', async () => {
    const [viewer, unverified] = [await parley.person(), await parley.person()];
    await join(viewer, 'viewer');
    await join(unverified, 'editor');
    const { id } = unverified.user;
    await write(parley.db.query.updateTable('users').set({ verified_at: null }).where('id', '=', id));
    const open = await ask([]);
    const { name, tokenOf } = await ask([viewer, unverified, bob]);
    await tokenOf(bob);
    const jobs = parley.db.query.selectFrom('jobs').selectAll().where('kind', '=', repeated.name);
    await vi.waitFor(async () => expect(await parley.db.read(jobs)).toEqual([]), patient);
    for (const person of [viewer, unverified]) expect(mailsTo(person, name)).toEqual([]);
    expect(server.mails.filter(({ text }) => text.includes(`“${open.name}”`))).toEqual([]);
  });

  test('a workspace that requires a second factor: the mail leads to the dashboard, and earlier links end', async () => {
    const { call, tokenOf } = await ask([bob]);
    const token = await tokenOf(bob);
    const required = (value: number) =>
      write(
        parley.db.query
          .updateTable('workspaces')
          .set({ require_second_factor: value })
          .where('id', '=', alice.workspace),
      );
    await required(1);
    for (const attempt of [() => visitor().read({ token }), () => decide(token, 'approve')])
      await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'approval_needs_sign_in' });
    // Without a factor, Bob doesn’t reach the workspace.
    await addApp(parley, bob);
    await parley.db.write([
      parley.features.jobs.enqueue(alice.workspace, { kind: repeated, payload: { call, user: bob.user.id } }),
    ]);
    await vi.waitFor(() => expect(server.mails.at(-1)?.text).toContain('/approvals'), patient);
    const { text = '' } = server.mails.at(-1) ?? {};
    for (const part of ['/approve#', '10-4432']) expect(text).not.toContain(part);
    await required(0);
    expect(await statusOf(call)).toBe('waiting');
  });
});
