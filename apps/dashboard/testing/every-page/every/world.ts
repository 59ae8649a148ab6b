import type { Parley } from '@parley/sdk';

/** The names of the records that the pages show. */
export interface Names {
  readonly agent: string;
  readonly source: string;
  readonly pairs: string;
  readonly channel: string;
  readonly key: string;
  readonly workspace: string;
  readonly user: string;
}

const usual: Names = {
  agent: 'Engine guide',
  source: 'Shop rules',
  pairs: 'Questions',
  channel: 'Shop',
  key: 'Website backend',
  workspace: 'Second workspace',
  user: 'customer-7',
};

/** The IDs of the records that the pages show. */
export interface World {
  readonly agent: string;
  readonly source: string;
  readonly pairs: string;
  readonly channel: string;
  readonly conversation: string;
  readonly webhook: string;
  readonly tool: string;
}

const text = '# Returns\n\nYou can return anything within 30 days.\n\n# Shipping\n\nWe ship within two days.';

/** Creates something for each page to show. */
export async function makeWorld(client: Parley, names = usual): Promise<World> {
  const { _id: source } = await client.knowledgeSources.create({
    ...{ type: 'text', name: names.source, externalId: names.source, text },
  });
  const { _id: pairs } = await client.knowledgeSources.create({
    type: 'qa',
    name: names.pairs,
    pairs: [{ question: 'Do you ship to Norway?', answer: `Yes. ${names.source}` }],
  });
  await client.knowledgeSources.waitUntilReady(source);
  await client.knowledgeSources.waitUntilReady(pairs);
  const { _id: tool } = await client.tools.create({
    ...{ type: 'builtin', name: 'current_time', description: names.source, settings: { function: 'current_time' } },
  });
  const { _id: agent } = await client.agents.create({
    ...{ name: names.agent, externalId: names.agent, description: names.agent, model: 'builtin/extract' },
    ...{ systemPrompt: 'Be brief.', knowledgeSources: [source, pairs] },
    tools: [{ id: tool, requiresApproval: true }],
  });
  const { _id: channel } = await client.channels.create(agent, {
    ...{ type: 'widget', name: names.channel, externalId: names.channel },
  });
  const { conversation } = await client.agents.chat(agent, {
    message: 'Within how many days can I return it?',
    userId: names.user,
    metadata: { order: names.user },
  });
  await client.agents.chat(agent, { message: names.agent, conversationId: conversation._id });
  await client.agents.chat(agent, { message: 'Is there a discount for students?' });
  await client.apiKeys.create({ name: names.key, scopes: ['agents:read', 'conversations:write'] });
  const [{ _id: workspace } = { _id: '' }] = (await client.workspaces.list()).items;
  await client.workspaces.invitations.create(workspace, { email: 'grace@example.com', role: 'editor' });
  await client.workspaces.create({ name: names.workspace });
  const { _id: webhook } = await client.webhooks.create({
    ...{ workspaceId: workspace, url: 'https://93.184.215.14/parley-events', types: ['webhook.deleted'] },
  });
  return { agent, source, pairs, channel, conversation: conversation._id, webhook, tool };
}
