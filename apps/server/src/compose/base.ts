import type { Logger } from 'pino';
import { createConcurrency } from '../access/limits/concurrency.ts';
import { createLocalLimiter } from '../access/limits/rate-limit.ts';
import { createSecrets } from '../access/secrets.ts';
import type { Config } from '../config/config.ts';
import { eventLog } from '../features/events/feature.ts';
import { createIdempotency } from '../http/idempotency/idempotency.ts';
import { newId } from '../ids.ts';
import type { ModelLimits } from '../models/limits.ts';
import { createModels } from '../models/models.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { Plan } from '../plans.ts';
import { createReplyCounts } from '../replies/reply-counts.ts';
import type { Shared } from '../shared.ts';
import { openBlobs } from '../storage/blobs/open-stores.ts';
import type { Database } from '../storage/database.ts';
import { createJobs } from '../storage/jobs/jobs.ts';
import { createQuotas } from '../storage/quotas/quotas.ts';

/** Parts from which the service is composed. */
export interface BaseParts {
  readonly config: Config;
  readonly db: Database;
  /** Parts that several processes share besides the database. */
  readonly shared?: Shared | undefined;
  readonly pepper: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Limits on models that differ from the defaults. */
  readonly modelLimits?: Partial<ModelLimits>;
  /** Certificates of authorities that other servers are trusted by instead of the default ones, for tests. */
  readonly trustedCa?: string | undefined;
  /** Max replies written at the same time, if not the default. */
  readonly maxReplies?: number | undefined;
}

/** Base of every feature. */
export type Base = ReturnType<typeof createBase>;

/** Creates the base of every feature: storage, limits, secrets, models, and the log of events. */
export function createBase(parts: BaseParts) {
  const { config, logger, now, pepper, shared: across, modelLimits: limits = {}, trustedCa: ca } = parts;
  const { providers, defaultModel, embeddings } = config;
  const { redis, limiter = createLocalLimiter(), slots } = across ?? {};
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const jobs = createJobs({ db: parts.db, now, leaseMs: config.leaseMs, newId, onError });
  const { db, room, quotasOf } = createQuotas({ db: parts.db, limits: config.quotas, now });
  const secrets = createSecrets(pepper);
  const concurrency = createConcurrency(config.planConcurrency, { capacity: parts.maxReplies, shared: slots });
  const events = eventLog({ db, now, bus: redis, retentionMs: config.eventsMs });
  return {
    /** Dependencies of most features. */
    common: {
      db,
      now,
      newId,
      room,
      record: events.record,
      onError,
      enqueue: jobs.enqueue,
      dequeue: jobs.dequeue,
      slotsOf: concurrency.usedBy,
    },
    ...{ config, logger, jobs, secrets, redis, limiter, concurrency, quotasOf, events },
    limitOf: (plan: string) => config.planLimits[plan as Plan] ?? config.planLimits.free,
    idempotency: createIdempotency(db, secrets, now),
    blobs: openBlobs(config, { db, now, newId, room }),
    outbound: createOutbound({ settings: config.outbound, ...(ca !== undefined && { ca }) }),
    replyCounts: createReplyCounts({ maxWorkspaces: config.metricsWorkspaces }),
    models: createModels({ providers, limits, defaultModel, embeddings }),
  };
}
