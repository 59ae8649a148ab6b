// @module-tag sql
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  actingAgents,
  orderSchema,
  orders,
  patient,
  resultsIn,
  toolTexts,
} from '../../../../testing/conversations/acting-agents.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { answersJson, startActs } from '../../../../testing/servers/acts.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
const acts = await startActs();
afterAll(provider.close);
afterAll(acts.close);

const environment = { ...provider.environment, PARLEY_ALLOW_PRIVATE_HOSTS: acts.host };
const once = { plays: (name: string) => [orders(name, '1'), says('So it is.')] as const };
const decided = { status: 409, code: 'tool_call_decided' };

describe.each(engines)('a tool call that waits, on %s', (engine) => {
  const parley = service(engine, { environment });
  const { alice, client, begin, until, expire, waitingIn } = actingAgents(parley, { provider, acts });

  /** The agent with another definition of tools. */
  const attach = (agent: string, tools: { id: string; requiresApproval: boolean }[]) =>
    client().agents.update(agent, { tools });

  /** The jobs of a reply that are due or run. */
  const dueJobs = (reply: string) =>
    parley.db.read(
      parley.db.query
        .selectFrom('jobs')
        .select('id')
        .where('dedupe_key', '=', reply)
        .where((of) => of.or([of('run_at', '<=', parley.now()), of('state', '=', 'running')])),
    );

  test('expires at its deadline: it never runs, and the model is told', async () => {
    const { reply, call, done, asked } = await begin(once);
    await expire(reply, [call]);
    await expect(client().toolCalls.approve(call)).rejects.toMatchObject(decided);
    const [result] = resultsIn(await until(reply, 'complete'));
    expect(result).toMatchObject({ status: 'expired', isError: true });
    expect(toolTexts(asked().at(-1))).toEqual([result?.content]);
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'expired', startedAt: null });
    await expect(client().toolCalls.approve(call)).rejects.toMatchObject(decided);
    expect(done()).toEqual([]);
  });

  test('whose tool has another definition since asks again, and runs as it was approved then', async () => {
    const { tool, reply, conversation, call, path, done } = await begin(once);
    const settings = { method: 'POST', url: `${acts.url}${path}-new` };
    await client().tools.update(tool._id, { settings });
    await client().toolCalls.approve(call);
    await expect.poll(async () => (await client().toolCalls.retrieve(call)).status, patient).toBe('expired');
    const waits = await until(reply, 'requires_action');
    const [again, ...others] = await waitingIn(conversation);
    expect(others).toEqual([]);
    expect(again).toMatchObject({ arguments: { order: '1' }, waitsFor: 'approval', decidedBy: null });
    expect(again?._id).not.toBe(call);
    expect(waits.parts.at(-1)).toMatchObject({ type: 'approval-requested', toolCall: again?._id });
    expect(acts.at(`${path}-new`)).toEqual([]);
    await client().toolCalls.approve(again?._id ?? '');
    expect(resultsIn(await until(reply, 'complete'))).toMatchObject([{ status: 'completed' }]);
    expect(acts.at(`${path}-new`).map(({ body }) => body)).toEqual(['{"order":"1"}']);
    expect(done()).toEqual([]);
  });

  test('whose agent has another version since asks again', async () => {
    const { agent, reply, conversation, call, waiting, done } = await begin(once);
    await client().agents.update(agent, { systemPrompt: 'Be generous.' });
    await client().toolCalls.approve(call);
    await expect.poll(async () => (await client().toolCalls.retrieve(call)).status, patient).toBe('expired');
    await until(reply, 'requires_action');
    const [again] = await waitingIn(conversation);
    expect(again?.agentVersion).toBe((waiting[0]?.agentVersion ?? 0) + 1);
    expect(done()).toEqual([]);
    await client().toolCalls.approve(again?._id ?? '');
    await until(reply, 'complete');
    expect(done()).toEqual([{ order: '1' }]);
  });

  test('fails if its arguments don’t fit the schema any more', async () => {
    const { tool, reply, call, done } = await begin(once);
    const inputSchema = { ...orderSchema, properties: { order: { type: 'integer' } } };
    await client().tools.update(tool._id, { inputSchema });
    await client().toolCalls.approve(call);
    const [result] = resultsIn(await until(reply, 'complete'));
    expect(result).toMatchObject({ status: 'failed', content: expect.stringContaining('don’t fit the schema') });
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'failed', startedAt: null });
    expect(done()).toEqual([]);
  });

  test.each(['detached', 'deleted'])('fails if its tool is %s meanwhile, and the reply goes on', async (how) => {
    const { agent, tool, reply, call, done, asked } = await begin(once);
    await attach(agent, []);
    if (how === 'deleted') await client().tools.delete(tool._id);
    await client().toolCalls.approve(call);
    const whole = await until(reply, 'complete');
    expect(whole.content).toBe('So it is.');
    expect(resultsIn(whole)).toMatchObject([{ status: 'failed', content: expect.stringContaining('was removed') }]);
    expect(toolTexts(asked().at(-1))).toEqual([expect.stringContaining('did not run')]);
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'failed', startedAt: null });
    expect(done()).toEqual([]);
  });

  test('runs once if two approve at the same time', async () => {
    const { reply, call, done } = await begin(once);
    const results = await Promise.allSettled([1, 2, 3].map(() => client().toolCalls.approve(call)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(decided);
    await until(reply, 'complete');
    expect(done()).toEqual([{ order: '1' }]);
  });

  test('is decided by those who may', async () => {
    const [viewer, editor, asked] = await Promise.all([parley.person(), parley.person(), parley.person()]);
    await alice().invite(viewer, 'viewer');
    await alice().invite(editor, 'editor');
    await alice().invite(asked, 'editor');
    const [own, other, right] = await Promise.all([viewer.session(), editor.session(), asked.session()]);
    const { reply, call, done } = await begin({ ...once, tool: { approvers: [asked.user.id] } });
    await expect(own.toolCalls.approve(call)).rejects.toMatchObject({ status: 403 });
    await expect(other.toolCalls.approve(call)).rejects.toMatchObject({ status: 403, code: 'not_an_approver' });
    await expect(client().toolCalls.deny(call)).rejects.toMatchObject({ status: 403, code: 'not_an_approver' });
    const stranger = await (await parley.person()).client();
    await expect(stranger.toolCalls.approve(call)).rejects.toMatchObject({ status: 404 });
    await client().workspaces.members.remove({ workspaceId: alice().workspace, userId: asked.user.id });
    await expect(right.toolCalls.approve(call)).rejects.toMatchObject({ status: 404, code: 'tool_call_not_found' });
    expect(await client().toolCalls.retrieve(call)).toMatchObject({ status: 'waiting', decidedBy: null });
    await expire(reply, [call]);
    await until(reply, 'complete');
    expect(done()).toEqual([]);
  });

  test('is one of several, each decided on its own', async () => {
    const plays = (name: string) => [orders(name, '1', '2', '3'), says('Partly.')] as const;
    const { reply, waiting, done, asked } = await begin({ plays });
    const ids = waiting.toSorted((one, next) => one.callId.localeCompare(next.callId)).map(({ _id }) => _id);
    const [one = '', two = '', three = ''] = ids;
    await client().toolCalls.approve(one);
    await expect.poll(done, patient).toEqual([{ order: '1' }]);
    await until(reply, 'requires_action');
    await client().toolCalls.deny(two, { reason: 'Not that one.' });
    await expire(reply, [three]);
    const whole = await until(reply, 'complete');
    const statuses = await Promise.all(ids.map(async (id) => (await client().toolCalls.retrieve(id)).status));
    expect(statuses).toEqual(['completed', 'denied', 'expired']);
    expect(resultsIn(whole).map(({ status }) => status)).toEqual(expect.arrayContaining(statuses));
    expect(done()).toEqual([{ order: '1' }]);
    // The model is asked again only when all have a result.
    expect(asked()).toHaveLength(2);
    expect(toolTexts(asked().at(-1))).toHaveLength(3);
  });

  test('that is decided while another one runs does not wait until its deadline', async () => {
    const plays = (name: string) => [orders(name, '1', '2'), says('Both.')] as const;
    const { reply, waiting, path, done } = await begin({ plays });
    const [one, two] = waiting.map(({ _id }) => _id);
    let answer: (() => void) | undefined;
    acts.play(path, (response) => {
      answer = () => answersJson({ paid: true })(response);
      if (acts.at(path).length > 1) answer();
    });
    await client().toolCalls.approve(one ?? '');
    await expect.poll(done, patient).toHaveLength(1);
    await client().toolCalls.approve(two ?? '');
    // Its job finds the reply busy, and has nothing to do.
    await vi.waitFor(async () => expect(await dueJobs(reply)).toEqual([]), patient);
    answer?.();
    await until(reply, 'complete');
    expect(done()).toHaveLength(2);
  });

  test('lets a new message be answered, by a model that knows that it waits', async () => {
    const plays = (name: string) => [orders(name, '1'), says('It waits.'), says('Paid.')] as const;
    const { reply, conversation, call, asked, done } = await begin({ plays });
    const second = await client().messages.send(conversation, { content: 'And now?' });
    expect(second.reply).toMatchObject({ status: 'complete', content: 'It waits.' });
    expect(toolTexts(asked().at(-1))).toEqual([expect.stringContaining('waits for the decision of a person')]);
    expect(await client().messages.retrieve(reply)).toMatchObject({ status: 'requires_action' });
    await client().toolCalls.approve(call);
    expect(await until(reply, 'complete')).toMatchObject({ content: 'Paid.' });
    expect(done()).toEqual([{ order: '1' }]);
  });
});
