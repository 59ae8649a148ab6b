import { isUnavailable } from '../errors.ts';
import type { Bus } from './relay.ts';

/** Changes within this time, in ms, are told to other processes in one message. */
const publishInterval = 20;

/** Tells other processes words on a channel of the bus: those of some milliseconds in one message, best effort. */
export function createBatchedPublisher(bus: Bus | undefined, channel: string) {
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const send = () => {
    timer = undefined;
    bus?.publish(channel, [...pending].join(' '));
    pending.clear();
  };
  return {
    /** Tells a word without spaces soon. */
    publish: (word: string): void => {
      if (bus === undefined || closed) return;
      pending.add(word);
      timer ??= setTimeout(send, publishInterval).unref();
    },
    /** Sends the words that are pending, and accepts no further ones. */
    close: (): void => {
      closed = true;
      clearTimeout(timer);
      if (pending.size > 0) send();
    },
  };
}

/** Returns the function that starts a poll unless one runs. The next one comes soon, so an unavailable database is no error. */
export function pollOf(read: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let polling = false;
  return () => {
    if (polling) return;
    polling = true;
    read()
      .catch((error: unknown) => {
        if (!isUnavailable(error)) onError(error);
      })
      .finally(() => {
        polling = false;
      });
  };
}
