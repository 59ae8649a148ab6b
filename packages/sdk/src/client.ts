import { createApi } from './core/api.ts';
import { type APIPromise, toAPIPromise } from './core/api-promise.ts';
import type { RequestDescription, RequestOptions } from './core/request.ts';
import { createTransport, type Send } from './core/send.ts';
import { type ParleyOptions, readSettings } from './core/settings.ts';
import * as errors from './errors.ts';
import { MessageFailedError } from './message-failed-error.ts';
import { createMyself, type Myself } from './resources/account/me.ts';
import { createPassword, type Password } from './resources/account/password.ts';
import { createPasswordResets, type PasswordResets } from './resources/account/password-resets.ts';
import { createSecondFactor, type SecondFactors } from './resources/account/second-factor.ts';
import { createSessions, type Sessions } from './resources/account/sessions.ts';
import { createSetup, type Setup } from './resources/account/setup.ts';
import { type Agents, createAgents } from './resources/agents.ts';
import { type ApiKeys, createApiKeys } from './resources/api-keys.ts';
import { type Channels, createChannels } from './resources/channels.ts';
import { type Conversations, createConversations } from './resources/conversations.ts';
import { createSavedReplies, type SavedReplies } from './resources/desk/saved-replies.ts';
import { createTeams, type Teams } from './resources/desk/teams.ts';
import { createViews, type Views } from './resources/desk/views.ts';
import { createEvents, type Events } from './resources/events.ts';
import { createHealth, type Health } from './resources/health.ts';
import { createInvitations, type Invitations } from './resources/invitations.ts';
import { type Citations, createCitations } from './resources/knowledge/citations.ts';
import { createKnowledgeSources, type KnowledgeSources } from './resources/knowledge/knowledge-sources.ts';
import { createMessages, type Messages } from './resources/messages.ts';
import { createModels, type Models } from './resources/models.ts';
import {
  type ApprovalLinks,
  createApprovalLinks,
  createToolCalls,
  type ToolCalls,
} from './resources/tools/tool-calls.ts';
import { createTools, type Tools } from './resources/tools/tools.ts';
import { type AccountUsage, createUsage } from './resources/usage.ts';
import { createWebhooks, type Webhooks } from './resources/webhooks.ts';
import { createWorkspaces, type Workspaces } from './resources/workspaces.ts';
import { webhooks } from './webhooks.ts';

/**
 * A client of one Parley service, with an API key or the browser's session. It holds no connection and needs no
 * closing.
 *
 * @example
 * const client = new Parley({ apiKey: 'parley_…', baseURL: 'https://parley.example.com' });
 * const agent = await client.agents.create({ name: 'Support' });
 */
export class Parley {
  static readonly ParleyError = errors.ParleyError;
  static readonly APIError = errors.APIError;
  static readonly NotModifiedError = errors.NotModifiedError;
  static readonly BadRequestError = errors.BadRequestError;
  static readonly AuthenticationError = errors.AuthenticationError;
  static readonly PermissionDeniedError = errors.PermissionDeniedError;
  static readonly NotFoundError = errors.NotFoundError;
  static readonly ConflictError = errors.ConflictError;
  static readonly PreconditionFailedError = errors.PreconditionFailedError;
  static readonly UnprocessableEntityError = errors.UnprocessableEntityError;
  static readonly RateLimitError = errors.RateLimitError;
  static readonly InternalServerError = errors.InternalServerError;
  static readonly InvalidResponseError = errors.InvalidResponseError;
  static readonly APIConnectionError = errors.APIConnectionError;
  static readonly APIConnectionTimeoutError = errors.APIConnectionTimeoutError;
  static readonly APIUserAbortError = errors.APIUserAbortError;
  static readonly MessageFailedError = MessageFailedError;
  /** Signatures of webhooks, which need no client. */
  static readonly webhooks = webhooks;

  readonly agents: Agents;
  readonly channels: Channels;
  readonly conversations: Conversations;
  readonly messages: Messages;
  readonly citations: Citations;
  readonly knowledgeSources: KnowledgeSources;
  readonly events: Events;
  readonly models: Models;
  readonly workspaces: Workspaces;
  readonly invitations: Invitations;
  readonly apiKeys: ApiKeys;
  readonly me: Myself;
  readonly password: Password;
  readonly passwordResets: PasswordResets;
  readonly secondFactor: SecondFactors;
  readonly sessions: Sessions;
  readonly setup: Setup;
  readonly usage: AccountUsage;
  readonly health: Health;
  readonly tools: Tools;
  readonly savedReplies: SavedReplies;
  readonly views: Views;
  readonly toolCalls: ToolCalls;
  readonly teams: Teams;
  readonly approvalLinks: ApprovalLinks;
  readonly webhooks: Webhooks;
  readonly #send: Send;
  readonly #options: ParleyOptions;

  /** Throws a `ParleyError` if an option is invalid, or missing both here and in the environment. */
  constructor(options: ParleyOptions = {}) {
    const settings = readSettings(options);
    const { baseURL, apiKey } = settings;
    // A derived client must not read the environment again, which may have changed.
    this.#options = { ...options, baseURL, apiKey };
    const transport = createTransport(settings);
    this.#send = transport.send;
    const api = createApi(transport);
    this.agents = createAgents(api);
    this.channels = createChannels(api);
    this.conversations = createConversations(api);
    this.messages = createMessages(api);
    this.citations = createCitations(api);
    this.knowledgeSources = createKnowledgeSources(api);
    this.events = createEvents(api);
    this.models = createModels(api);
    this.workspaces = createWorkspaces(api);
    this.invitations = createInvitations(api);
    this.apiKeys = createApiKeys(api);
    this.me = createMyself(api);
    this.password = createPassword(api);
    this.passwordResets = createPasswordResets(api);
    this.secondFactor = createSecondFactor(api);
    this.sessions = createSessions(api);
    this.setup = createSetup(api);
    this.usage = createUsage(api);
    this.tools = createTools(api);
    this.savedReplies = createSavedReplies(api);
    this.views = createViews(api);
    this.toolCalls = createToolCalls(api);
    this.teams = createTeams(api);
    this.approvalLinks = createApprovalLinks(api);
    this.webhooks = createWebhooks(api);
    this.health = createHealth(api);
  }

  /**
   * Returns a client with other options. The rest stays as it is; `headers` are added to those of this client. Throws
   * like the constructor.
   *
   * @example
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 5 });
   */
  withOptions(options: ParleyOptions): Parley {
    const { session = this.#options.session, headers, ...others } = options;
    const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
    const own: ParleyOptions = { ...this.#options, ...given, headers: { ...this.#options.headers, ...headers } };
    // A client has either a key or a session, so one given here replaces the other.
    if (options.session === true) return new Parley({ ...own, session, apiKey: options.apiKey });
    return new Parley({ ...own, session: options.apiKey === undefined && session });
  }

  /**
   * Calls an operation that this version has no method for, with the same retries, errors and options as methods. The
   * caller states the type of the data.
   *
   * @example
   * await client.request({ method: 'POST', path: '/api/agents/{id}/publish', params: { id } });
   */
  request<T extends object = object>(request: RequestDescription, options?: RequestOptions): APIPromise<T> {
    return toAPIPromise(this.#send(request, options), (data) => data as T);
  }
}
