/** The plans with their default limits. */
export const plans = [
  { id: 'free', name: 'Free', perMinute: 60 },
  { id: 'pro', name: 'Pro', perMinute: 300 },
  { id: 'business', name: 'Business', perMinute: 1000 },
] as const;

/** The display name of a plan. */
export const planName = (id: string): string => plans.find((plan) => plan.id === id)?.name ?? id;
