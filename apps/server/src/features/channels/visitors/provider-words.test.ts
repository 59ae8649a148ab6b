import { afterAll, describe, expect, test } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import * as fake from '../../../../testing/servers/fake-provider.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

describe.each(anyEngine)('what a provider says about a failed reply, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });

  test('is quoted to members, and in no way to visitors', async () => {
    const words = 'Your plan has no model of this name.';
    provider.play('fails', (response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: words }));
    });
    const alice = await parley.person({ plan: 'business' });
    const team = await alice.client();
    const { _id: agent } = await team.agents.create({ name: 'Fails', model: 'fake/fails' });
    const channel = await makeWebChannel(parley, { workspace: alice.workspace, agent });
    const visitor = clientOf(parley, await letIn(parley.url, channel));

    const failure = await visitor.agents.chat(agent, { content: 'Hello' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
    const seen: unknown[] = [failure, (failure as { body?: unknown }).body];
    const [conversation] = (await visitor.conversations.list()).items;
    const id = conversation?._id ?? '';
    const list = await visitor.messages.list(id);
    seen.push(list, await visitor.messages.retrieve(list.items.at(-1)?._id ?? ''));
    for await (const event of visitor.messages.stream(id, { content: 'Once more' })) seen.push(event);
    expect(JSON.stringify(seen)).toContain('could not be written');
    expect(JSON.stringify(seen)).not.toMatch(/no model of this name|providerMessage|fake/);

    const [reply] = (await team.messages.list(id, { limit: 1 })).items;
    expect(reply).toMatchObject({ status: 'failed', error: { providerMessage: words } });
  });
});
