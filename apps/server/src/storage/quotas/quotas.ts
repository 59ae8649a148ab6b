import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { type Plan, plans } from '../../plans.ts';
import { maxFileBytes } from '../../schemas/limits.ts';
import type { Database } from '../database.ts';
import { prepared } from '../sql/prepared.ts';
import { type Statement, statement, type UnitOfWork } from '../unit.ts';
import { accountOf, expired, type Owner, readCounts } from './counts.ts';
import { type QuotaKind, quotaKinds, quotaNames } from './kinds.ts';
import type { QuotaByPlan, QuotaLimits } from './settings.ts';

/**
 * The most that one unit of work adds: the bytes of a request with files, and the rows that a sync stages in one unit.
 * Of everything else it adds one.
 */
const maxStep: Readonly<Partial<Record<QuotaKind, number>>> = {
  storedBytes: maxFileBytes,
  knowledgeChunks: 400_000,
  knowledgeBytes: 64 * 1024 * 1024,
};

/** Stands for an unlimited quota in SQL: more than any count, and exact on both engines. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** Dependencies of quotas. */
interface QuotaNeeds {
  readonly db: Database;
  readonly limits: QuotaLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Use of a quota by an account, and its limit. */
export interface QuotaUse {
  readonly kind: QuotaKind;
  readonly used: number;
  /** Null if it is unlimited. */
  readonly limit: number | null;
}

/** Returns the statement that throws `quota_exceeded` if the unit of work so far has exceeded a quota. */
export type Room = (kind: QuotaKind, owner: Owner) => readonly Statement[];

/** A unit of work has exceeded a quota. */
class OverQuota extends Error {
  readonly kind: QuotaKind;
  readonly owner: Owner;

  constructor(kind: QuotaKind, owner: Owner) {
    super(`The quota of ${kind} is exceeded.`);
    this.kind = kind;
    this.owner = owner;
  }
}

/**
 * Quotas: triggers count what each account has, and a statement of each creation compares. See decision 0027. Returns
 * the same database, whose units of work throw `quota_exceeded` with the numbers.
 */
export function createQuotas({ db: given, limits, now }: QuotaNeeds) {
  const limitOf = (kind: QuotaKind, plan: string): number | undefined =>
    limits[kind][Object.hasOwn(plans, plan) ? (plan as Plan) : 'free'];

  const checks = new Map(quotaNames.map((kind) => [kind, createCheck(kind, limits[kind])]));

  const room: Room = (kind, owner) => {
    const check = checks.get(kind);
    if (check === undefined) return [];
    const orElse = () => new OverQuota(kind, owner);
    return [statement(check(given, owner, now()), given.engine === 'sqlite' ? { rows: 1, orElse } : { orElse })];
  };

  const quotasOf = async (owner: Owner): Promise<{ plan: string; items: QuotaUse[] } | undefined> => {
    const counted = await readCounts(given, owner, now());
    if (counted === undefined) return undefined;
    const items = quotaNames.map((kind) => ({
      kind,
      used: Math.max(0, counted.used.get(kind) ?? 0),
      limit: limitOf(kind, counted.plan) ?? null,
    }));
    return { plan: counted.plan, items };
  };

  const refusal = async ({ kind, owner }: OverQuota): Promise<AppError> => {
    const { plan = 'free', items = [] } = (await quotasOf(owner)) ?? {};
    const { used = 0, limit = null } = items.find((item) => item.kind === kind) ?? {};
    return quotaExceeded({ kind, used, limit: limit ?? used, plan });
  };

  const db: Database = {
    ...given,
    write: async (unit: UnitOfWork) => {
      try {
        return (await given.write(unit)) as never;
      } catch (error) {
        throw error instanceof OverQuota ? await refusal(error) : error;
      }
    },
  };
  return { db, room, quotasOf };
}

/**
 * Creates the query that checks an account after the unit has added to it; undefined if no plan has a limit. The query
 * reads the plan itself, so a lowered one counts immediately. PostgreSQL's function throws, so that the unit's COMMIT
 * needn't wait for a row count.
 */
function createCheck(kind: QuotaKind, { free, pro, business }: QuotaByPlan) {
  if (free === undefined && pro === undefined && business === undefined) return undefined;
  const limit = (number: number | undefined) => sql.lit(number ?? unlimited);
  const step = sql.lit(maxStep[kind] ?? 1);
  const query = prepared((db, args: { readonly id: string; readonly now: number }, by: 'account' | 'workspace') => {
    const account = sql<string>`accounts.id`;
    const lapsed = expired(kind, account, args.now);
    const byPlan = sql`case accounts.plan when 'pro' then ${limit(pro)} when 'business' then ${limit(business)}
      else ${limit(free)} end`;
    const most = lapsed === undefined ? byPlan : sql`${byPlan} + ${lapsed}`;
    const owner = by === 'account' ? { account: args.id } : { workspace: args.id };
    const text =
      db.engine === 'sqlite'
        ? sql`select 1 from accounts join quota_counts as counted on counted.account_id = accounts.id
            where accounts.id = ${accountOf(owner)} and counted.kind = ${sql.lit(kind)} and counted.used <= ${most}`
        : sql`select quota_room(accounts.id, ${sql.lit(kind)}, cast(${most} as bigint), ${step})
            from accounts where accounts.id = ${accountOf(owner)}`;
    return { compile: () => text.compile(db.query) };
  });
  return (db: Database, owner: Owner, now: number) =>
    'account' in owner
      ? query(db, { id: owner.account, now }, 'account')
      : query(db, { id: owner.workspace, now }, 'workspace');
}

const inWords = (number: number) => number.toLocaleString('en-US');

/** The error for a creation beyond a quota. */
function quotaExceeded({ kind, used, limit, plan }: QuotaUse & { readonly limit: number; readonly plan: string }) {
  const full = kind === 'storedBytes' ? ', too many for this file' : '';
  return new AppError(
    'quota_exceeded',
    `The account has ${inWords(used)} of ${inWords(limit)} ${quotaKinds[kind]} that its plan (${plan}) allows${full}.`,
    {
      hint: `${hints[kind]}, or ask the operator of this server for more (parley plan set).`,
      details: [{ path: kind, message: `${used} of ${limit} are used` }],
    },
  );
}

const hints: Readonly<Record<QuotaKind, string>> = {
  workspaces: 'Use a workspace that is there',
  members: 'Remove a member',
  invitations: 'Revoke an invitation or wait until it has been accepted',
  apiKeys: 'Revoke a key, or rotate one without overlap',
  agents: 'Delete agents that are not used',
  channels: 'Delete channels that are not used',
  conversations: 'Delete old conversations',
  webhooks: 'Delete webhooks that are not used',
  tools: 'Delete tools that are not used',
  storedBytes: 'Delete files',
  knowledgeSources: 'Delete knowledge sources that are not used',
  knowledgeChunks: 'Delete knowledge sources, or read less of them',
  knowledgeBytes: 'Delete knowledge sources, or read less of them',
};
