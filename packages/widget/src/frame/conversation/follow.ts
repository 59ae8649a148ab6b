import type { Message } from '@parley/sdk';
import { untilSeen, watchAttention } from '../attention.ts';
import { ChatError, type StreamEvent } from './client.ts';
import type { Session } from './session.ts';
import { backoff, pause } from './values.ts';

/** A page of stored messages, oldest first. */
export interface StoredPage {
  readonly messages: readonly Message[];
  /** Cursor of the earlier messages; null if all are loaded. */
  readonly cursor: string | null;
}

/** Callbacks for a conversation that is followed. */
export interface Follower {
  onEvent(event: StreamEvent): void;
  /** The newest stored messages, after the stream has opened, including any that it missed. */
  onStored(page: StoredPage): void;
  onConnection(isConnected: boolean): void;
}

/** A follower until it has enough. */
type Following = Follower & { readonly signal: AbortSignal };

/** Max messages of a page. */
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
 * Follows a conversation until the signal is aborted or it is deleted. After a lost connection, or a time in which the
 * page was hidden, continues after the last event. Rejects with a `ChatError` if the service refuses.
 */
export async function follow(session: Session, conversation: string, follower: Following): Promise<void> {
  const { signal, onConnection } = follower;
  const place: Place = { lastEventId: undefined, attempts: 0, isDeleted: false };
  while (!signal.aborted && !place.isDeleted) {
    const attention = watchAttention();
    const either = AbortSignal.any([signal, attention.signal]);
    await readEvents(session, conversation, { ...follower, signal: either, place })
      .catch((error: unknown) => {
        if (!either.aborted && !isPassing(error)) throw error;
      })
      .finally(attention.stop);
    if (signal.aborted || place.isDeleted) return;
    if (attention.signal.aborted) {
      await untilSeen(signal);
      continue;
    }
    place.attempts += 1;
    // A server that restarts is back at once; what lasts longer is worth saying.
    if (place.attempts > 1 || !navigator.onLine) onConnection(false);
    await pause(backoff(place.attempts - 1), signal);
  }
}

const isPassing = (error: unknown): boolean => error instanceof ChatError && (error.passes || error.status === 429);

interface Place {
  lastEventId: string | undefined;
  /** Number of failed attempts in a row to open the stream. */
  attempts: number;
  isDeleted: boolean;
}

/** Reads the stream of a conversation to its end, and the stored messages once it is open. */
async function readEvents(session: Session, conversation: string, following: Following & { place: Place }) {
  const { onEvent, onStored, onConnection, signal, place } = following;
  const path = `/api/conversations/${conversation}/events`;
  for await (const event of session.listen({ path, lastEventId: place.lastEventId, signal })) {
    if (signal.aborted) return;
    if (event.name === 'open') {
      const page = await readStored(session, conversation);
      if (signal.aborted) return;
      place.attempts = 0;
      onConnection(true);
      onStored(page);
      continue;
    }
    if (event.id !== '') place.lastEventId = event.id;
    place.isDeleted = event.name === 'conversation.deleted';
    onEvent(event);
  }
}
