import type { MessageDelivery } from '@parley/sdk';

/** Labels of the states of a delivery. */
export const deliveryLabels: Readonly<Record<MessageDelivery['state'], string>> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  unknown: 'Not known whether it was delivered',
};

/** Returns the reason why a delivery failed or isn't through yet; undefined if there is nothing to add to its label. */
export function reasonOf({ state, error, attempts }: MessageDelivery): string | undefined {
  if (state === 'sent' || state === 'delivered') return undefined;
  if (state !== 'queued') return error?.message;
  if (error === null) return undefined;
  // A platform that asks for patience isn't an attempt.
  const tried = attempts === 0 ? '' : ` ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} so far.`;
  return `${error.message} It will be retried.${tried}`;
}

/** True if a message can be sent again. */
export const canSendAgain = ({ state }: MessageDelivery): boolean => state === 'failed' || state === 'unknown';

/** Polling intervals in ms: while something is on its way, and otherwise, since a platform may report later. */
const intervals = { busy: 2_500, idle: 5_000 } as const;

/** Time after which the newest message counts as one without a delivery, in ms. */
const isNewFor = 30_000;

/** A message of the team's side, whose delivery is awaited. */
export interface Awaited {
  readonly message: string;
  readonly createdAt: string;
}

/** Returns the time until the deliveries are read again, in ms; `now` in ms since 1970. */
export function pollingInterval(
  deliveries: readonly Pick<MessageDelivery, 'message' | 'state'>[],
  newest: Awaited | undefined,
  now: number,
): number {
  const isQueued = deliveries.some(({ state }) => state === 'queued');
  const isMissing =
    newest !== undefined &&
    now - Date.parse(newest.createdAt) < isNewFor &&
    deliveries.every(({ message }) => message !== newest.message);
  return isQueued || isMissing ? intervals.busy : intervals.idle;
}
