import type { Question } from './answers.ts';
import { type Server, start } from './shared/processes.ts';

/** Turns at a time. */
export const concurrent = 50;

/** The provider's timing: milliseconds to the first token and between two tokens, and the number of tokens. */
export const quick = { FIRST_TOKEN_MS: '200', TOKEN_MS: '20', TOKENS: '40' };

/** The duration of one reply in milliseconds. */
export const answerTime = Number(quick.FIRST_TOKEN_MS) + Number(quick.TOKENS) * Number(quick.TOKEN_MS);

/** Starts a provider in OpenAI's wire format, on the load's core. */
export const startProvider = (env: Record<string, string>) =>
  start('provider', { args: ['bench/controls/provider.mjs'], env, cores: '1' });

/** The settings that name running providers. */
export function providersEnv(providers: Readonly<Record<string, Server>>): Record<string, string> {
  const urls = Object.entries(providers).map(([name, { port }]) => [
    `${name.toUpperCase()}_BASE_URL`,
    `http://127.0.0.1:${port}/v1`,
  ]);
  return { PARLEY_PROVIDERS: Object.keys(providers).join(','), ...Object.fromEntries(urls) };
}

/** Creates an agent with a model over the API and returns its ID. */
export async function makeAgent({ port }: Pick<Server, 'port'>, key: string, model: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', model, systemPrompt: 'You are a careful assistant.' }),
  });
  const { data, error } = (await reply.json()) as { data?: { _id: string }; error?: string };
  if (data === undefined) throw new Error(error);
  return data._id;
}

/** A streamed chat with an agent. */
export const questionFor = ({ port }: Pick<Server, 'port'>, key: string, agent: string): Question => ({
  port,
  path: `/api/agents/${agent}/chat`,
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'What do you say?', stream: true }),
  token: 'event: message.delta',
});
