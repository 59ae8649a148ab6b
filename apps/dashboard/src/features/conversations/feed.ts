import { APIConnectionError, type ConversationEvent, NotFoundError, type Parley } from '@parley/sdk';
import { useEffect } from 'react';
import { callApi, isSignedOut } from '../../api/client.ts';
import { noteFailure, serviceAnswers } from '../../api/connection.ts';
import { signedInAgain } from '../../api/proofs.ts';
import { conversationQueries, renewConversation, renewMessages } from '../../api/queries/conversation-queries.ts';
import { queryClient } from '../../api/queries.ts';
import { useVisible } from '../../ui/focus/use-visible.ts';
import { keepEvents, lastHeard } from './list/heard.ts';

/** Wait before a refused feed is opened again, in ms. */
const refusedDelay = 5_000;

/**
 * Follows a loaded conversation into the query cache while the page is visible. A hidden page is left: browsers open
 * only six connections to a server over HTTP/1.1, in all tabs together.
 */
export function useFeed(id: string, isLoaded: boolean): void {
  const isVisible = useVisible();
  useEffect(() => {
    if (!isLoaded || !isVisible) return;
    const leaving = new AbortController();
    void follow(id, leaving.signal);
    return () => leaving.abort();
  }, [id, isLoaded, isVisible]);
}

/** Follows a conversation until the signal aborts or the conversation is gone, also after failures. */
async function follow(id: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await callApi((client) => read(client, id, signal));
      // The conversation was deleted: the service says so.
      return await renewConversation(id);
    } catch (error) {
      if (signal.aborted) return;
      noteFailure(error);
      await untilNextAttempt(id, error);
      if (error instanceof NotFoundError) return;
    }
  }
}

/** Waits until the feed can be opened again after a failure. */
async function untilNextAttempt(id: string, error: unknown): Promise<void> {
  if (error instanceof APIConnectionError) return serviceAnswers();
  // The user was asked to sign in again, and declined: this page doesn't ask by itself.
  if (isSignedOut(error)) return signedInAgain();
  await Promise.all([renewConversation(id), renewMessages(id)]);
  if (!(error instanceof NotFoundError)) await new Promise((resolve) => setTimeout(resolve, refusedDelay));
}

/**
 * A feed from the start tells nothing earlier than its first event, which has the conversation as it is then. The list
 * of messages was requested before: it is read again unless it has the latest message and nothing has changed since.
 */
async function renewIfBehind(id: string, first: ConversationEvent): Promise<void> {
  const { messages, one } = conversationQueries;
  const { queryKey } = messages(id);
  await queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  const read = queryClient.getQueryData(one(id).queryKey)?.data;
  const latest = queryClient.getQueryData(queryKey)?.pages[0]?.items[0];
  if (first.type === 'conversation.updated' && read !== undefined) {
    const { updatedAt, lastMessageAt, turn } = first.conversation;
    const isListed = lastMessageAt === (latest?.createdAt ?? null);
    if (isListed && turn === null && latest?.status !== 'streaming' && read.updatedAt === updatedAt) return;
  }
  await renewMessages(id);
}

/** Reads the feed to its end. Arrived events are kept once per frame. */
async function read(client: Parley, id: string, signal: AbortSignal): Promise<void> {
  const lastEventId = lastHeard(id);
  let isOpen = lastEventId !== undefined;
  let arrived: ConversationEvent[] = [];
  let frame = 0;
  const keep = () => {
    frame = 0;
    keepEvents(id, arrived);
    arrived = [];
  };
  try {
    for await (const event of client.conversations.events(id, { signal, lastEventId })) {
      if (!isOpen) void renewIfBehind(id, event);
      isOpen = true;
      arrived.push(event);
      if (frame === 0) frame = requestAnimationFrame(keep);
    }
  } finally {
    // Events that aren't kept arrive again, after the last event that is kept.
    cancelAnimationFrame(frame);
  }
}
