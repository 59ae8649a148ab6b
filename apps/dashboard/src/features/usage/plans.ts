/** The plans with the limits that they have unless the operator sets others. */
export const plans = [
  { id: 'free', name: 'Free', perMinute: 60 },
  { id: 'pro', name: 'Pro', perMinute: 300 },
  { id: 'business', name: 'Business', perMinute: 1000 },
] as const;

/** A plan as people call it. */
export const planName = (id: string): string => plans.find((plan) => plan.id === id)?.name ?? id;
