/** The plans with their default rate limits in requests per minute. */
export const plans = { free: 60, pro: 300, business: 1000 } as const;

/** The name of a plan. */
export type Plan = keyof typeof plans;

/** A number for each plan. */
export type ByPlan = Readonly<Record<Plan, number>>;

/** Rate limits by plan, in requests per minute. */
export type PlanLimits = ByPlan;

const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);

/**
 * Reads `free=60,pro=300` of a setting; plans that aren't named keep their default. Throws an error that says what is
 * wrong.
 */
export function readByPlan(input: string, defaults: ByPlan, { max, unit }: { max: number; unit: string }): ByPlan {
  const numbers: Record<Plan, number> = { ...defaults };
  const named = new Set<Plan>();
  for (const part of input.split(',')) {
    const [, plan = '', digits] = /^\s*(\w+)=(\d+)\s*$/.exec(part) ?? [];
    if (!isPlan(plan)) {
      const example = Object.entries(defaults).map(([name, number]) => `${name}=${number}`);
      throw new Error(`must look like ${example.join(',')}`);
    }
    if (named.has(plan)) throw new Error(`names ${plan} twice`);
    named.add(plan);
    const number = Number(digits);
    if (number < 1 || number > max) throw new Error(`${plan} must be from 1 to ${max} ${unit}`);
    numbers[plan] = number;
  }
  return numbers;
}
