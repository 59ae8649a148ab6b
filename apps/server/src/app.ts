import type { Logger } from 'pino';
import { systemIn } from './access/actor.ts';
import { createCallers } from './access/callers.ts';
import { createConcurrency } from './access/limits/concurrency.ts';
import { createFailureLimiter, createLocalLimiter } from './access/limits/rate-limit.ts';
import { createSlots } from './access/limits/slots.ts';
import { createSecrets } from './access/secrets.ts';
import type { Config } from './config.ts';
import type { Feature } from './feature.ts';
import { accountsFeature } from './features/accounts/feature.ts';
import { agentsFeature } from './features/agents/feature.ts';
import { channelsFeature } from './features/channels/feature.ts';
import { conversationsFeature } from './features/conversations/feature.ts';
import type { TurnAids } from './features/conversations/turns/aids.ts';
import { eventsFeature } from './features/events/feature.ts';
import { keysFeature } from './features/keys/feature.ts';
import { modelsFeature } from './features/models/feature.ts';
import { sessionsFeature } from './features/sessions/feature.ts';
import { setupFeature } from './features/setup/feature.ts';
import { usageFeature } from './features/usage/feature.ts';
import { workspacesFeature } from './features/workspaces/feature.ts';
import { type Admission, allowanceBy } from './http/admit.ts';
import { sessionCookie } from './http/authenticate.ts';
import { createIdempotency } from './http/idempotency.ts';
import type { ConnectionLimits } from './http/limits/settings.ts';
import type { Timeouts } from './http/parts.ts';
import type { DrainTimes } from './http/wire/drain.ts';
import { newId } from './ids.ts';
import { createLifecycle } from './lifecycle.ts';
import { createMail, type InvitationMails } from './mail/mail.ts';
import type { ModelLimits } from './models/limits.ts';
import { createModels } from './models/models.ts';
import type { Plan } from './plans.ts';
import { createRemovals } from './removals.ts';
import type { Shared } from './shared.ts';
import { authorityChannel, readAuthority } from './storage/authority.ts';
import { openBlobs } from './storage/blobs/open-stores.ts';
import type { Database } from './storage/database.ts';
import { createJobs } from './storage/jobs/jobs.ts';
import { createQuotas } from './storage/quotas/quotas.ts';

/** The dependencies of the service. */
export interface AppParts {
  readonly config: Config;
  readonly db: Database;
  /** What several processes share besides the database. */
  readonly shared?: Shared | undefined;
  readonly pepper: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Timeouts that differ from the defaults. */
  readonly timeouts?: Partial<Timeouts & DrainTimes>;
  /** Bounds of connections that differ from those of the settings, for tests. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Limits on models that differ from the defaults. */
  readonly modelLimits?: Partial<ModelLimits>;
  /** Max replies written at once, if not the default. */
  readonly maxReplies?: number | undefined;
  /** What a turn can use besides its model; no feature offers anything yet. */
  readonly turnAids?: TurnAids;
  /** False if no job is enqueued by the clock, for tests. */
  readonly schedules?: boolean;
}

/** Whether the public URL uses https. */
export const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** The features, wired together; the server and the command line call them. */
export type Features = ReturnType<typeof createFeatures>;

/** What all features stand on. */
function createBase(parts: AppParts, onError: (error: unknown) => void) {
  const { config, shared: across, now, modelLimits: limits = {} } = parts;
  const { providers, defaultModel } = config;
  const { redis, limiter = createLocalLimiter(), slots } = across ?? {};
  const jobs = createJobs({ db: parts.db, now, newId, onError });
  const { db, room, quotasOf } = createQuotas({ db: jobs.db, limits: config.quotas, now });
  const secrets = createSecrets(parts.pepper);
  return {
    ...{ jobs, db, room, quotasOf, secrets, redis, limiter },
    limitOf: (plan: string) => config.planLimits[plan as Plan] ?? config.planLimits.free,
    concurrency: createConcurrency(config.planConcurrency, { capacity: parts.maxReplies, shared: slots }),
    idempotency: createIdempotency(db, secrets, now),
    blobs: openBlobs(config, { db, now, newId, room }),
    models: createModels({ providers, search: async () => [], limits, defaultModel }),
  };
}

/** Composes the features: the only place that knows all of them. */
export function createFeatures(parts: AppParts) {
  const { config, logger, now, turnAids: aids } = parts;
  const { publicUrl } = config;
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const base = createBase(parts, onError);
  const { jobs, db, room, quotasOf, secrets, redis, limiter, limitOf, concurrency, idempotency, blobs, models } = base;
  const invitations: InvitationMails = {
    isOpen: (id) => workspaces.invitationMails.isOpen(id),
    note: (id, delivery) => workspaces.invitationMails.note(id, delivery),
  };
  const mail = createMail(config.mail, { db, now, enqueue: jobs.enqueue, secrets, invitations });

  const callers = createCallers(
    {
      findKey: (key) => keys.recognise(key),
      findSession: (token) => sessions.recognise(token),
      readEpoch: () => readAuthority(db),
    },
    { onLost: onError, onBack: () => logger.info('permission watch recovered') },
  );
  const forgetCallers = () => {
    callers.forget();
    redis?.publish(authorityChannel, '');
  };

  const events = eventsFeature({ db, now, newId });
  const { record } = events;
  const shared = { db, now, newId, room, onError, forgetCallers, mail, record, slotsOf: concurrency.usedBy };

  const removals = createRemovals(() => ({
    ...{ agents, channels, conversations, blobs, keys, usage, events, idempotency, jobs },
  }));

  const accounts = accountsFeature({
    ...{ ...shared, publicUrl, secrets, enqueue: jobs.enqueue, mailDigest: secrets.mailDigest },
    belongingsOf: removals.of,
    leaveOf: (principal) => workspaces.leaveOf(principal),
    countAll: (...of) => workspaces.countAll(...of),
    countSessions: (user) => sessions.count(user),
    confirmPassword: (...given) => sessions.confirmPassword(...given),
    hashPassword: (password) => sessions.hashPassword(password),
    checkPassword: (password) => sessions.checkPassword(password),
    beginSession: (user, client) => sessions.begin(user, client),
    demandOver: (who, orElse) => workspaces.demandOver(who, orElse),
    placesOf: (users) => workspaces.placesOf(users),
    lastSignIns: (users) => sessions.lastSignIns(users),
    firstWorkspace: (draft) => workspaces.first(draft),
    endSessions: (user) => sessions.endAll(user),
    membershipsOf: (user) => workspaces.membershipsOf(user),
    ...{ departureOf: (user) => workspaces.departureOf(user), namesOf: (ids) => workspaces.namesOf(ids) },
    revokeKeys: (user, by) => keys.operations.revokeAllOf(user, by),
    allowanceOf: allowanceBy({ limiter, limitOf }, now),
  });
  const sessions = sessionsFeature({
    ...shared,
    findUser: accounts.credentialsOf,
    ...{ setPassword: accounts.setPassword, demandPassword: accounts.demandPassword },
    membershipsOf: (user, account) => workspaces.membershipsOf(user, account),
  });
  const { findUser, makeUser, demandVerified, demandActive, proof } = accounts;
  const { permit, checkPassword, enter } = sessions;
  const workspaces = workspacesFeature({
    ...shared,
    ...{ findUser, makeUser, demandVerified, demandActive, proof, permit, checkPassword, enter },
    ...{ publicUrl, holdUser: accounts.hold, resetFor: accounts.resetFor, beginSession: sessions.begin },
    ...{ enqueue: jobs.enqueue, belongingsOf: removals.ofWorkspace, purgeAccount: accounts.purge },
    revokeKeys: (workspace) => keys.revokeBound(workspace),
    onDeleted: (workspace) => conversations.stopOf(workspace),
  });
  const keys = keysFeature({
    ...shared,
    ...{ digest: secrets.digest, findUser: accounts.findUser },
    ...{ membershipsOf: workspaces.membershipsOf, accountOf: workspaces.accountOf },
  });
  const usage = usageFeature({
    ...{ ...shared, quotasOf },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), now()),
  });
  const setup = setupFeature({
    ...shared,
    anyUser: accounts.anyUser,
    makeAccount: accounts.makeAccount,
    beginSession: sessions.begin,
    throttle: sessions.throttle,
  });
  const conversations = conversationsFeature({
    ...shared,
    onFailed: (failure) => logger.warn(failure, 'a model did not complete its reply'),
    ...{ models, aids, bus: redis, enqueue: jobs.enqueue },
    slots: createSlots({ concurrency, ownersOf: workspaces.ownersOf }),
    recordUncaused: (event) => events.record(systemIn(), event),
    findAgent: (reach, id) => agents.findAnswering(reach, id),
    hiddenAgent: (workspace) => agents.hidden(workspace),
  });
  const channels = channelsFeature(shared);
  const agents = agentsFeature({
    ...shared,
    models,
    dependents: { ...conversations.ofAgent, channels: channels.ofAgent },
    ...{ isShort: conversations.isShort, nextPart: conversations.nextPart, namesOf: workspaces.namesOf },
    ...{ enqueue: jobs.enqueue, onDeleted: conversations.stopOf },
  });
  const modelList = modelsFeature({ models });

  /** In the order in which the API document lists their endpoints and the server closes them. */
  const all: readonly Feature[] = [
    ...[agents, conversations, channels, modelList, keys, workspaces, accounts, usage, sessions, setup, events],
  ];
  const ownJobs = [...jobs.jobs, ...idempotency.jobs, ...mail.jobs, ...blobs.jobs];
  const lifecycle = createLifecycle({ features: all, jobs, ownJobs, others: [blobs, models, callers, concurrency] });

  const admission: Admission = {
    authentication: {
      ...{ callers, now, failures: createFailureLimiter() },
      origins: new Set([new URL(config.publicUrl).origin]),
      cookie: isSecure(config) ? sessionCookie.secure : sessionCookie.plain,
    },
    limiter,
    limitOf,
    used: (principal, time) => {
      if (principal.kind === 'session') return sessions.note(principal, time);
      keys.note(principal, time);
      usage.note(principal, time);
    },
  };

  return {
    accounts,
    keyOperations: keys.operations,
    membershipsOf: workspaces.membershipsOf,
    /** The account against which a key counts: the workspace's if it is bound to one, otherwise the person's own. */
    accountOf: async (user: { account_id: string }, workspace: string | undefined) =>
      (workspace === undefined ? undefined : await workspaces.accountOf(workspace)) ?? user.account_id,
    ...{ setup, secrets, idempotency, blobs, admission, conversations, jobs },
    slotCounters: concurrency.counters,
    endpoints: all.flatMap((feature) => feature.endpoints),
    ...lifecycle,
  };
}
