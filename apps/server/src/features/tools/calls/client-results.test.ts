// @module-tag sql
import { afterAll, describe, expect, test } from 'vitest';
import { actingAgents, orders, resultsIn } from '../../../../testing/conversations/acting-agents.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { startActs } from '../../../../testing/servers/acts.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
const acts = await startActs();
afterAll(provider.close);
afterAll(acts.close);

const decided = { status: 409, code: 'tool_call_decided' };

describe.each(engines)('results of client tools, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  const { client, begin, until, expire } = actingAgents(parley, { provider, acts });

  const waits = (...numbers: readonly string[]) => ({
    plays: (name: string) => [orders(name, ...numbers), says('Thanks.')] as const,
    tool: { type: 'client' } as const,
    requiresApproval: false,
  });
  const answer = (reply: string, ...results: { callId: string; content: string; isError?: boolean }[]) =>
    client().messages.sendToolResults(reply, { results });

  test('go on with the reply once, and only for calls that wait', async () => {
    const { reply, call, waiting } = await begin(waits('1'));
    const [{ callId } = { callId: '' }] = waiting;
    await expect(answer(reply, { callId: 'call_other', content: '2' })).rejects.toMatchObject({
      ...{ status: 400, code: 'validation_failed' },
    });
    const twice = [1, 2].map((number) => ({ callId, content: `${number}` }));
    await expect(answer(reply, ...twice)).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    const stranger = await (await parley.person()).client();
    const results = [{ callId, content: 'Forged.' }];
    await expect(stranger.messages.sendToolResults(reply, { results })).rejects.toMatchObject({ status: 404 });
    await expect(client().toolCalls.approve(call)).rejects.toMatchObject(decided);
    const sent = await answer(reply, { callId, content: '2 books' });
    expect(sent.reply).toMatchObject({ status: 'complete', content: 'Thanks.' });
    expect(sent.reply && resultsIn(sent.reply)).toMatchObject([{ status: 'completed', content: '2 books' }]);
    await expect(answer(reply, { callId, content: '3 books' })).rejects.toMatchObject(decided);
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'completed', result: '2 books' });
  });

  test('of parallel calls are all or nothing in a request, and wait for each other', async () => {
    const { reply, waiting, asked } = await begin(waits('1', '2'));
    const [one, two] = waiting.map(({ callId }) => callId);
    if (one === undefined || two === undefined) throw new Error('Two calls wait.');
    await expect(answer(reply, { callId: one, content: 'x' }, { callId: 'none', content: 'y' })).rejects.toMatchObject({
      status: 400,
    });
    const first = await answer(reply, { callId: one, content: 'One.' });
    expect(first.reply).toMatchObject({ status: 'requires_action' });
    expect(asked()).toHaveLength(1);
    const last = await answer(reply, { callId: two, content: 'No such order.', isError: true });
    const found = last.reply ?? (await until(reply, 'complete'));
    expect(found.status).toBe('complete');
    expect(resultsIn(found).map(({ status, content }) => [status, content])).toEqual(
      expect.arrayContaining([
        ['completed', 'One.'],
        ['failed', 'No such order.'],
      ]),
    );
    expect(asked()).toHaveLength(2);
  });

  test('count once if two come at once', async () => {
    const { reply, call, waiting } = await begin(waits('1'));
    const callId = waiting[0]?.callId ?? '';
    const sent = await Promise.allSettled(['One.', 'Two.'].map((content) => answer(reply, { callId, content })));
    const kept = sent.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(kept).toHaveLength(1);
    for (const each of sent) if (each.status === 'rejected') expect(each.reason).toMatchObject(decided);
    const whole = await until(reply, 'complete');
    expect(resultsIn(whole)).toMatchObject([{ content: (await client().toolCalls.retrieve(call)).result }]);
  });

  test('are refused after the deadline, and the reply says so to the model', async () => {
    const { reply, call, waiting } = await begin(waits('1'));
    await expire(reply, [call]);
    await expect(answer(reply, { callId: waiting[0]?.callId ?? '', content: 'Late.' })).rejects.toMatchObject(decided);
    const whole = await until(reply, 'complete');
    expect(resultsIn(whole)).toMatchObject([{ status: 'expired', content: 'The call was not answered in time.' }]);
  });

  test('are taken only after an approval, if there must be one', async () => {
    const { reply, call, waiting } = await begin({ ...waits('1'), requiresApproval: true });
    const callId = waiting[0]?.callId ?? '';
    expect(waiting[0]).toMatchObject({ waitsFor: 'approval' });
    await expect(answer(reply, { callId, content: 'Too early.' })).rejects.toMatchObject({ status: 400 });
    await client().toolCalls.approve(call);
    await expect
      .poll(async () => await client().toolCalls.retrieve(call), { timeout: 30_000 })
      .toMatchObject({ status: 'waiting', waitsFor: 'result' });
    await until(reply, 'requires_action');
    const { reply: whole } = await answer(reply, { callId, content: 'Done.' });
    expect(whole).toMatchObject({ status: 'complete' });
    expect(whole && resultsIn(whole)).toMatchObject([{ status: 'completed', content: 'Done.' }]);
  });
});
