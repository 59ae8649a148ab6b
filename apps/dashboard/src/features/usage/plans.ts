/** The plans with their default limits. */
export const plans = [
  { id: 'free', name: 'Free', perMinute: 60, repliesAtOnce: 10 },
  { id: 'pro', name: 'Pro', perMinute: 300, repliesAtOnce: 100 },
  { id: 'business', name: 'Business', perMinute: 1000, repliesAtOnce: 500 },
] as const;

/** The display name of a plan. */
export const planName = (id: string): string => plans.find((plan) => plan.id === id)?.name ?? id;
