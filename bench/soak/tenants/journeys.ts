import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Sending } from './client.ts';

/** The functions and facts of a journey. */
export interface Traveller {
  /** Sends a request that must be answered with a status below 300. Rejects otherwise. */
  send(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** The same on a connection of its own, as a new client does. */
  arrive(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** The same without a key. */
  anonymously(method: string, path: string, sending?: Sending): Promise<Answer>;
  /** Counts an answer that is not right, whatever its status. */
  wrong(sentence: string): void;
  readonly workspace: string;
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** The end user of the tenant's conversations. */
const endUser = 'somebody';

/** Between two sign-ins, and between two clients that arrive, in ms. */
const seldom = 2_000;
const sometimes = 200;

/** Creates, changes, finds and deletes an agent. */
async function agents({ send }: Traveller): Promise<void> {
  const draft = { name: 'Short-lived', description: 'Of the tenant', systemPrompt: 'You are brief. '.repeat(20) };
  const id = idIn('agent', (await send('POST', '/api/agents', { body: draft })).text);
  try {
    await send('PUT', `/api/agents/${id}`, { body: { temperature: 0.2 } });
    await send('GET', `/api/agents/${id}`);
    await send('GET', '/api/agents?limit=20&includeTotal=true');
    await send('GET', '/api/agents?q=short');
    await send('GET', `/api/agents/${id}/dependents`);
  } finally {
    await send('DELETE', `/api/agents/${id}`);
  }
}

/** Chats with an agent, whole and streamed, follows a reply, reads, counts, exports and deletes what was said. */
async function chats(traveller: Traveller): Promise<void> {
  const { send, workspace } = traveller;
  const draft = { name: 'Talks', model: 'fake/steady' };
  const agent = idIn('agent', (await send('POST', '/api/agents', { body: draft })).text);
  try {
    const body = { message: 'Hello', userId: endUser };
    const said = await send('POST', `/api/agents/${agent}/chat`, { body });
    const conversation = idIn('conv', said.text);
    await streamed(traveller, `/api/agents/${agent}/chat`, { ...body, stream: true });
    await send('GET', `/api/conversations/${conversation}/messages`);
    await send('GET', `/api/conversations?userId=${endUser}&includeTotal=true`);
    await send('GET', `/api/conversations/statistics?workspaceId=${workspace}&days=7`);
    await send('GET', '/api/conversations/export?format=jsonl');
    await send('GET', '/api/conversations/export?format=csv');
    await send('DELETE', `/api/conversations/${conversation}`);
  } finally {
    await send('DELETE', `/api/conversations?userId=${endUser}`);
    await send('DELETE', `/api/agents/${agent}`);
  }
}

/** Streams a reply and follows it on a second connection; both must receive its end. */
async function streamed({ send, wrong }: Traveller, path: string, body: object): Promise<void> {
  let following: ReturnType<typeof send> | undefined;
  const onText = (text: string) => {
    if (following !== undefined || !text.includes('conv_')) return;
    following = send('GET', `/api/conversations/${idIn('conv', text)}/stream`);
    // A failure is counted, and thrown where it is awaited.
    following.catch(() => {});
  };
  const answers = [await send('POST', path, { body, onText }), await following];
  const ended = answers.filter((answer) => answer?.text.includes('event: message.completed')).length;
  if (ended !== answers.length) wrong(`POST ${path}: ${answers.length - ended} streams of one reply have no end`);
}

/** Arrives with a new connection. */
async function newcomers({ arrive }: Traveller): Promise<void> {
  await arrive('GET', '/api/me');
  await sleep(sometimes);
}

/** Signs in with the right password, and out. */
async function people({ anonymously, url, email, password }: Traveller): Promise<void> {
  const headers = { origin: url };
  const { cookie = '' } = await anonymously('POST', '/api/session', { body: { email, password }, headers });
  await anonymously('DELETE', '/api/session', { headers: { ...headers, cookie } });
  await sleep(seldom);
}

/** Journeys of an ordinary tenant, over and over, beside its steady reads. */
export const journeys = [agents, chats, newcomers, people] as const;

/** The first ID of a kind in a text. */
export const idIn = (prefix: string, text: string): string => new RegExp(`${prefix}_[a-z0-9]+`).exec(text)?.[0] ?? '';
