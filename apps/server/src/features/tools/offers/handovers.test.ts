// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { type Play, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls, type FakeCall } from '../../../../testing/servers/fake-tools.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patient = { timeout: 30_000, interval: 25 };

describe.each(engines)('handing over to another agent, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;
  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  let made = 0;
  /** Two agents, each with a tool that hands over to the other one, and a function that asks the first one. */
  const pair = async (requiresApproval = false) => {
    made += 1;
    const models = [`front-${engine}-${made}`, `billing-${engine}-${made}`] as const;
    const make = (model: string) =>
      client.agents.create({ name: model, model: `fake/${model}`, systemPrompt: `You are ${model}.` });
    const [front, billing] = [await make(models[0]), await make(models[1])];
    const toolFor = (to: string, name: string) =>
      client.tools.create({
        ...{ type: 'builtin', name, description: 'For money.' },
        settings: { function: 'hand_over_to_agent', agents: [{ id: to, when: 'Money' }] },
      });
    const [there, back] = [`to_billing_${made}`, `to_front_${made}`];
    const tool = await toolFor(billing._id, there);
    const second = await toolFor(front._id, back);
    await client.agents.update(front._id, { tools: [{ id: tool._id, requiresApproval }] });
    await client.agents.update(billing._id, { tools: [{ id: second._id }] });
    const call = (name: string, agent: string): FakeCall => ({
      ...{ name, arguments: JSON.stringify({ agent, reason: 'An invoice.' }) },
    });
    return {
      ...{ front: front._id, billing: billing._id, tool: tool._id },
      over: calls([call(there, billing._id)], 'One moment.'),
      overAndBack: calls([call(back, front._id)]),
      play: (first: [Play, ...Play[]], other: [Play, ...Play[]]) => {
        provider.play(models[0], ...first);
        provider.play(models[1], ...other);
      },
      asked: (index: 0 | 1) => provider.asked.filter(({ model }) => model === models[index]),
      model: `fake/${models[1]}`,
    };
  };
  const answering = async (id: string) => (await client.conversations.retrieve(id)).answeringAgent;

  test('the other agent goes on with the reply, and answers from then on', async () => {
    const { front, billing, over, overAndBack, play, asked, model } = await pair();
    play([over, says('Front again.')], [says('Billing here.'), says('Still billing.'), overAndBack]);
    const { reply, conversation } = await client.agents.chat(front, { content: 'My invoice is wrong' });
    expect(reply).toMatchObject({ status: 'complete', content: 'One moment.\n\nBilling here.', model, fallbacks: [] });
    expect(await answering(conversation._id)).toBe(billing);
    expect(conversation.agent).toBe(front);
    const [heard] = asked(1);
    expect(JSON.stringify(heard)).toContain('You are billing');
    expect(JSON.stringify(heard)).not.toContain('You are front');
    expect(JSON.stringify(heard)).toContain('My invoice is wrong');
    const second = await client.messages.send(conversation._id, { content: 'And now?' });
    expect(second.reply).toMatchObject({ content: 'Still billing.', model });
    const third = await client.messages.send(conversation._id, { content: 'Something else' });
    expect(third.reply?.content).toBe('Front again.');
    expect(await answering(conversation._id)).toBeNull();
    const events = (await loggedEvents(parley.db, conversation._id)).filter(({ type }) => type.endsWith('handed_over'));
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ agent: front, toAgent: billing }),
      expect.objectContaining({ agent: billing, toAgent: front }),
    ]);
  });

  test('waits for approval like any call, and goes on as the other agent', async () => {
    const { front, billing, over, play } = await pair(true);
    play([over], [says('Billing here.')]);
    const { reply, conversation } = await client.agents.chat(front, { content: 'My invoice' });
    expect(reply?.status).toBe('requires_action');
    expect(await answering(conversation._id)).toBeNull();
    const { items } = await client.toolCalls.list({ conversationId: conversation._id });
    await client.toolCalls.approve(items[0]?._id ?? '', {});
    await vi.waitFor(async () => {
      const whole = await client.messages.retrieve(reply?._id ?? '');
      expect(whole).toMatchObject({ status: 'complete', content: 'One moment.\n\nBilling here.' });
    }, patient);
    expect(await answering(conversation._id)).toBe(billing);
  });

  test('a reply is handed over three times at most', async () => {
    const { front, over, overAndBack, play } = await pair();
    play([over], [overAndBack, overAndBack, says('I answer myself.')]);
    const { reply } = await client.agents.chat(front, { content: 'Go' });
    expect(reply?.status).toBe('complete');
    const results = reply?.parts.filter((part) => part.type === 'tool-result') ?? [];
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true]);
    expect(reply?.content.endsWith('I answer myself.')).toBe(true);
  });

  test('not while another call of the step waits, nor to an agent that is inactive', async () => {
    const { front, billing, tool, over, play, asked } = await pair();
    const own = await client.tools.create({ type: 'client', name: `cart_${made}`, description: 'Reads the cart.' });
    await client.agents.update(front, { tools: [{ id: tool }, { id: own._id }] });
    const both = calls([
      { name: own.name, arguments: '{}' },
      { name: `to_billing_${made}`, arguments: JSON.stringify({ agent: billing, reason: 'Money' }) },
    ]);
    play([both, over, says('I answer myself.')], [says('Billing.')]);
    const { reply, conversation } = await client.agents.chat(front, { content: 'Go' });
    expect(reply?.status).toBe('requires_action');
    expect(await answering(conversation._id)).toBeNull();
    await client.agents.update(billing, { status: 'inactive' });
    const callId = reply?.parts.find((part) => part.type === 'tool-call' && part.name === own.name);
    if (callId?.type !== 'tool-call') throw new Error('There is no call.');
    await client.messages.sendToolResults(reply?._id ?? '', { results: [{ callId: callId.callId, content: 'Empty' }] });
    await vi.waitFor(async () => {
      const whole = await client.messages.retrieve(reply?._id ?? '');
      expect(whole.content.endsWith('I answer myself.')).toBe(true);
    }, patient);
    expect(JSON.stringify(asked(0).at(-1))).toContain('That agent is not available now.');
    expect(JSON.stringify(asked(0).at(1))).toContain('Other calls of this step wait.');
  });

  test('its own agent answers once the other one is deleted', async () => {
    const { front, billing, over, play } = await pair();
    play([over, says('Front again.')], [says('Billing here.')]);
    const { conversation } = await client.agents.chat(front, { content: 'Invoice' });
    await client.agents.delete(billing);
    const { reply } = await client.messages.send(conversation._id, { content: 'Hello?' });
    expect(reply?.content).toBe('Front again.');
  });

  test('400: agents that are missing, twice, of another workspace, or of another function', async () => {
    const other = await (await (await parley.person()).client()).agents.create({
      name: 'Other',
      model: 'builtin/echo',
    });
    const { billing, tool } = await pair();
    const when = 'Money';
    const refused: readonly (readonly [object, string])[] = [
      [{ function: 'hand_over_to_agent' }, 'settings.agents'],
      [{ function: 'hand_over_to_agent', agents: [] }, 'settings.agents'],
      [{ function: 'hand_over_to_agent', agents: [{ id: other._id, when }] }, 'settings.agents.0.id'],
      [
        {
          function: 'hand_over_to_agent',
          agents: [
            { id: billing, when },
            { id: billing, when },
          ],
        },
        'settings.agents.1.id',
      ],
      [{ function: 'current_time', agents: [{ id: billing, when }] }, 'settings.agents'],
    ];
    for (const [settings, path] of refused) {
      const draft = { type: 'builtin', name: 'refused', description: 'No.', settings: { ...settings } } as const;
      const expected = { status: 400, details: [expect.objectContaining({ path })] };
      await expect(client.tools.create(draft)).rejects.toMatchObject(expected);
      await expect(client.tools.update(tool, { settings: { ...settings } })).rejects.toMatchObject(expected);
    }
  });
});
