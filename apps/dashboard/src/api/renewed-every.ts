/**
 * Asks for news at such an interval (milliseconds) once there is something to renew: a failure that stands on the page
 * is not swept away by the next try, which begins with nothing.
 */
export const renewedEvery =
  (interval: number) =>
  ({ state }: { state: { data: unknown } }): number | false =>
    state.data === undefined ? false : interval;
