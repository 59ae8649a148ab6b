import { APIConnectionError, NotFoundError, PermissionDeniedError } from '@parley/sdk';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useVisible } from '../ui/focus/use-visible.ts';
import { createStore } from '../ui/loading/store.ts';
import { callApi, isSignedOut } from './client.ts';
import { noteFailure, serviceAnswers } from './connection.ts';
import { signedInAgain } from './proofs.ts';
import { keepPresence } from './queries/presence.ts';
import { queryClient } from './queries.ts';

/** Min time between two readings of the lists, in ms. */
const rereadInterval = 500;

/** Max loaded pages of a list that is read again at once: a reading reads all of them. */
const maxPages = 3;

/** Time for which a stream stays open after its last page is left or hidden, in ms: often another page follows. */
const lingerTime = 10_000;

/** Wait before a refused stream is opened again, in ms. */
const refusedDelay = 15_000;

/** The stream of a workspace. */
interface Open {
  readonly leaving: AbortController;
  /** Called at each change, and after a failure. */
  readonly listeners: Set<() => void>;
  timer?: number;
}

const open = new Map<string, Open>();

/** True if the stream has brought a change and hasn't failed since: then pages need no frequent polls. */
export const streamWorks = createStore(false);

/**
 * Reads the lists of conversations, and what Home shows of them, again when one of the workspace changes, while the
 * page is visible. All pages of the tab share one stream: browsers open only six connections to a server over HTTP/1.1,
 * in all tabs together.
 */
export function useConversationChanges(workspaceId: string): void {
  const isVisible = useVisible();
  useEffect(() => {
    if (!isVisible) return;
    return followChanges(workspaceId, () => rereadSoon());
  }, [workspaceId, isVisible]);
}

/**
 * Calls a listener when a conversation of a workspace changes, and after a failure, until the returned function is
 * called. All listeners of the tab share one stream, which stays open for `linger` ms after the last one.
 */
export function followChanges(workspaceId: string, listener: () => void, linger = lingerTime): () => void {
  const stream = open.get(workspaceId) ?? begin(workspaceId);
  stream.listeners.add(listener);
  window.clearTimeout(stream.timer);
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size === 0) stream.timer = window.setTimeout(() => end(workspaceId, stream), linger);
  };
}

function begin(workspaceId: string): Open {
  const stream: Open = { leaving: new AbortController(), listeners: new Set() };
  open.set(workspaceId, stream);
  void follow(workspaceId, stream).finally(() => end(workspaceId, stream));
  return stream;
}

function end(workspaceId: string, stream: Open): void {
  stream.leaving.abort();
  streamWorks.set(false);
  if (open.get(workspaceId) === stream) open.delete(workspaceId);
}

/** Follows a workspace until the signal aborts or it can no longer be read, also after failures. */
async function follow(workspaceId: string, { leaving: { signal }, listeners }: Open): Promise<void> {
  const tell = () => {
    for (const listener of listeners) listener();
  };
  while (!signal.aborted) {
    try {
      await callApi(async (client) => {
        for await (const event of client.conversations.changes({ workspaceId }, { signal })) {
          streamWorks.set(true);
          if (event.type === 'presence') keepPresence(event);
          else tell();
        }
      });
    } catch (error) {
      streamWorks.set(false);
      if (signal.aborted || error instanceof NotFoundError || error instanceof PermissionDeniedError) return;
      noteFailure(error);
      if (error instanceof APIConnectionError) await serviceAnswers();
      // The user was asked to sign in again, and declined: this page doesn't ask by itself.
      else if (isSignedOut(error)) await signedInAgain();
      else await new Promise((resolve) => setTimeout(resolve, refusedDelay));
      tell();
    }
  }
}

let isWaiting = false;
let isReading = false;
let isBehind = false;

/** Reads the lists now, or when the last reading is over and some time has passed. */
function rereadSoon(): void {
  isBehind = true;
  if (!isWaiting && !isReading) void reread();
}

async function reread(): Promise<void> {
  isReading = true;
  isBehind = false;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['conversations', 'count'] }),
    queryClient.invalidateQueries({ queryKey: ['conversations', 'latest'] }),
    queryClient.invalidateQueries({ queryKey: ['conversations', 'list'], predicate: isShort }),
    queryClient.invalidateQueries({ queryKey: ['tool-calls', 'count'] }),
    queryClient.invalidateQueries({ queryKey: ['tool-calls', 'waiting'], predicate: isShort }),
    queryClient.invalidateQueries({ queryKey: ['conversations', 'list'], refetchType: 'none' }),
  ]).catch(() => undefined);
  isReading = false;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    if (isBehind) void reread();
  }, rereadInterval);
}

const isShort = ({ state }: Query): boolean => {
  const pages = (state.data as { readonly pages?: readonly unknown[] } | undefined)?.pages;
  return pages === undefined || pages.length <= maxPages;
};
