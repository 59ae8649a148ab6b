import { abortError } from '../core/attempt.ts';
import type { Message, MessageEvent } from '../types.ts';
import { createReplySnapshot } from './reply-snapshot.ts';

/** Functions that `MessageStream.on` takes, by their names. */
export interface MessageStreamListeners {
  readonly text: (piece: string, snapshot: string) => void | PromiseLike<void>;
  readonly event: (event: MessageEvent) => void | PromiseLike<void>;
}

/** Tells listeners what a stream reads, and aborts it. */
interface Observer {
  on<Name extends keyof MessageStreamListeners>(name: Name, listener: MessageStreamListeners[Name]): void;
  /** The reply so far; null before it begins. */
  snapshot(): Message | null;
  abort(reason?: unknown): void;
  /** Reads events until the stream is aborted, by `abort` or by the signal of the caller. */
  watch(open: (signal: AbortSignal) => AsyncIterable<MessageEvent>): AsyncGenerator<MessageEvent, void, undefined>;
}

/** Creates the observer of one stream; `signal` is the caller's. */
export function createObserver(signal: AbortSignal | undefined): Observer {
  const aborting = new AbortController();
  const snapshot = createReplySnapshot();
  const listeners: { [Name in keyof MessageStreamListeners]: MessageStreamListeners[Name][] } = { text: [], event: [] };

  const tell = async (event: MessageEvent) => {
    for (const listener of listeners.event) await listener(event);
    if (event.type !== 'message.delta') return;
    for (const listener of listeners.text) await listener(event.text, snapshot.text());
  };

  return {
    on: (name, listener) => {
      listeners[name].push(listener);
    },
    snapshot: snapshot.message,
    abort: (reason) => aborting.abort(reason),
    watch: async function* (open) {
      const abort = () => aborting.abort(signal?.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      try {
        for await (const event of open(aborting.signal)) {
          // Events that had arrived before are no longer wanted.
          if (aborting.signal.aborted) throw abortError(aborting.signal, 1);
          snapshot.add(event);
          await tell(event);
          yield event;
        }
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
