import { type Actor, lineOf } from '../../../access/actor.ts';
import type { Lasting } from '../../../access/limits/with-slot.ts';
import { createGate } from '../../../scheduling/lanes.ts';
import { pace } from '../../../scheduling/pace.ts';
import type { PresenceBoard } from '../../../schemas/conversations/presence.ts';
import type { Database } from '../../../storage/database.ts';
import { readable } from '../access.ts';
import { failures } from '../failures.ts';
import type { ConversationNeeds } from '../needs.ts';
import type { ReplyEvent } from '../turns/follow/reply-events.ts';
import type { WatchQuery } from './schema.ts';
import { changedSince } from './store.ts';
import type { Change } from './watcher.ts';
import type { Watchers } from './watchers.ts';

/** Max readers that start at the same time, of all accounts and of one; others wait for some milliseconds. */
const startingAtOnce = { atOnce: 8, ofOne: 2 } as const;

/**
 * A resumed stream begins this time before the last event, in ms: clocks differ, and a change has the time of its
 * start.
 */
const overlap = 15_000;

/** Dependencies of watching workspaces. */
export interface WatchServiceNeeds extends Pick<ConversationNeeds, 'db' | 'now' | 'slots'> {
  readonly watchers: Watchers;
  readonly presence: Pick<PresenceBoard, 'watch'>;
}

export type WatchService = ReturnType<typeof createWatchService>;

/** Which conversations of the workspaces change, for those who may read them. */
export function createWatchService({ db, now, slots, watchers, presence }: WatchServiceNeeds) {
  const inTurn = createGate(startingAtOnce);
  return {
    /**
     * Watches the workspaces of a query, from the event with the ID `after` on. Takes a slot of the account until the
     * caller calls `ended`. Throws `workspace_not_found` if the actor may read no such workspace.
     */
    watch: (
      actor: Actor,
      { workspaceId }: WatchQuery,
      after: string | undefined,
    ): Promise<Lasting<{ readonly events: AsyncIterable<ReplyEvent> }>> =>
      inTurn(lineOf(actor), async () => {
        const workspaces = readable(actor, workspaceId);
        if (workspaceId !== undefined && workspaces.length === 0) throw failures.noWorkspace();
        const free = await slots.take(actor, workspaces, 'streams');
        const watching = watchers.watch(workspaces);
        const leave = presence.watch(workspaces, watching.wake);
        return {
          events: events({ db, now, workspaces, watching }, after),
          ended: () => {
            leave();
            watching.end();
            free();
          },
        };
      }),
  };
}

interface Reading {
  readonly db: Database;
  readonly now: () => number;
  readonly workspaces: readonly string[];
  readonly watching: ReturnType<Watchers['watch']>;
}

/** The IDs of events are times, in ms since 1970. */
const timeForm = /^\d{1,15}$/;

async function* events({ db, now, workspaces, watching }: Reading, after: string | undefined) {
  if (after !== undefined && timeForm.test(after)) {
    yield* told(await changedSince(db, workspaces, Number(after) - overlap), now());
  }
  for (;;) {
    const changes = await watching.next();
    if (changes === undefined) return;
    await pace.due();
    yield* told(changes, now());
  }
}

function* told(changes: readonly Change[], time: number): Generator<ReplyEvent> {
  for (const { conversation, workspace, presence } of changes) {
    if (presence !== undefined) yield { event: 'presence', data: presence };
    else yield { id: String(time), event: 'conversation.changed', data: JSON.stringify({ conversation, workspace }) };
  }
}
