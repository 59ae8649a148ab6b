import { APIConnectionError } from '@parley/sdk';
import { createStore } from '../ui/store.ts';
import { callSignedOut } from './client.ts';

/** How often a lost service is looked for, in milliseconds. */
const lookInterval = 2_000;

/** Whether the service is out of reach. */
export const isLost = createStore(false);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes note of a failure; one of the connection shows the notice until the service answers again. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof APIConnectionError) || isLost.get()) return;
  isLost.set(true);
  timer = setTimeout(lookAgain, lookInterval);
}

/** Asks the service for a sign of life, once. */
const look = () => callSignedOut((client) => client.health.alive({ maxRetries: 0, timeout: lookInterval }));

/** Waits until the service answers. */
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

/** Looks for the service at once, and then again at each interval until it answers. */
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
