import { createFailureLimiter } from './access/limits/rate-limit.ts';
import type { TurnAids } from './calling/aids.ts';
import { composeAgentAccess, composeAgents } from './compose/agents.ts';
import { type Base, type BaseParts, createBase } from './compose/base.ts';
import { composeDesk } from './compose/desk.ts';
import { composeDeskTools } from './compose/desk-tools.ts';
import { composeKnowledge } from './compose/knowledge.ts';
import { composePeople } from './compose/people.ts';
import { composeRecords } from './compose/records.ts';
import { composeTools } from './compose/tools.ts';
import type { Config } from './config/config.ts';
import type { Feature } from './feature.ts';
import type { Argon2 } from './features/sessions/passwords.ts';
import type { Admission } from './http/admission/admit.ts';
import { type RecogniseVisitor, sessionCookie } from './http/admission/authenticate.ts';
import type { ConnectionLimits } from './http/limits/settings.ts';
import type { Timeouts } from './http/server-parts.ts';
import type { DrainTimes } from './http/wire/drain.ts';
import { lateBound } from './late-bound.ts';
import { createLifecycle } from './lifecycle.ts';
import { createRemovals, type Keepers } from './removals.ts';
import type { Retrieval } from './retrieval/retrieval.ts';

/** The dependencies of the service. */
export interface AppParts extends BaseParts {
  /** Timeouts that differ from the defaults. */
  readonly timeouts?: Partial<Timeouts & DrainTimes>;
  /** Bounds of connections that differ from those of the settings, for tests. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Aids of a turn that replace those of the features, for tests. */
  readonly turnAids?: TurnAids;
  /** Searches in place of those of knowledge, for tests. */
  readonly retrieval?: Retrieval;
  /** Hashes passwords in place of argon2 at its usual cost, for tests. */
  readonly argon2?: Argon2;
  /** False if no job is enqueued by the clock, for tests. */
  readonly schedules?: boolean;
}

/** True if the public URL uses https. */
export const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:');

/** The features, wired together; the server and the command line call them. */
export type Features = ReturnType<typeof createFeatures>;

/**
 * Composes the features in groups, each in a file of `compose/`. A group is given the base, and what it needs of the
 * groups above it as functions. Two things are bound late, because what is deleted is spread over all groups, and what
 * is told of a change is below: the removals, and the agents that are told.
 */
export function createFeatures(parts: AppParts) {
  const base = createBase(parts);
  const { idempotency, blobs, jobs, models, secrets, concurrency, outbound } = base;
  const keepers = lateBound<Keepers>('removals');
  const told = lateBound<ReturnType<typeof composeAgents>>('agents');

  const access = composeAgentAccess(base);
  const people = composePeople(base, {
    ...{ argon2: parts.argon2, removals: createRemovals(keepers.get) },
    onRightsChanged: () => told.get().keyring.refresh(),
    onWorkspaceDeleted: (workspace) => told.get().conversations.stopOf(workspace),
  });
  const { accounts, secondFactor, keys, setup, mail, callers } = people;
  const { memberOf, people: persons, places } = people.access;
  const { ownersOf, namesOf, membershipsOf, accountOf, adminsOf } = places;
  const records = composeRecords(base, { ownersOf, accountOf, namesOf, adminsOf, mail });
  const { knowledge, answers, syncHooks } = composeKnowledge(base, {
    ...{ ...access, namesOf, accountOf, retrieval: parts.retrieval },
  });
  const tools = composeTools(base, { ...access, namesOf, mail, memberOf, gather: answers.aids.gather });
  const desk = composeDesk(base, { ...access, ...persons, ...tools.tools, memberOf, namesOf, agents: told.get });
  // The replacements that tests pass for knowledge may find something for agents without sources, too.
  const isOwn = parts.turnAids !== undefined || parts.retrieval !== undefined;
  const aids = { ...answers.aids, ...tools.tools.aids, ...(isOwn && { mayGather: () => true }), ...parts.turnAids };
  const agents = composeAgents(base, {
    ...{ access, ownersOf, namesOf, aids, forgetCallers: people.forgetCallers },
    ...{ instance: people.access.people.instance, mail, forgetUser: tools.tools.forgetUser },
    ...{ takeOfTeam: desk.teamRooms.takeOfTeam, teams: desk.teams, hours: desk.hours },
  });
  const kit = composeDeskTools(base, { ...agents, ...access, ...persons, ...desk, ...places, mail, memberOf, aids });
  told.bind(agents);
  keepers.bind({ ...base, ...records, ...people, ...agents, ...desk, ...kit, ...tools, knowledge });

  /** In the order in which the API document lists their endpoints and the server closes them. */
  const all: readonly Feature[] = [
    ...[...agents.features, ...kit.features, ...tools.features],
    ...[...desk.features, knowledge, syncHooks, answers],
    ...[...people.features, ...records.features],
  ];
  const ownJobs = [...jobs.jobs, ...idempotency.jobs, ...mail.jobs, ...blobs.jobs];
  const others = [outbound, blobs, models, callers, concurrency];
  const lifecycle = createLifecycle({ features: all, jobs, ownJobs, others });

  return {
    ...{
      accounts: { ...people.access.people, ...accounts },
      secondFactor,
      membershipsOf,
      setup,
      secrets,
      idempotency,
      blobs,
      jobs,
      conversations: agents.conversations,
      reindex: agents.reindex,
    },
    keyOperations: keys.operations,
    /** Reads the keys of model providers that are stored. */
    loadProviderKeys: agents.keyring.load,
    /** The account against which a key counts: the workspace's if it is bound to one, otherwise the person's own. */
    accountOf: async (user: { account_id: string }, workspace: string | undefined) =>
      (workspace === undefined ? undefined : await accountOf(workspace)) ?? user.account_id,
    /** Functions of the pages at which people connect accounts to tools. */
    signIns: tools.tools.signIns,
    ...{ channelPage: agents.channels.page, channelPicture: agents.channels.picture },
    admission: admissionBy(base, { ...people, ...records, channels: agents.channels }),
    ...{ slotCounters: concurrency.counters, replyCounts: base.replyCounts },
    endpoints: all.flatMap((feature) => feature.endpoints),
    ...lifecycle,
  };
}

type People = ReturnType<typeof composePeople>;
type Records = ReturnType<typeof composeRecords>;
type Admitting = Pick<People, 'callers' | 'sessions' | 'keys'> &
  Pick<Records, 'usage'> & { readonly channels: { readonly recogniseVisitor: RecogniseVisitor } };

/** The admission of requests: recognises the caller, applies limits, and reports each request. */
function admissionBy(base: Base, { callers, sessions, keys, usage, channels }: Admitting): Admission {
  const { config, limiter, limitOf } = base;
  return {
    authentication: {
      ...{ callers, now: base.common.now, failures: createFailureLimiter() },
      recogniseVisitor: channels.recogniseVisitor,
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
    unused: (principal, usedAt) => {
      if (principal.kind === 'key') usage.takeBack(principal, usedAt);
    },
  };
}
