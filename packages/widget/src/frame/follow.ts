import type { Message } from '@parley/sdk';
import { ChatError, type StreamEvent } from './client.ts';
import type { Session } from './session.ts';
import { backoff, pause } from './values.ts';

/** A page of stored messages, oldest first. */
export interface StoredPage {
  readonly messages: readonly Message[];
  /** Where the earlier ones begin; null if there are none. */
  readonly cursor: string | null;
}

/** What is told of a conversation that is followed. */
export interface Follower {
  onEvent(event: StreamEvent): void;
  /** The newest stored messages, after the stream has opened: what it missed is among them. */
  onStored(page: StoredPage): void;
  onConnection(isConnected: boolean): void;
}

const pageSize = 50;

/** The stored messages of a conversation before a cursor, or the newest. */
export async function readStored(session: Session, conversation: string, cursor?: string): Promise<StoredPage> {
  const query = `limit=${pageSize}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const { items, nextCursor } = await session.ask({ path: `/api/conversations/${conversation}/messages?${query}` });
  return {
    messages: Array.isArray(items) ? (items as Message[]).reverse() : [],
    cursor: typeof nextCursor === 'string' ? nextCursor : null,
  };
}

/**
 * Follows a conversation until the signal is aborted or it is deleted. After a lost connection, continues after the
 * last event. Rejects with a `ChatError` if the service refuses.
 */
export async function follow(
  session: Session,
  conversation: string,
  { onEvent, onStored, onConnection, signal }: Follower & { signal: AbortSignal },
): Promise<void> {
  let lastEventId: string | undefined;
  let attempts = 0;
  while (!signal.aborted) {
    try {
      const path = `/api/conversations/${conversation}/events`;
      for await (const event of session.listen({ path, lastEventId, signal })) {
        if (signal.aborted) return;
        if (event.name === 'open') {
          onConnection(true);
          const page = await readStored(session, conversation);
          if (signal.aborted) return;
          onStored(page);
          attempts = 0;
          continue;
        }
        if (event.id !== '') lastEventId = event.id;
        onEvent(event);
        if (event.name === 'conversation.deleted') return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ChatError) || !(error.passes || error.status === 429)) throw error;
    }
    attempts += 1;
    // A server that restarts is back at once; what lasts longer is worth saying.
    if (attempts > 1 || !navigator.onLine) onConnection(false);
    await pause(backoff(attempts - 1), signal);
  }
}
