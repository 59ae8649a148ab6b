/** The plans with their default rate limits in requests per minute. */
export const plans = { free: 60, pro: 300, business: 1000 } as const;

/** The name of a plan. */
export type Plan = keyof typeof plans;

/** Rate limits by plan, in requests per minute. */
export type PlanLimits = Readonly<Record<Plan, number>>;
