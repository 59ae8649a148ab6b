import { APIConnectionError, NotFoundError, PermissionDeniedError } from '@parley/sdk';
import { useEffect, useState } from 'react';
import { isSignedOut } from '../../api/client.ts';
import { noteFailure, serviceAnswers } from '../../api/connection.ts';
import { signedInAgain } from '../../api/proofs.ts';
import { useVisible } from '../../ui/focus/use-visible.ts';
import { type EventFilters, type LoggedEvent, nextEvents } from './event-queries.ts';

/** Max events that are shown while new ones come in. */
export const maxLive = 200;

/** Wait after a refusal, in ms. */
const refusedDelay = 10_000;

export type LiveState = 'waiting' | 'hidden' | 'interrupted' | 'refused';

interface Live {
  /** The events that came in, newest first. */
  readonly events: readonly LoggedEvent[];
  readonly state: LiveState;
  /** Forgets them. */
  clear(): void;
}

const none: readonly LoggedEvent[] = [];

/**
 * Follows the log after a place in it, while the page is visible and `isOn`. The place is the ID of an event; undefined
 * stands for a log without events. Continues after failures and in a tab that is shown again.
 */
export function useLiveEvents(filters: EventFilters, isOn: boolean, after: string | undefined): Live {
  const key = JSON.stringify(filters);
  const [came, setCame] = useState({ key, events: none });
  const [problem, setProblem] = useState<'interrupted' | 'refused'>();
  const isVisible = useVisible();
  const events = came.key === key ? came.events : none;
  const place = events[0]?._id ?? after;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place moves with each event, and the loop follows it.
  useEffect(() => {
    if (!isOn || !isVisible) return;
    const leaving = new AbortController();
    void follow({ filters, place, signal: leaving.signal, onProblem: setProblem }, (items) =>
      setCame((old) => {
        const known = old.key === key ? old.events : none;
        return { key, events: [...items].reverse().concat(known).slice(0, maxLive) };
      }),
    );
    return () => leaving.abort();
  }, [key, isOn, isVisible]);
  const clear = () => setCame({ key, events: none });
  return { events, state: isVisible ? (problem ?? 'waiting') : 'hidden', clear };
}

interface Following {
  readonly filters: EventFilters;
  readonly place: string | undefined;
  readonly signal: AbortSignal;
  readonly onProblem: (problem: 'interrupted' | 'refused' | undefined) => void;
}

/** Reads what follows, until the signal aborts or the log can no longer be read. */
async function follow(following: Following, onEvents: (items: readonly LoggedEvent[]) => void): Promise<void> {
  const { place, signal, onProblem } = following;
  let cursor = place;
  while (!signal.aborted) {
    const page = await read(following, cursor);
    if (page === 'refused') return;
    if (page === undefined || signal.aborted) continue;
    cursor = page.cursor;
    onProblem(undefined);
    if (page.items.length > 0) onEvents(page.items);
  }
}

/** Returns what follows a place; undefined after a failure, as soon as it makes sense to ask again. */
async function read({ filters, signal, onProblem }: Following, cursor: string | undefined) {
  try {
    return await nextEvents(filters, cursor, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    const isRefused = error instanceof NotFoundError || error instanceof PermissionDeniedError;
    onProblem(isRefused ? 'refused' : 'interrupted');
    if (isRefused) return 'refused';
    noteFailure(error);
    if (error instanceof APIConnectionError) await serviceAnswers();
    else if (isSignedOut(error)) await signedInAgain();
    else await new Promise((resolve) => setTimeout(resolve, refusedDelay));
    return undefined;
  }
}
