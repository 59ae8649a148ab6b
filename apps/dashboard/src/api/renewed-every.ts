/**
 * Polls at an interval (ms) once there is data. Without data it does not poll: each new attempt would remove the error
 * from the page.
 */
export const renewedEvery =
  (interval: number) =>
  ({ state }: { state: { data: unknown } }): number | false =>
    state.data === undefined ? false : interval;
