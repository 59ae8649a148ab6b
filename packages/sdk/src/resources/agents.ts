import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Choosing, Chosen } from '../core/endpoint.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { MessageStream } from '../core/message-stream.ts';
import type { PagePromise } from '../core/page.ts';
import type { RequestOptions } from '../core/request.ts';
import type { RunToolsParams, ToolsRun } from '../tools/run-types.ts';
import type {
  Agent,
  AgentCreateParams,
  AgentDependents,
  AgentDuplicateParams,
  AgentListParams,
  AgentUpdateParams,
  AgentUpsertParams,
  ChatParams,
  Exchange,
  KnowledgeQuery,
  KnowledgeResults,
  ListedAgent,
} from '../types.ts';
import { createUnansweredQuestions } from './knowledge/unanswered-questions.ts';

/** Agents. */
export type Agents = ReturnType<typeof createAgents>;

/** The methods of `client.agents`. */
export const createAgents = (api: Api) => ({
  ...createSettings(api),
  ...createAnswers(api),
  ...createRuns(api),
  unansweredQuestions: createUnansweredQuestions(api),
});

/** The methods that create, read, change and delete agents. */
const createSettings = ({ call, list }: Pick<Api, 'call' | 'list'>) => ({
  /**
   * Creates an agent, active at once. Without `workspaceId` it belongs to the key's workspace.
   *
   * @example
   * const agent = await client.agents.create({ name: 'Support', systemPrompt: 'Answer briefly.' });
   */
  create: (body: AgentCreateParams, options?: RequestOptions): APIPromise<Agent> =>
    call('POST /api/agents', { body }, options),

  /**
   * Gets an agent. Throws `NotFoundError` if it is not within reach.
   *
   * @example
   * const { data: agent, etag } = await client.agents.retrieve(id).withResponse();
   */
  retrieve: (id: string, options?: RequestOptions): APIPromise<Agent> =>
    call('GET /api/agents/{id}', { params: { id } }, options),

  /**
   * Changes an agent; fields that are left out stay. With `ifMatch`, throws `PreconditionFailedError` if it has changed
   * since.
   *
   * @example
   * await client.agents.update(agent._id, { status: 'inactive' }, { ifMatch: etag });
   */
  update: (id: string, body: AgentUpdateParams, options?: RequestOptions): APIPromise<Agent> =>
    call('PUT /api/agents/{id}', { params: { id }, body }, options),

  /**
   * Creates an agent, or changes the one of the workspace that has your ID; fields that are left out stay.
   *
   * @example
   * const agent = await client.agents.upsert('support-eu', { name: 'Support', systemPrompt: 'Answer briefly.' });
   */
  upsert: (
    externalId: string,
    { workspaceId, ...body }: AgentUpsertParams,
    options?: RequestOptions,
  ): APIPromise<Agent> =>
    call(
      'PUT /api/agents/by-external-id/{externalId}',
      { params: { externalId }, query: { workspaceId }, body },
      options,
    ),

  /** Copies an agent with its settings, metadata and knowledge sources, but without channels and conversations. */
  duplicate: (id: string, body: AgentDuplicateParams = {}, options?: RequestOptions): APIPromise<Agent> =>
    call('POST /api/agents/{id}/duplicate', { params: { id }, body }, options),

  /** Deletes an agent with its channels and conversations; the message says how many. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/agents/{id}', { params: { id } }, options),

  /** Counts what would be deleted with an agent: channels, conversations and messages. */
  dependents: (id: string, options?: RequestOptions): APIPromise<AgentDependents> =>
    call('GET /api/agents/{id}/dependents', { params: { id } }, options),

  /**
   * Lists agents, newest first unless `sort` says otherwise. With `includeActivity`, each says how much it is used. With
   * `fields`, each has only these and `_id`.
   *
   * @example
   * for await (const agent of client.agents.list({ status: 'active' })) console.log(agent.name);
   */
  list: <Fields extends string | undefined = undefined>(
    query: Choosing<AgentListParams, Fields> = {},
    options?: RequestOptions,
  ): PagePromise<Chosen<ListedAgent, Fields>> =>
    list('GET /api/agents', { query }, options) as PagePromise<Chosen<ListedAgent, Fields>>,
});

/** The methods by which an agent searches and answers. */
const createAnswers = ({ call, stream }: Pick<Api, 'call' | 'stream'>) => ({
  /**
   * Searches the knowledge sources of an agent: what it would be given for a question, and why.
   *
   * @example
   * const { items } = await client.agents.search(agent._id, { query: 'How long does delivery take?' });
   */
  search: (id: string, body: KnowledgeQuery, options?: RequestOptions): APIPromise<KnowledgeResults> =>
    call('POST /api/agents/{id}/search', { params: { id }, body, once: false, slow: true }, options),

  /**
   * Sends a message and waits for the complete reply. Without `conversationId` it starts a conversation. `reply` is
   * null while a person has taken over. `settings` tries a prompt, model or temperature without saving it. If the reply
   * fails, the error names it in `failed`; `client.messages.retry` retries it.
   *
   * @example
   * const { reply, conversation } = await client.agents.chat(agent._id, { content: 'Hello' });
   */
  chat: (id: string, body: ChatParams, options?: RequestOptions): APIPromise<Exchange> =>
    call('POST /api/agents/{id}/chat', { params: { id }, body, slow: true }, options),

  /**
   * Sends a message and streams the reply.
   *
   * @example
   * for await (const piece of client.agents.stream(id, { content: 'Hello' }).text()) process.stdout.write(piece);
   */
  stream: (id: string, body: ChatParams, options?: RequestOptions): MessageStream =>
    stream('POST /api/agents/{id}/chat', { params: { id }, body: { ...body, stream: true } }, options),
});

/** The method by which an agent uses the caller's own functions. */
const createRuns = (api: Pick<Api, 'call' | 'stream' | 'follow'>) => ({
  /**
   * Sends a message, runs your functions for the client tools that the reply calls, and returns the reply when it has
   * ended or waits for approval. Each call runs once, those of one step at the same time. Throws `MessageFailedError` if
   * the reply failed.
   *
   * @example
   * const { reply, calls } = await client.agents.runTools(agent._id, {
   *   content: 'Where is order 7?',
   *   tools: { find_order: { execute: ({ number }) => orders.get(number) } },
   * });
   */
  runTools: async <const Schemas>(
    id: string,
    body: ChatParams & RunToolsParams<Schemas>,
    options?: RequestOptions,
  ): Promise<ToolsRun> => {
    const { runTools } = await import('../tools/run-tools.ts');
    const begin = (draft: ChatParams) => createAnswers(api).stream(id, draft, options);
    return runTools({ api, begin, options }, body);
  },
});
