// @module-tag sql
import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { type Play, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls, type FakeCall } from '../../../../testing/servers/fake-tools.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patient = { timeout: 30_000, interval: 25 };

const call = (name: string, given: object = {}): FakeCall => ({ name, arguments: JSON.stringify(given) });

describe.each(engines)('approvals of tool calls, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  let made = 0;
  /** An agent whose model makes these plays, with a tool that tells the time and one that the client answers. */
  const agentWith = async (...plays: [Play, ...Play[]]) => {
    made += 1;
    const model = `approves-${engine}-${made}`;
    provider.play(model, ...plays);
    const clock = await client.tools.create({
      ...{ type: 'builtin', name: `clock_${made}`, description: 'For deliveries.' },
      settings: { function: 'current_time' },
    });
    const own = await client.tools.create({
      ...{ type: 'client', name: `own_${made}`, description: 'Reads the cart.' },
      inputSchema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
    });
    const tools = [
      { id: clock._id, requiresApproval: true },
      { id: own._id, requiresApproval: false },
    ];
    const agent = await client.agents.create({ name: 'Careful', model: `fake/${model}`, tools });
    const asked = () => provider.asked.filter((each) => each.model === model);
    return { agent: agent._id, clock, own, asked, names: { clock: clock.name, own: own.name } };
  };
  const names = () => ({ clock: `clock_${made + 1}`, own: `own_${made + 1}` });
  const collect = async (events: AsyncIterable<MessageEvent>) => {
    const all: MessageEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };
  const until = (message: string, status: string) =>
    vi.waitFor(async () => {
      const found = await client.messages.retrieve(message);
      expect(found.status).toBe(status);
      return found;
    }, patient);
  const waitingOf = async (conversationId: string) =>
    (await client.toolCalls.list({ conversationId, status: 'waiting' })).items;

  test('a call waits, runs once it is approved, and the reply goes on', async () => {
    const { clock } = names();
    const { agent, asked } = await agentWith(calls([call(clock, { timeZone: 'UTC' })], 'One moment. '), says('Done.'));
    const { reply, conversation } = await client.agents.chat(agent, { content: 'Go' });
    expect(reply).toMatchObject({ status: 'requires_action', content: 'One moment. ', finishReason: null });
    expect(reply?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'approval-requested']);
    expect(await client.conversations.retrieve(conversation._id)).toMatchObject({ status: 'open', turn: null });
    const [waiting, ...others] = await waitingOf(conversation._id);
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      ...{ name: clock, arguments: { timeZone: 'UTC' }, waitsFor: 'approval', decidedBy: null, result: null },
      ...{ message: reply?._id, conversation: conversation._id, agent, userId: null },
    });
    const approved = await client.toolCalls.approve(waiting?._id ?? '', { reason: 'Fine.' });
    expect(approved).toMatchObject({ decidedBy: alice.user.id, reason: 'Fine.' });
    const whole = await until(reply?._id ?? '', 'complete');
    expect(whole.content).toBe('One moment. Done.');
    expect(whole.parts.map(({ type }) => type)).toEqual([
      ...['text', 'tool-call', 'approval-requested', 'tool-result', 'text'],
    ]);
    expect(whole.parts[3]).toMatchObject({ status: 'completed', isError: false });
    expect(asked()).toHaveLength(2);
    expect(await client.toolCalls.retrieve(waiting?._id ?? '')).toMatchObject({ status: 'completed' });
    await expect(client.toolCalls.deny(waiting?._id ?? '', {})).rejects.toMatchObject({
      ...{ status: 409, code: 'tool_call_decided' },
    });
  });

  test('a denied call never runs, and the model reads why', async () => {
    const { clock } = names();
    const { agent, asked } = await agentWith(calls([call(clock)]), says('I may not.'));
    const events = await collect(client.agents.stream(agent, { content: 'Go' }));
    expect(events.map(({ type }) => type)).toEqual([
      ...['message.created', 'message.created', 'tool.call', 'approval.requested', 'message.requires_action'],
    ]);
    const end = events.at(-1);
    if (end?.type !== 'message.requires_action') throw new Error('It does not wait.');
    const { _id: id, conversation } = end.message;
    const [waiting] = await waitingOf(conversation);
    await client.toolCalls.deny(waiting?._id ?? '', { reason: 'Not today.' });
    const whole = await until(id, 'complete');
    expect(whole.parts.find(({ type }) => type === 'tool-result')).toMatchObject({
      ...{ status: 'denied', isError: true, content: expect.stringContaining('Not today.') },
    });
    expect(JSON.stringify(asked().at(-1))).toContain('Not today.');
    expect(await client.toolCalls.retrieve(waiting?._id ?? '')).toMatchObject({ status: 'denied', startedAt: null });
  });
});
