import { APIConnectionError } from '@parley/sdk';
import { callSignedOut } from './client.ts';

/** How often a lost service is looked for, in milliseconds. */
const lookInterval = 2_000;

let lost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const returned = new Set<() => void>();

const set = (value: boolean) => {
  lost = value;
  for (const listener of listeners) listener();
};

/** Takes note of a failure; one of the connection shows the notice until the service answers again. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof APIConnectionError) || lost) return;
  set(true);
  timer = setTimeout(look, lookInterval);
}

async function look(): Promise<void> {
  try {
    await callSignedOut((client) => client.health.alive({ maxRetries: 0, timeout: lookInterval }));
  } catch (error) {
    if (error instanceof APIConnectionError) {
      timer = setTimeout(look, lookInterval);
      return;
    }
  }
  set(false);
  for (const listener of returned) listener();
}

/** Whether the service can be reached. */
export const connection = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isLost: (): boolean => lost,
  /** Looks at once, instead of after the interval. */
  lookNow: () => {
    clearTimeout(timer);
    return look();
  },
  /** Calls back each time the service has come back. */
  onReturn: (listener: () => void) => returned.add(listener),
};
