import { type Plan, plans } from '../../plans.ts';
import { countsBytes, isQuotaKind, type QuotaKind, quotaNames } from './kinds.ts';

/** A number for each plan; undefined is unlimited. */
export type QuotaByPlan = Readonly<Record<Plan, number | undefined>>;

/** The limits of all quotas. */
export type QuotaLimits = Readonly<Record<QuotaKind, QuotaByPlan>>;

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Generous: they stop a runaway program or a hostile tenant, not a team at work. */
const defaults: QuotaLimits = {
  workspaces: { free: 20, pro: 200, business: 2_000 },
  members: { free: 200, pro: 2_000, business: 20_000 },
  invitations: { free: 100, pro: 1_000, business: 10_000 },
  apiKeys: { free: 200, pro: 2_000, business: 20_000 },
  agents: { free: 100_000, pro: 1_000_000, business: 10_000_000 },
  channels: { free: 10_000, pro: 100_000, business: 1_000_000 },
  conversations: { free: 1_000_000, pro: 10_000_000, business: 100_000_000 },
  webhooks: { free: 5, pro: 20, business: 100 },
  tools: { free: 100, pro: 1_000, business: 10_000 },
  storedBytes: { free: 10 * gibibyte, pro: 100 * gibibyte, business: 1024 * gibibyte },
  knowledgeSources: { free: 100, pro: 1_000, business: 10_000 },
  knowledgeChunks: { free: 50_000, pro: 500_000, business: 5_000_000 },
  knowledgeBytes: { free: 200 * mebibyte, pro: 2 * gibibyte, business: 20 * gibibyte },
};

/** Max limit: a thousandth of what both engines add up without rounding. For more, set `unlimited`. */
const maxLimit = Math.floor(Number.MAX_SAFE_INTEGER / 1000);

const setting = 'PARLEY_PLAN_QUOTAS';

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: gibibyte, TiB: 1024 * gibibyte };

/**
 * Reads `free.agents=500,pro.storedBytes=50GiB,business.agents=unlimited`; what isn't named keeps its default. Adds a
 * sentence to `problems` for each wrong entry.
 */
export function readQuotas(environment: Readonly<Record<string, string | undefined>>, problems: string[]): QuotaLimits {
  const limits = structuredClone(defaults) as Record<QuotaKind, Record<Plan, number | undefined>>;
  const named = new Set<string>();
  for (const entry of (environment[setting] ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const read = readEntry(entry);
    const problem = typeof read === 'string' ? read : named.has(read.name) ? `names ${read.name} twice` : undefined;
    if (problem !== undefined) problems.push(`${setting}: ${problem}`);
    if (typeof read === 'string') continue;
    named.add(read.name);
    limits[read.kind][read.plan] = read.limit;
  }
  return limits;
}

/** Reads one entry; returns a sentence if it is wrong. */
function readEntry(entry: string) {
  const [, plan = '', kind = '', value = ''] = /^(\w+)\.(\w+)=(\w+)$/.exec(entry) ?? [];
  if (plan === '') return `${entry} must look like free.agents=500 or pro.storedBytes=50GiB`;
  if (!isPlan(plan)) return `${plan} is no plan; the plans are ${Object.keys(plans).join(', ')}`;
  if (!isQuotaKind(kind)) return `${kind} has no quota; the quotas are ${quotaNames.join(', ')}`;
  const name = `${plan}.${kind}`;
  if (value === 'unlimited') return { name, plan, kind, limit: undefined };
  const [, digits = '', unit] = /^(\d+)([KMGT]iB)?$/.exec(value) ?? [];
  if (digits === '' || (unit !== undefined && !countsBytes(kind))) {
    const example = countsBytes(kind) ? 'a number of bytes such as 50GiB' : 'a number';
    return `${name} must be ${example}, or unlimited`;
  }
  const limit = Number(digits) * (units[unit ?? ''] ?? 1);
  if (limit < 1 || limit > maxLimit) return `${name} must be from 1 to ${maxLimit}, or unlimited`;
  return { name, plan, kind, limit };
}

const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);
