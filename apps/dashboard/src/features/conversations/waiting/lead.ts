import type { ListedConversation } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { noteFailure } from '../../../api/connection.ts';
import { followChanges } from '../../../api/conversation-changes.ts';
import { newlyWaiting } from './newly-waiting.ts';
import { ended, shownAmong } from './shown.ts';

/** Min time between two readings, in ms. */
const interval = 1_000;

/** Max waiting conversations that are looked at. */
const limit = 100;

/** A watched workspace, and a callback for conversations that newly wait. */
interface Watch {
  readonly workspaceId: string;
  /** The user. */
  readonly me: string;
  tell(waiting: readonly ListedConversation[]): void;
}

/**
 * Watches which conversations of a workspace wait, until the signal aborts. Of all tabs of a browser, one watches and
 * holds a stream; another one takes its place when it is closed. Does nothing if the page is not secure (http).
 */
export function watchWaiting(watch: Watch, signal: AbortSignal): void {
  void navigator.locks
    ?.request(`parley-waiting ${watch.workspaceId}`, { signal }, () => lead(watch, signal))
    .catch(() => undefined);
}

async function lead({ workspaceId, me, tell }: Watch, signal: AbortSignal): Promise<void> {
  const told = new Set<string>();
  let isFirst = true;
  const look = async () => {
    const { items, nextCursor } = await callApi((client) =>
      client.conversations.list(
        { workspaceId, waiting: true, includeUnread: true, sort: '-lastMessageAt', limit },
        { signal },
      ),
    );
    const shown = await shownAmong(items.map(({ _id }) => _id));
    const waiting = newlyWaiting(told, { items, isAll: nextCursor === null, me, shown });
    // Conversations that waited before are in the list already.
    if (!isFirst && waiting.length > 0 && !signal.aborted) tell(waiting);
    isFirst = false;
  };
  const lookSoon = repeated(look, signal);
  const leave = followChanges(workspaceId, lookSoon, 0);
  lookSoon();
  await ended(signal);
  leave();
}

/** Returns a function that runs something soon: at once, or when it has run and some time has passed. */
function repeated(run: () => Promise<void>, signal: AbortSignal): () => void {
  let isWanted = false;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await run().catch((error: unknown) => signal.aborted || noteFailure(error));
      await new Promise((resolve) => setTimeout(resolve, interval));
    }
    isBusy = false;
  };
  return () => {
    isWanted = true;
    if (!isBusy) void work();
  };
}
