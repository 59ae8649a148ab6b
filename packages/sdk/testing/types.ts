/** Compiled, never run: code that the types must allow or refuse. */
import type {
  Agent,
  AgentListParams,
  APIError,
  ConversationEvent,
  ConversationMatch,
  FailureReason,
  Parley,
  WebhookEvent,
} from '../src/index.ts';

declare const client: Parley;
declare const idOrNothing: string | undefined;

export async function allowed(): Promise<Agent[]> {
  await client.agents.create({ name: 'Ada', temperature: 0.2 });
  // Optional fields may be passed as undefined.
  await client.agents.list({ status: undefined, workspaceId: idOrNothing });
  await client.agents.retrieve('agent_1', { signal: undefined, ifNoneMatch: idOrNothing });
  for await (const agent of client.agents.list({ limit: 100 })) agent.knowledgeSources.map((id) => id.length);
  return client.agents.list().toArray({ limit: 10 });
}

/** Each event has its own fields, and of growing replies the ID of the message. */
export function fieldsOf(event: ConversationEvent): string | number | undefined {
  switch (event.type) {
    case 'message.delta':
    case 'reasoning':
      return event.message + event.text;
    case 'citation':
      return event.message + event.citation.title;
    case 'tool.call':
      return event.message + event.call.name;
    case 'tool.result':
      return event.message + event.result.content;
    case 'approval.requested':
      return event.message + event.request.toolCall;
    case 'message.failed':
      return event.message.content + event.error + event.code;
    case 'entry.created':
      return event.entry.actor.name ?? event.entry.type;
    case 'presence':
      return event.people[0]?.name;
    case 'conversation.updated':
      return event.conversation.turn ?? event.conversation.messageCount;
    case 'conversation.deleted':
      return event.conversation;
    default:
      return event.message.error?.reason satisfies FailureReason | undefined;
  }
}

/** Returns the place where a search found the words of a failed exchange, after retrying its reply. */
export async function found(error: APIError): Promise<ConversationMatch | undefined> {
  if (error.failed !== undefined) await client.messages.retry(error.failed.reply);
  const { items } = await client.conversations.list({ q: 'refund', tag: idOrNothing, sort: '-lastMessageAt' });
  return items[0]?.match;
}

/** Sorts each list by one of its fields. */
export async function sorted(): Promise<void> {
  await client.agents.list({ sort: '-updatedAt' });
  await client.apiKeys.list({ sort: '-lastUsedAt', userId: idOrNothing });
  await client.models.list({ sort: '-name', limit: 5 });
  await client.sessions.list({ sort: 'lastSeenAt' });
  await client.workspaces.list({ sort: 'name' });
  await client.workspaces.members.list('ws_1', { sort: 'createdAt' });
  await client.workspaces.invitations.list('ws_1', { sort: 'email' });
  await client.messages.list('conv_1', { sort: 'createdAt' });
}

/** Lists with `fields` have items with only these, if their names are known. */
export async function chosen(names: string, query: AgentListParams): Promise<string[]> {
  const [agent] = (await client.agents.list({ fields: 'name, externalId', status: 'active' })).items;
  const [channel] = await client.channels.listAll({ fields: 'status' }).toArray({ limit: 1 });
  const [listed] = (await client.channels.list('agent_1', { fields: names })).items;
  const [source] = (await client.knowledgeSources.list({ fields: 'status' })).items;
  // @ts-expect-error It was not asked for.
  agent?.systemPrompt satisfies string | undefined;
  // @ts-expect-error It was not asked for.
  channel?.settings satisfies object | undefined;
  // @ts-expect-error It was not asked for.
  source?.name satisfies string | undefined;
  // @ts-expect-error It may be absent.
  if (listed !== undefined) listed.name satisfies string;
  // @ts-expect-error A misspelt filter is refused beside `fields`, too.
  await client.agents.list({ fields: 'name', statu: 'active' });
  // The type of a query from elsewhere doesn't say whether it has `fields`.
  const [whole] = (await client.agents.list(query)).items;
  return [agent?._id, agent?.name, agent?.externalId, channel?.status, listed?.name, whole?.name].map(String);
}

/** The type of an event tells its data, in the log and in webhooks. */
export async function narrowed(webhook: WebhookEvent): Promise<string[]> {
  for await (const event of client.events.follow({ types: 'agent.*' })) {
    if (event.type === 'agent.updated') return event.data.fields;
    // @ts-expect-error Only some events have a conversation.
    event.data.conversation;
  }
  const { cursor } = await client.events.list({ limit: 100, wait: 30 });
  // @ts-expect-error A followed log has no pages.
  client.events.follow({ cursor, limit: 10 });
  if (webhook.type === 'message.failed') return [webhook.timestamp, webhook.data.code ?? '', webhook.actor.id];
  return webhook.type === 'message' ? [webhook.data.text] : [];
}

export async function refused(): Promise<void> {
  // @ts-expect-error A name is required.
  await client.agents.create({});
  // @ts-expect-error No such field.
  await client.agents.create({ name: 'Ada', prompt: 'Be kind.' });
  // @ts-expect-error No such status.
  await client.agents.update('agent_1', { status: 'paused' });
  // @ts-expect-error No such filter.
  await client.agents.list({ colour: 'red' });
  // @ts-expect-error An id is a string.
  await client.agents.delete(17);
  // @ts-expect-error No such option.
  await client.agents.retrieve('agent_1', { retries: 3 });
  // @ts-expect-error Agents have no last message.
  await client.agents.list({ sort: '-lastMessageAt' });
  // @ts-expect-error Only lists of conversations say where words were found.
  (await client.conversations.retrieve('conv_1')).match;
  // @ts-expect-error A message has a text.
  await client.agents.chat('agent_1', { userId: 'ada' });
  for await (const event of client.conversations.events('conv_1')) {
    // @ts-expect-error Only some events have a text.
    event.text;
  }
}

/** The arguments of functions have the types of their schemas. */
export async function ran(): Promise<string | undefined> {
  const { reply, calls } = await client.agents.runTools('agent_1', {
    content: 'Where is order 7?',
    tools: {
      find_order: {
        inputSchema: {
          type: 'object',
          properties: {
            number: { type: 'integer' },
            state: { enum: ['open', 'sent'] },
            tags: { type: 'array', items: { type: 'string' } },
            other: { oneOf: [] },
          },
          required: ['number', 'tags'],
        },
        execute: async ({ number, state, tags, other }) => {
          number satisfies number;
          state satisfies 'open' | 'sent' | undefined;
          tags satisfies readonly string[];
          other satisfies unknown;
          // @ts-expect-error a number is no text
          return number satisfies string;
        },
      },
      // Without a schema, an argument may be anything, or what the function says.
      anything: { execute: ({ given }) => (given satisfies unknown) === undefined },
      typed: { execute: ({ city }: { city: string }) => city.length },
    },
    onEvent: ({ type }) => void (type satisfies string),
    onApproval: ({ toolCall }) => void client.toolCalls.approve(toolCall),
  });
  // @ts-expect-error a message has a text
  await client.messages.runTools('conv_1', { tools: {} });
  return calls[0]?.content ?? reply?.content;
}
