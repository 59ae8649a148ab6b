// @module-tag sql
import type { ToolCallRecord } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { actingAgents, orders, patient } from '../../../../testing/conversations/acting-agents.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { startActs } from '../../../../testing/servers/acts.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
const acts = await startActs();
afterAll(provider.close);
afterAll(acts.close);

const environment = { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: acts.host };
const once = { plays: (name: string) => [orders(name, '1'), says('So it is.')] as const };
const gone = { status: 404 };

describe.each(engines)('tool calls whose conversation is interrupted, on %s', (engine) => {
  const parley = service(engine, { environment });
  const { alice, client, make, begin, until } = actingAgents(parley, { provider, acts });

  /** Waits until the log has the end of a call, once. */
  const logged = (call: string, end: 'expired' | 'unknown') =>
    vi.waitFor(async () => {
      await parley.features.jobs.poll();
      const ends = (await loggedEvents(parley.db, call)).filter(({ type }) => type === 'tool_call.ended');
      expect(ends).toMatchObject([{ workspace: alice().workspace, data: { toolCall: call, status: end } }]);
    }, patient);

  const interruptions = {
    'taken over': (id: string) => client().conversations.takeOver(id),
    closed: (id: string) => client().conversations.close(id),
    'closed by a change': (id: string) => client().conversations.update(id, { status: 'closed' }),
    cancelled: (id: string) => client().conversations.cancel(id),
  };

  test.each(Object.entries(interruptions))('a waiting one ends if it is %s', async (_how, interrupt) => {
    const { reply, conversation, call, asked, done } = await begin(once);
    await interrupt(conversation);
    expect(await client().messages.retrieve(reply)).toMatchObject({ status: 'cancelled' });
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'expired', startedAt: null });
    await expect(client().toolCalls.approve(call)).rejects.toMatchObject({ status: 409, code: 'tool_call_decided' });
    expect([asked().length, done()]).toEqual([1, []]);
    await logged(call, 'expired');
  });

  test.each(['conversation', 'agent'])('a waiting one is gone with its %s', async (what) => {
    const { agent, conversation, call, asked, done } = await begin(once);
    if (what === 'agent') await client().agents.delete(agent);
    else await client().conversations.delete(conversation);
    await expect(client().toolCalls.retrieve(call)).rejects.toMatchObject(gone);
    await expect(client().toolCalls.approve(call)).rejects.toMatchObject(gone);
    expect([asked().length, done()]).toEqual([1, []]);
  });

  test('a waiting one is gone with its workspace', async () => {
    const session = await alice().session();
    const { _id: workspaceId, name } = await session.workspaces.create({ name: `Doomed ${engine}` });
    const own = await alice().client(undefined, { workspace: workspaceId });
    const { agent, done } = await make(once, own);
    const { reply } = await own.agents.chat(agent, { content: 'Go' });
    const { items } = await own.toolCalls.list({ status: 'waiting' });
    expect(items.map(({ message }) => message)).toEqual([reply?._id]);
    await session.workspaces.delete(workspaceId, { confirm: name });
    const left = parley.db.query.selectFrom('tool_calls').select('id').where('workspace_id', '=', workspaceId);
    await expect(session.toolCalls.approve(items[0]?._id ?? '')).rejects.toMatchObject(gone);
    await vi.waitFor(async () => {
      await parley.features.jobs.poll();
      expect(await parley.db.read(left)).toEqual([]);
    }, patient);
    expect(done()).toEqual([]);
  });

  /** A conversation whose reply runs a call that the service doesn't answer. */
  const running = async (of = client()) => {
    const made = await make({ ...once, requiresApproval: false }, of);
    acts.play(made.path, () => undefined);
    const { _id: conversation } = await of.conversations.create(made.agent);
    const sent = of.messages.send(conversation, { content: 'Go' }).catch((error: unknown) => error);
    const [act] = await vi.waitFor(() => {
      const found = acts.at(made.path);
      expect(found).toHaveLength(1);
      return found;
    }, patient);
    const [call] = (await of.toolCalls.list({ conversationId: conversation })).items;
    if (act === undefined || call === undefined) throw new Error('No call runs.');
    expect(call).toMatchObject({ status: 'running', waitsFor: null });
    return { ...made, conversation, sent, act, call };
  };

  test.each(['taken over', 'cancelled'] as const)('a running one is cut off if it is %s', async (how) => {
    const { conversation, sent, act, call, asked } = await running();
    await interruptions[how](conversation);
    await Promise.all([act.closed, sent]);
    await until(call.message, 'cancelled');
    expect(await client().toolCalls.retrieve(call._id)).toMatchObject({
      status: 'unknown',
    } satisfies Partial<ToolCallRecord>);
    expect(asked()).toHaveLength(1);
    await logged(call._id, 'unknown');
  });

  test('a running one is cut off and gone with its workspace', async () => {
    const session = await alice().session();
    const { _id: workspaceId, name } = await session.workspaces.create({ name: `Doomed in a call ${engine}` });
    const { sent, act, call } = await running(await alice().client(undefined, { workspace: workspaceId }));
    await session.workspaces.delete(workspaceId, { confirm: name });
    await Promise.all([act.closed, sent]);
    await expect(session.toolCalls.retrieve(call._id)).rejects.toMatchObject(gone);
  });

  test.each(['conversation', 'agent'])('a running one is cut off and gone with its %s', async (what) => {
    const { agent, conversation, sent, act, call, asked } = await running();
    if (what === 'agent') await client().agents.delete(agent);
    else await client().conversations.delete(conversation);
    await Promise.all([act.closed, sent]);
    await expect(client().toolCalls.retrieve(call._id)).rejects.toMatchObject(gone);
    expect(asked()).toHaveLength(1);
  });
});
