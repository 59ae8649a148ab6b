import { APIConnectionError } from '@parley/sdk';
import { createStore } from '../ui/loading/store.ts';
import { callSignedOut } from './client.ts';

/** Interval between health checks while the connection is lost, in ms. */
const lookInterval = 2_000;

/** True if the service is unreachable. */
export const isLost = createStore(false);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Records a failure. A connection failure shows the notice until the service is reachable again. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof APIConnectionError) || isLost.get()) return;
  isLost.set(true);
  timer = setTimeout(lookAgain, lookInterval);
}

/** Sends one health check. */
const look = () => callSignedOut((client) => client.health.alive({ maxRetries: 0, timeout: lookInterval }));

/** Waits until the service is reachable. */
export async function serviceAnswers(): Promise<void> {
  try {
    await look();
  } catch (error) {
    noteFailure(error);
  }
  if (!isLost.get()) return;
  await new Promise<void>((resolve) => {
    const end = isLost.subscribe(() => {
      end();
      resolve();
    });
  });
}

/** Checks the service now, and then at each interval until it is reachable. */
export async function lookAgain(): Promise<void> {
  clearTimeout(timer);
  try {
    await look();
  } catch (error) {
    if (error instanceof APIConnectionError) {
      timer = setTimeout(lookAgain, lookInterval);
      return;
    }
  }
  isLost.set(false);
}
