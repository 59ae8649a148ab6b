import { type ByPlan, readByPlan } from '../../plans.ts';

/** The kinds of work that an account may have under way at the same time, each with its own limit. */
export const slotKinds = ['replies', 'streams', 'exports'] as const;

/** A kind of work: replies being written, open streams, or running exports. */
export type SlotKind = (typeof slotKinds)[number];

/** Max slots of each kind that an account may use at the same time, by plan. */
export type PlanConcurrency = Readonly<Record<SlotKind, ByPlan>>;

/** The limits of an account by default. */
export const defaultConcurrency: PlanConcurrency = {
  replies: { free: 10, pro: 100, business: 500 },
  streams: { free: 50, pro: 500, business: 2_000 },
  exports: { free: 2, pro: 5, business: 10 },
};

/** Max replies that one process writes at the same time, of all accounts: each keeps its text in memory. */
export const maxReplies = 5_000;

const setting = 'PARLEY_PLAN_CONCURRENCY';
const bounds = { max: 1_000_000, unit: 'at once' };
const example = 'must look like replies:free=10,pro=100;streams:free=50;exports:free=2';

const isKind = (name: string): name is SlotKind => slotKinds.some((kind) => kind === name);

/**
 * Reads `replies:free=10,pro=100;streams:free=50` of the setting; what isn't named keeps its default. Adds a sentence
 * to `problems` for each wrong part.
 */
export function readConcurrency(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): PlanConcurrency {
  const limits: Record<SlotKind, ByPlan> = { ...defaultConcurrency };
  const named = new Set<SlotKind>();
  const wrong = (problem: string) => void problems.push(`${setting}: ${problem}`);
  for (const part of environment[setting]?.split(';') ?? []) {
    const [, kind = '', numbers = ''] = /^\s*(\w+):(.*)$/.exec(part) ?? [];
    if (!isKind(kind)) wrong(example);
    else if (named.has(kind)) wrong(`names ${kind} twice`);
    else {
      named.add(kind);
      try {
        limits[kind] = readByPlan(numbers, defaultConcurrency[kind], bounds);
      } catch (error) {
        wrong(`${kind}: ${error instanceof Error ? error.message : 'is not valid'}`);
      }
    }
  }
  return limits;
}
