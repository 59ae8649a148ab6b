import type { Logger } from 'pino';
import { systemIn } from './access/actor.ts';
import { createCallers } from './access/callers.ts';
import { createFailureLimiter, createLocalLimiter } from './access/limits/rate-limit.ts';
import { createSecrets } from './access/secrets.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { accountEndpoints, setupEndpoints } from './features/accounts/routes.ts';
import { createAccounts } from './features/accounts/service.ts';
import { createSetup } from './features/accounts/setup.ts';
import { agentsFeature } from './features/agents/feature.ts';
import { channelsFeature } from './features/channels/feature.ts';
import { conversationsFeature } from './features/conversations/feature.ts';
import { eventsFeature } from './features/events/feature.ts';
import { keysFeature } from './features/keys/feature.ts';
import { modelsFeature } from './features/models/feature.ts';
import { createPasswords } from './features/sessions/passwords.ts';
import { sessionEndpoints } from './features/sessions/routes.ts';
import { createSessions, type SessionUser } from './features/sessions/service.ts';
import { createThrottle } from './features/sessions/throttle.ts';
import { usageFeature } from './features/usage/feature.ts';
import { createInvitations } from './features/workspaces/invitations.ts';
import { invitationEndpoints, workspaceEndpoints } from './features/workspaces/routes.ts';
import { createWorkspaces } from './features/workspaces/service.ts';
import { accountOf, membershipsOf } from './features/workspaces/store.ts';
import { windowOf } from './http/admit.ts';
import { sessionCookie } from './http/authenticate.ts';
import type { CallContext } from './http/endpoint.ts';
import { createHealth } from './http/health.ts';
import { createIdempotency } from './http/idempotency.ts';
import { addApiDocs } from './http/pages/api-page.ts';
import { addDashboard } from './http/pages/dashboard.ts';
import type { Timeouts } from './http/parts.ts';
import { createRequestLog } from './http/request-log.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { type DrainTimes, drainOnClose } from './http/wire/drain.ts';
import { newId } from './ids.ts';
import type { ModelLimits } from './models/limits.ts';
import { createModels } from './models/models.ts';
import type { Plan } from './plans.ts';
import type { Shared } from './shared.ts';
import { authorityChannel, readAuthority } from './storage/authority.ts';
import type { Database } from './storage/database.ts';
import { version } from './version.ts';

/** What the service is composed from. */
export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  /** What the processes share beside the database, where they do. */
  readonly shared?: Shared | undefined;
  readonly pepper: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Other timeouts than the usual ones. */
  readonly timeouts?: Partial<Timeouts & DrainTimes>;
  /** Other limits on models than the usual ones. */
  readonly modelLimits?: Partial<ModelLimits>;
}

/** Whether people reach the service over https. */
const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** How often what has expired is deleted, in milliseconds. */
const sweepInterval = 10 * 60_000;

/** The features, wired to each other: what the server serves and the command line calls. */
export type Features = ReturnType<typeof createFeatures>;

/** Composes the features: the only place that knows all of them. */
export function createFeatures({ config, db, shared: across, pepper, logger, now, modelLimits = {} }: AppParts) {
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const secrets = createSecrets(pepper);
  const redis = across?.redis;
  const limiter = across?.limiter ?? createLocalLimiter();
  const limitOf = (plan: string) => config.planLimits[plan as Plan] ?? config.planLimits.free;
  const throttle = createThrottle(now);
  const failures = createFailureLimiter();
  const passwords = createPasswords(
    () => new AppError('unavailable', 'Too many people sign in at this moment.', { retryAfter: 2 }),
  );

  const callers = createCallers(
    {
      findKey: (key) => keys.recognise(key),
      findSession: (token) => sessions.recognise(token),
      readEpoch: () => readAuthority(db),
    },
    { onLost: onError, onBack: () => logger.info('changes of rights are seen again') },
  );
  const events = eventsFeature({ db, now, newId });
  const forgetCallers = () => {
    callers.forget();
    redis?.publish(authorityChannel, '');
  };
  const shared = { db, now, forgetCallers, record: events.record };

  const accounts = createAccounts({
    ...shared,
    newId,
    hashPassword: passwords.hash,
    allowanceOf: (principal) => {
      const { subject, limit } = windowOf({ limitOf }, principal);
      return limiter.peek(subject, limit, now());
    },
  });
  const sessions = createSessions(
    {
      ...shared,
      newId: () => newId('session'),
      passwords,
      throttle,
      findUser: async (by) => {
        const user = await accounts.findUser(by);
        return user && { ...user, digest: user.password_hash, active: user.status === 'active' };
      },
      setPassword: accounts.setPassword,
      membershipsOf: (user, account) => membershipsOf(db, user, account),
    },
    onError,
  );
  const beginSession = (user: SessionUser, context: CallContext) => sessions.begin(user, context);
  const keys = keysFeature({
    ...shared,
    newId,
    onError,
    digest: secrets.digest,
    membershipsOf: (user, account) => membershipsOf(db, user, account),
    findUser: accounts.findUser,
    accountOf: (workspace) => accountOf(db, workspace),
  });
  const usage = usageFeature({
    ...{ db, now, onError },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), now()),
  });
  const workspaces = createWorkspaces({ ...shared, newId: () => newId('workspace') });
  const invitations = createInvitations({
    ...shared,
    newId: () => newId('invitation'),
    publicUrl: config.publicUrl,
    findUser: accounts.findUser,
    makeUser: accounts.makeUser,
    beginSession,
    enter: (context, credentials) => sessions.enter(context, credentials),
  });
  const setup = createSetup({ ...shared, makeAccount: accounts.makeAccount, beginSession, throttle });
  const { defaultModel, providers } = config;
  const models = createModels({ providers, search: async () => [], limits: modelLimits });
  const conversations = conversationsFeature({
    ...shared,
    newId,
    models,
    onError,
    bus: redis,
    recordUncaused: (event) => events.record(systemIn(), event),
    findAgent: (reach, id) => agents.findAnswering(reach, id),
  });
  const channels = channelsFeature(shared);
  const agents = agentsFeature({
    ...shared,
    newId,
    defaultModel,
    modelProblem: models.problem,
    dependents: { ...conversations.ofAgent, channels: channels.ofAgent },
    onDeleted: conversations.stopOfAgent,
  });
  const idempotency = createIdempotency(db, secrets, now);

  const sweeper = setInterval(() => {
    for (const { sweep } of [idempotency, sessions, usage, invitations]) sweep().catch(onError);
  }, sweepInterval);
  sweeper.unref();

  return {
    accounts,
    keyOperations: keys.operations,
    membershipsOf: (user: string) => membershipsOf(db, user),
    /** The account that a key of a person counts for: the workspace's, or else the person's own. */
    accountOf: async (user: { account_id: string }, workspace: string | undefined) =>
      (workspace === undefined ? undefined : await accountOf(db, workspace)) ?? user.account_id,
    setup,
    secrets,
    idempotency,
    admission: {
      authentication: {
        callers,
        failures,
        now,
        origins: new Set([new URL(config.publicUrl).origin]),
        cookie: isSecure(config) ? sessionCookie.secure : sessionCookie.plain,
      },
      limiter,
      limitOf,
      used: (principal: Parameters<typeof sessions.note>[0], time: number) => {
        if (principal.kind === 'session') return sessions.note(principal, time);
        keys.note(principal, time);
        usage.note(principal, time);
      },
    },
    endpoints: [
      ...agents.endpoints,
      ...conversations.endpoints,
      ...modelsFeature({ providers: models.providers, defaultModel }).endpoints,
      ...keys.endpoints,
      ...workspaceEndpoints(workspaces),
      ...invitationEndpoints(invitations),
      ...accountEndpoints(accounts),
      ...usage.endpoints,
      ...sessionEndpoints(sessions),
      ...setupEndpoints(setup),
    ],
    conversations,
    /** Writes down what was left for later. */
    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await conversations.close();
      await models.close();
      callers.close();
      await keys.close();
      await usage.close();
      await sessions.close();
    },
  };
}

/** The HTTP server with every endpoint, and with the dashboard that a folder holds; nothing listens yet. */
export async function createApp(parts: AppParts, features: Features, dashboard?: string): Promise<HttpServer> {
  const { config, db, logger } = parts;
  const health = createHealth(() => readAuthority(db));
  const app = await createServer({
    endpoints: [...features.endpoints, ...health.endpoints],
    admission: features.admission,
    idempotency: features.idempotency,
    log: createRequestLog(logger, config.logRequests),
    secure: isSecure(config),
    trustedProxies: config.trustedProxies,
    version,
    ...(parts.timeouts && { timeouts: parts.timeouts }),
  });
  app.addHook('preClose', async () => {
    health.startClosing();
    // Not awaited: the server goes on with closing meanwhile, and waits for those whose answers are being written.
    void features.conversations.drain();
  });
  const { forget } = features.admission.authentication.callers;
  const listening = db.listen?.(authorityChannel, forget);
  app.addHook('onClose', async () => listening?.close());
  parts.shared?.redis.subscribe(authorityChannel, forget);
  drainOnClose(app, parts.timeouts, (connections) => logger.warn({ connections }, 'cut what did not end in time'));
  if (config.metricsToken !== undefined) {
    // Loaded only where somebody asks for it.
    const { addMetrics } = await import('./http/metrics.ts');
    addMetrics(app, { token: config.metricsToken, storage: db.counters });
  }
  await addApiDocs(app);
  await addDashboard(app, dashboard);
  return app;
}
