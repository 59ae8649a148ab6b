import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Agent, Parley } from '@parley/sdk';
import {
  type FakeProvider,
  type Play,
  says,
  startFakeProvider,
} from '../../../server/testing/servers/fake-provider.ts';
import { type Server, signIn, startServer } from '../setup/server.ts';
import { runsFirst } from './clock.ts';
import { deliveryRules, returnRules, talk } from './texts.ts';

const command = resolve(import.meta.dirname, '../../../server/bin/parley.mjs');

/** The owner of the demo. */
export const owner = { email: 'nora@demo.example', password: 'four words make a pass' };

/** The model of the agent; the provider that plays it is ours. */
export const model = 'gpt-5-mini';

/** Instance that the pictures show. */
export interface Instance {
  readonly server: Server;
  readonly provider: FakeProvider;
  readonly client: Parley;
  readonly agent: Agent;
  /** A conversation whose replies cite. */
  readonly conversation: string;
  /** A widget. */
  readonly channel: string;
  close(): Promise<void>;
}

/** Starts a server on a temporary folder, and fills it: the demo, two sources, a conversation and a widget. */
export async function makeInstance(clock: string): Promise<Instance> {
  // Builds stale packages, by the real clock.
  execFileSync(process.execPath, [command, 'serve', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const provider = await startFakeProvider();
  const environment = { ...runsFirst(clock), OPENAI_API_KEY: 'sk-pictures', OPENAI_BASE_URL: provider.url };
  const server = await startServer(environment);
  execFileSync(process.execPath, [command, 'demo', '--data-dir', server.folder, '--seed', '7', '--password-stdin'], {
    env: { ...process.env, ...runsFirst(clock) },
    input: owner.password,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const client = await signIn(server.url, owner.email, owner.password);
  const agent = await agentWithSources(client);
  return {
    server,
    provider,
    client,
    agent,
    conversation: await converse({ client, provider, agent }),
    channel: await addWidget(client, agent),
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
}

async function agentWithSources(client: Parley): Promise<Agent> {
  const sources = [];
  for (const [name, text] of [
    ['Returns and refunds', returnRules],
    ['Delivery', deliveryRules],
  ] as const) {
    const { _id } = await client.knowledgeSources.create({ type: 'text', name, text });
    await client.knowledgeSources.waitUntilReady(_id);
    sources.push(_id);
  }
  const { items } = await client.agents.list();
  const id = items.find(({ name }) => name === 'Shop assistant')?._id ?? '';
  return client.agents.update(id, { model: `openai/${model}`, knowledgeSources: sources });
}

async function converse({ client, provider, agent }: Pick<Instance, 'client' | 'provider' | 'agent'>): Promise<string> {
  let id: string | undefined;
  for (const [question, answer] of talk) {
    provider.play(model, cites(...answer));
    const to = id === undefined ? { userId: 'customer-2041' } : { conversationId: id };
    const { conversation } = await client.agents.chat(agent._id, { message: question, ...to });
    id = conversation._id;
  }
  return id ?? '';
}

/** Streams a text in pieces, in which a heading in brackets becomes the number of the passage under it. */
export const cites =
  (...pieces: readonly string[]): Play =>
  (response, asked) => {
    const prompt = asked.messages.map(({ content }) => content).join('\n');
    const passages = [...prompt.matchAll(/<<passage (\d+) \w+>>\nTitle: .*\nPlace: (.*)/g)];
    const numberOf = (heading: string) => passages.find(([, , place]) => place === heading)?.[1] ?? heading;
    const marked = pieces.map((text) => text.replace(/\[(.+?)\]/g, (_mark, heading) => `[${numberOf(heading)}]`));
    return says(...marked)(response, asked);
  };

async function addWidget(client: Parley, agent: Agent): Promise<string> {
  const { _id } = await client.channels.create(agent._id, {
    type: 'widget',
    name: 'Shop',
    settings: {
      title: 'Fjord Cycles',
      greeting: 'Hi! I can help with orders, delivery, returns and sizes.',
      suggestions: ['Where is my order?', 'Which size fits me?'],
    },
  });
  return _id;
}
