/** The plans, and the requests per minute that each allows unless the operator sets others. */
export const plans = { free: 60, pro: 300, business: 1000 } as const;

/** The name of a plan. */
export type Plan = keyof typeof plans;

/** Requests per minute by plan. */
export type PlanLimits = Readonly<Record<Plan, number>>;
