import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { type Plan, plans } from '../../plans.ts';
import type { Database } from '../database.ts';
import { prepared } from '../sql/prepared.ts';
import { type Statement, statement, type UnitOfWork } from '../unit.ts';
import { accountOf, expired, type Owner, readCounts } from './counts.ts';
import { type QuotaKind, quotaKinds, quotaNames } from './kinds.ts';
import type { QuotaLimits } from './settings.ts';

/** The most bytes that one unit of work adds: those of a request with files. Of everything else it adds one. */
const maxStep = { storedBytes: 20 * 1024 * 1024 };

/** Stands for an unlimited quota in SQL: more than any count, and exact on both engines. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** Dependencies of quotas. */
interface QuotaNeeds {
  readonly db: Database;
  readonly limits: QuotaLimits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How much an account has, and how much it may have. */
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

  const room: Room = (kind, owner) => {
    const { free, pro, business } = limits[kind];
    if (free === undefined && pro === undefined && business === undefined) return [];
    const numbers = { free: free ?? unlimited, pro: pro ?? unlimited, business: business ?? unlimited };
    const orElse = () => new OverQuota(kind, owner);
    const variant = `${kind}${'account' in owner ? ' account' : ''}` as const;
    const id = 'account' in owner ? owner.account : owner.workspace;
    const query = check(given, { ...numbers, id, now: now() }, variant);
    return [statement(query, given.engine === 'sqlite' ? { rows: 1, orElse } : { orElse })];
  };

  const read = async (owner: Owner): Promise<{ plan: string; items: QuotaUse[] } | undefined> => {
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
    const { plan = 'free', items = [] } = (await read(owner)) ?? {};
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
  return { db, room, read };
}

type CheckArguments = { readonly [Name in Plan | 'now']: number } & { readonly id: string };

/**
 * Checks an account after the unit has added to it. The plan is read by the same statement, so a lowered one counts at
 * once. PostgreSQL's function throws, so that its COMMIT needn't wait for a row count.
 */
const check = prepared((db, args: CheckArguments, variant: QuotaKind | `${QuotaKind} account`) => {
  const [kind, ofAccount] = variant.split(' ') as [QuotaKind, string | undefined];
  const owner = accountOf(ofAccount === undefined ? { workspace: args.id } : { account: args.id });
  const lapsed = expired(kind, sql<string>`accounts.id`, args.now) ?? sql.lit(0);
  const most = sql<number>`case accounts.plan when 'pro' then cast(${args.pro} as bigint)
    when 'business' then cast(${args.business} as bigint) else cast(${args.free} as bigint) end + ${lapsed}`;
  if (db.engine === 'sqlite') {
    return query(
      db,
      sql`select 1 from accounts join quota_counts as counted on counted.account_id = accounts.id
        where accounts.id = ${owner} and counted.kind = ${sql.lit(kind)} and counted.used <= ${most}`,
    );
  }
  const step = sql.lit(kind === 'storedBytes' ? maxStep.storedBytes : 1);
  return query(
    db,
    sql`select quota_room(accounts.id, ${sql.lit(kind)}, ${most}, ${step}) from accounts where accounts.id = ${owner}`,
  );
});

const query = (db: Database, text: ReturnType<typeof sql>) => ({ compile: () => text.compile(db.query) });

const inWords = (number: number) => number.toLocaleString('en-US');

/** The error for a creation beyond a quota. */
function quotaExceeded({ kind, used, limit, plan }: QuotaUse & { readonly limit: number; readonly plan: string }) {
  const what = quotaKinds[kind];
  return new AppError(
    'quota_exceeded',
    `The plan ${plan} allows ${inWords(limit)} ${what}, and the account has ${inWords(used)}.`,
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
  conversations: 'Delete old conversations',
  storedBytes: 'Delete files',
};
