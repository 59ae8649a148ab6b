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
  /** The latest message that is known. */
  latest(): Message | undefined;
}

/** A follower until it has enough. */
type Following = Follower & { readonly signal: AbortSignal };

/** Max messages of a page. */
const pageSize = 50;

/** Time for which a conversation is recent after its latest message, in ms. */
const recent = 60 * 60_000;

/** Max minutes between two looks in a hidden page; the first one is after a minute. */
const maxMinutes = 5;

/** The stored messages of a conversation before a cursor, or the newest. */
export async function readStored(
  session: Session,
  conversation: string,
  { cursor, limit = pageSize }: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<StoredPage> {
  const query = `limit=${limit}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
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
      await lookWhileHidden(session, conversation, follower);
      continue;
    }
    place.attempts += 1;
    // A server that restarts is back at once; what lasts longer is worth saying.
    if (place.attempts > 1 || !navigator.onLine) onConnection(false);
    await pause(backoff(place.attempts - 1), signal);
  }
}

/**
 * Waits until the page is seen, or the signal is aborted. A recent conversation is looked at meanwhile, ever more
 * rarely: a hidden tab holds no connection, and still tells of replies. Rejects with a `ChatError` if the service
 * refuses.
 */
async function lookWhileHidden(session: Session, conversation: string, follower: Following): Promise<void> {
  const { latest, signal } = follower;
  for (let minutes = 1; ; minutes = Math.min(minutes + 1, maxMinutes)) {
    const look = new AbortController();
    const isRecent = Date.now() - Date.parse(latest()?.createdAt ?? '') < recent;
    const timer = isRecent ? setTimeout(() => look.abort(), minutes * 60_000) : undefined;
    await untilSeen(AbortSignal.any([signal, look.signal]));
    clearTimeout(timer);
    if (!look.signal.aborted || signal.aborted) return;
    const hasNews = await readNews(session, conversation, follower).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
    });
    if (hasNews) minutes = 0;
  }
}

/** Reads the newest message, and the page only if that is another one; returns whether it is. */
async function readNews(session: Session, conversation: string, follower: Following): Promise<boolean> {
  const { latest, onStored, signal } = follower;
  const [newest] = (await readStored(session, conversation, { limit: 1 })).messages;
  const known = latest();
  if (newest === undefined || (newest._id === known?._id && newest.status === known.status)) return false;
  const page = await readStored(session, conversation);
  if (!signal.aborted) onStored(page);
  return true;
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
