// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, letIn, makeWebChannel, proofOf } from '../../../../testing/conversations/visitors.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const fields = [
  { key: 'email', label: 'Email', type: 'email', required: true, description: '', options: [] },
  { key: 'phone', label: 'Phone', type: 'phone', required: false, description: '', options: [] },
];
const formOf = (when: 'off' | 'before' | 'after_first') => ({
  form: { when, intro: '', fields, consent: { text: '', url: '' } },
});
const email = 'ada@example.com';

describe.each(engines)('what is known of visitors, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let team: Parley;
  let agent: string;
  const model = `fake/${engine}`;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'business' });
    team = await alice.client();
    provider.play(engine, says('Well.'));
    agent = (await team.agents.create({ name: 'Shop', model, systemPrompt: 'Be brief.' }))._id;
  });

  const visit = async (settings: object, { identity, limits }: { identity?: string; limits?: object } = {}) => {
    const draft = { settings, ...(limits && { limits }) };
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent }, draft);
    const session = await letIn(parley.url, channel, identity === undefined ? {} : { identity });
    return { channel, session, visitor: clientOf(parley, session) };
  };
  const refused = (paths: readonly string[]) => ({
    code: 'validation_failed',
    details: paths.map((path) => expect.objectContaining({ path })),
  });
  const promptOf = async (send: () => Promise<unknown>): Promise<string> => {
    const before = provider.asked.length;
    await send();
    return JSON.stringify(provider.asked.slice(before).find(({ model: asked }) => asked === engine));
  };

  test('a form before the first message: required answers, for the team, the agent and the next conversation', async () => {
    const { channel, session, visitor } = await visit(formOf('before'));
    expect(session.channel.form).toMatchObject({ when: 'before', fields });
    expect(session.visitor.form).toBeNull();
    await expect(visitor.agents.chat(agent, { content: 'Hello' })).rejects.toMatchObject(refused(['form.email']));
    await expect(visitor.conversations.create(agent, { form: { email: 'ada', age: '7' } })).rejects.toMatchObject(
      refused(['form.age', 'form.email']),
    );
    let id = '';
    const prompt = await promptOf(async () => {
      const { conversation } = await visitor.agents.chat(agent, { content: 'Hello', form: { email, phone: ' ' } });
      id = conversation._id;
      expect(conversation.visitor).toBeNull();
    });
    expect(prompt).toMatch(/<<visitor [0-9a-f]{32}>>\\nForm email: ada@example.com\\n<<end visitor/);
    expect((await team.conversations.retrieve(id)).visitor).toEqual({ form: { email }, context: null });
    const again = await letIn(parley.url, channel, { token: session.token });
    expect(again.visitor.form).toEqual({ email });
    const next = await clientOf(parley, again).agents.chat(agent, { content: 'Me again' });
    expect((await team.conversations.retrieve(next.conversation._id)).visitor?.form).toEqual({ email });
    expect((await letIn(parley.url, channel)).visitor.form).toBeNull();
    const [line = ''] = (await team.conversations.export({ channelId: channel }).text()).split('\n');
    expect(JSON.parse(line)).toMatchObject({ visitor: { form: { email } } });
  });

  test('a lead who never writes is a conversation without messages, which counts for the day', async () => {
    const { channel, visitor } = await visit(formOf('before'), { limits: { visitorMessagesPerDay: 2 } });
    const { _id } = await visitor.conversations.create(agent, { form: { email } });
    const { items } = await team.conversations.list({ channelId: channel });
    expect(items).toMatchObject([{ _id, messageCount: 0, visitor: { form: { email } } }]);
    const { conversation } = await visitor.messages.send(_id, { content: 'Here I am' });
    expect(conversation.messageCount).toBe(2);
    await expect(visitor.conversations.create(agent, { form: { email } })).rejects.toMatchObject({
      code: 'channel_limit_reached',
    });
  });

  test('a form after the first message: the second one waits for required answers', async () => {
    const { visitor } = await visit(formOf('after_first'));
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    const second = () => visitor.messages.send(conversation._id, { content: 'Anyone?' });
    await expect(second()).rejects.toMatchObject(refused(['form.email']));
    await expect(visitor.conversations.submitForm(conversation._id, { form: {} })).rejects.toMatchObject(
      refused(['form.email']),
    );
    await Promise.all([1, 2, 3].map(() => visitor.conversations.submitForm(conversation._id, { form: { email } })));
    await second();
    expect((await team.conversations.retrieve(conversation._id)).visitor?.form).toEqual({ email });
    await expect(team.conversations.submitForm(conversation._id, { form: { email } })).rejects.toMatchObject(
      refused(['form']),
    );
  });

  test('answers are refused where no form is, and of other people’s conversations', async () => {
    const { visitor } = await visit({});
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello' });
    await expect(visitor.conversations.submitForm(conversation._id, { form: { email } })).rejects.toMatchObject(
      refused(['form']),
    );
    await expect(visitor.agents.chat(agent, { content: 'Hello', form: { email } })).rejects.toMatchObject(
      refused(['form']),
    );
    const other = await visit(formOf('before'));
    await expect(other.visitor.conversations.submitForm(conversation._id, { form: { email } })).rejects.toMatchObject({
      code: 'conversation_not_found',
    });
    for (const draft of [{ form: { email } }, { context: { title: 'A' } }]) {
      await expect(team.conversations.create(agent, draft)).rejects.toMatchObject(refused(Object.keys(draft)));
      await expect(team.agents.chat(agent, { content: 'Hello', ...draft })).rejects.toMatchObject(
        refused(Object.keys(draft)),
      );
    }
  });

  test('the page: the first and the latest, for the team and the agent, not for a channel that says no', async () => {
    const { visitor, channel } = await visit({}, { identity: await proofOf('customer-9') });
    const url = 'https://shop.example/kettles?size=2';
    const context = { url: `${url}#code=secret`, title: 'Kettles', language: 'en-GB', attributes: { plan: 'pro' } };
    let id = '';
    const first = await promptOf(async () => {
      id = (await visitor.agents.chat(agent, { content: 'Which one?', context })).conversation._id;
    });
    expect(first).toContain(`Page: ${url}\\nPage title: Kettles\\nBrowser language: en-GB\\nAttribute plan: pro`);
    const next = 'https://shop.example/basket';
    const second = await promptOf(() => visitor.messages.send(id, { content: 'This?', context: { url: next } }));
    expect(second).toContain(`Page: ${next}\\nBrowser language`);
    const shown = (await team.conversations.retrieve(id)).visitor;
    expect(shown?.context).toMatchObject({ page: { url: next, title: '' }, firstPage: { url, title: 'Kettles' } });
    expect(JSON.stringify(await visitor.conversations.retrieve(id))).not.toContain('kettles');
    await team.channels.update(channel, { settings: { pageContext: false } });
    expect(await promptOf(() => visitor.messages.send(id, { content: 'And now?' }))).not.toContain('<<visitor');
    await expect(
      visitor.messages.send(id, { content: 'Bad', context: { url: 'javascript:alert(1)' } }),
    ).rejects.toMatchObject(refused(['context.url']));
  });

  test('the page is told to the agent, too, if a member writes for the visitor', async () => {
    const { visitor } = await visit({});
    const url = 'https://shop.example/help';
    const { conversation } = await visitor.agents.chat(agent, { content: 'Hello', context: { url } });
    const prompt = await promptOf(() => team.messages.send(conversation._id, { content: 'They called: where?' }));
    expect(prompt).toContain(`Page: ${url}`);
    const stored = await team.conversations.retrieve(conversation._id);
    expect((await team.conversations.update(stored._id, { ...stored, tags: ['call'] })).visitor).toEqual(
      stored.visitor,
    );
    await expect(team.conversations.update(stored._id, { visitor: null })).rejects.toMatchObject({
      code: 'read_only_field',
    });
  });
});
