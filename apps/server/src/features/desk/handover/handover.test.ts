// @module-tag sql
import { describe, expect, test } from 'vitest';
import { clientOf, echoAgent, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';

describe.each(engines)('visitors who ask for a person, on %s', (engine) => {
  const parley = service(engine);

  const makeDesk = async (handover?: object) => {
    const owner = await parley.person({ plan: 'business' });
    const { workspace } = owner;
    const agent = await echoAgent(owner);
    const settings = handover === undefined ? {} : { handover };
    const channel = await makeWebChannel(parley, { workspace, agent }, { settings });
    const [client, session] = [await owner.client(), await owner.session()];
    const entered = await letIn(parley.url, channel);
    return { owner, workspace, agent, channel, client, session, entered, visitor: clientOf(parley, entered) };
  };

  test('200: get one if the channel offers it, of its team, which may be deleted', async () => {
    const { client, channel, visitor, agent, entered, workspace, owner } = await makeDesk();
    expect(entered.channel.handover).toBe(false);
    const members = [{ user: owner.user.id }];
    const team = await client.teams.create({ name: 'Orders', workspaceId: workspace, members });
    const begin = async () => (await visitor.conversations.create(agent))._id;
    const id = await begin();
    await expect(visitor.conversations.handOver(id, { reason: 'asked' })).rejects.toMatchObject({
      ...{ status: 403, code: 'visitor_not_allowed' },
    });
    await client.channels.update(channel, { settings: { handover: { offered: true, team: team._id } } });
    const handed = await visitor.conversations.handOver(id, { reason: 'asked' });
    expect(handed).toMatchObject({ status: 'human', team: null, waitingSince: expect.any(String) });
    expect((await client.conversations.retrieve(id)).team).toBe(team._id);
    await client.teams.delete(team._id);
    const later = await begin();
    await visitor.conversations.handOver(later, { reason: 'asked' });
    expect((await client.conversations.retrieve(later)).team).toBeNull();
    expect((await letIn(parley.url, channel)).channel.handover).toBe(true);
  });

  test('400: a team of another workspace', async () => {
    const { client, channel, agent } = await makeDesk();
    const other = await makeDesk();
    const members = [{ user: other.owner.user.id }];
    const { _id: foreign } = await other.client.teams.create({
      ...{ name: 'Orders', workspaceId: other.workspace, members },
    });
    const wrong = { status: 400, code: 'validation_failed', details: [{ path: 'settings.handover.team' }] };
    const settings = { handover: { offered: true, team: foreign } };
    await expect(client.channels.update(channel, { settings })).rejects.toMatchObject(wrong);
    await expect(client.channels.create(agent, { type: 'widget', settings })).rejects.toMatchObject(wrong);
  });

  test('200: learn if it is open, who is here, and how fast people answer', async () => {
    const { client, channel, visitor, agent, session, workspace } = await makeDesk({
      offered: true,
      awayText: 'Later.',
    });
    const read = () => visitor.channels.handover(channel);
    const whole = {
      channel,
      offered: true,
      open: true,
      opensAt: null,
      here: false,
      usuallyWithin: null,
      byMail: false,
    };
    expect(await read()).toEqual({ ...whole, awayText: 'Later.' });
    await session.workspaces.availability.set(workspace, { state: 'here' });
    for (let count = 0; count < 3; count += 1) {
      const { _id: id } = await visitor.conversations.create(agent);
      await visitor.conversations.handOver(id, { reason: 'asked' });
      await session.conversations.takeOver(id);
      await session.messages.send(id, { content: 'Hello!', role: 'human' });
    }
    parley.advance(61_000);
    expect(await read()).toMatchObject({ here: true, usuallyWithin: 300 });
    await session.workspaces.hours.set(workspace, { timeZone: 'Europe/Berlin', days: {} });
    expect(await client.channels.handover(channel)).toMatchObject({ open: false, opensAt: null });
    await session.workspaces.hours.set(workspace, {
      timeZone: 'UTC',
      days: {},
      holidays: [{ date: '2099-01-01', periods: [{ from: '09:00', to: '17:00' }] }],
    });
    expect(await read()).toMatchObject({ open: false });
  });

  test('builtin/extract offers one when it found nothing twice in a row, if the channel does', async () => {
    const { client, channel, visitor, agent } = await makeDesk({ offered: true });
    await client.agents.update(agent, { model: 'builtin/extract' });
    const ask = async (id: string, content: string) => (await visitor.messages.send(id, { content })).reply?.content;
    const { _id: id } = await visitor.conversations.create(agent);
    expect(await ask(id, 'Where is the shop?')).not.toContain('person');
    expect(await ask(id, 'What is the price?')).toContain('You can also talk to a person: the button is below.');
    await client.channels.update(channel, { settings: { handover: { offered: false } } });
    expect(await ask(id, 'What is the name?')).not.toContain('person');
  });

  test('404: not those of another channel', async () => {
    const { visitor } = await makeDesk();
    const other = await makeDesk();
    const missing = { status: 404, code: 'channel_not_found' };
    await expect(visitor.channels.handover(other.channel)).rejects.toMatchObject(missing);
    await expect((await makeDesk()).client.channels.handover(other.channel)).rejects.toMatchObject(missing);
  });
});
