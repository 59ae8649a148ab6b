import type { Database } from '../../../storage/database.ts';
import { type Attempt, type Job, job } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { ConversationChange, DeskConversation } from '../needs.ts';
import { type Candidate, choose, type Sharing } from './choose.ts';
import { arriveKind, type DeskQueue, returnKind, routeKind, sweepKind, wakeKind } from './kinds.ts';
import * as store from './store.ts';

/** Max times that a route begins again because the person it chose was given another conversation meanwhile. */
const maxChoices = 10;

/** Conversations that one unit of a return takes back, and that a sweep finds. */
const atOnce = { returned: 50, swept: 500 } as const;

/** Time after which a sweep ends a rest, in ms: its job comes first. */
const restedMs = 60_000;

/** Dependencies of routing. */
export interface RoutingNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly queue: DeskQueue;
  /** The people who are here and can be given conversations: of a team, or of the workspace. */
  candidates(workspace: string, team: string | null): Promise<readonly Candidate[]>;
  /** How a team shares its conversations; undefined if there is no such team. */
  rulesOf(
    workspace: string,
    team: string,
  ): Promise<{ readonly assignment: Sharing; readonly answerWithin: number | null } | undefined>;
  /** Returns the statement that notes that a person was given a conversation. */
  given(workspace: string, user: string, time: number): Statement;
  /** Changes a conversation in the name of the service; returns whether it was changed. Does nothing if it is gone. */
  change(workspace: string, conversation: string, change: ConversationChange): Promise<boolean>;
}

/** The person whom a route chose was given another conversation meanwhile, and has no room for one more. */
class Full extends Error {}

/** Creates the jobs that give waiting conversations to people, hand them on, take them back and wake them. */
export function routingJobs(needs: RoutingNeeds): Job[] {
  const { db, now, queue } = needs;

  /** Gives a conversation to a person, or takes it from one who is late. Returns false if the choice must be repeated. */
  const give = async ({ workspace, payload, guard }: Attempt<{ conversation: string; late?: string }>) => {
    const { conversation, late } = payload;
    const found = await read(needs, workspace, conversation);
    if (found === undefined || !isWaiting(found, late)) return true;
    const rules = found.team === null ? undefined : await needs.rulesOf(workspace, found.team);
    if (rules?.assignment === 'manual' && late === undefined) return true;
    const all = await needs.candidates(workspace, rules === undefined ? null : found.team);
    const others = all.filter(({ user }) => user !== late);
    const loads =
      others.length === 0
        ? new Map()
        : await store.loadsOf(
            db,
            workspace,
            others.map(({ user }) => user),
          );
    const sharing = rules?.assignment === 'least_busy' ? 'least_busy' : 'round_robin';
    const chosen = rules?.assignment === 'manual' ? undefined : choose(others, loads, sharing);
    if (chosen === undefined && late === undefined) return true;
    const time = now();
    const within = rules?.answerWithin ?? null;
    const assignee = chosen?.user ?? null;
    await needs.change(workspace, conversation, {
      decide: (current) =>
        isWaiting(current, late)
          ? {
              ...{ assignee, takenBy: null },
              entry: late === undefined ? 'assigned' : 'returned',
              ...(late !== undefined && { reason: 'late', from: late }),
            }
          : undefined,
      along: [
        guard(),
        ...(chosen === undefined
          ? []
          : [
              needs.given(workspace, chosen.user, time),
              ...store.demandRoom(db, workspace, { ...chosen, orElse: () => new Full() }),
            ]),
        ...(assignee !== null && within !== null
          ? [queue.handOnAt(workspace, { id: conversation, assignee, time: time + within * 1_000 })]
          : []),
      ],
    });
    return true;
  };

  const route = async (attempt: Attempt<{ conversation: string; late?: string }>) => {
    for (let choices = 1; choices <= maxChoices; choices += 1) {
      const isDone = await give(attempt).catch((error: unknown) => {
        if (error instanceof Full) return false;
        throw error;
      });
      if (isDone) return;
    }
  };

  /** Takes conversations back whose person can't answer any more; each waits for another from now on. */
  const takeBack = async ({ workspace, payload, signal, guard }: Attempt<{ user: string }>) => {
    const { user } = payload;
    const held = await store.findHeld(db, workspace, { user, limit: atOnce.returned });
    for (const { id } of held) {
      if (signal.aborted) return { next: payload };
      await needs.change(workspace, id, {
        decide: (current) => {
          const isTheirs = current.takenBy === user || current.assignee === user;
          return isTheirs
            ? { assignee: null, takenBy: null, entry: 'returned', reason: 'left', from: user }
            : undefined;
        },
        along: [guard(), queue.route(workspace, id)],
      });
    }
    return held.length === atOnce.returned ? { next: payload } : {};
  };

  const wake = ({ workspace, payload, guard }: Attempt<{ conversation: string }>) =>
    needs
      .change(workspace, payload.conversation, {
        decide: ({ snoozedUntil }) =>
          snoozedUntil !== null && snoozedUntil <= now()
            ? { snoozedUntil: null, entry: 'returned', reason: 'rested' }
            : undefined,
        along: [guard()],
      })
      .then(() => undefined);

  const arrive = async ({ workspace }: Pick<Attempt<unknown>, 'workspace'>) => {
    const waiting = await store.findUnassigned(db, { workspace, limit: atOnce.swept });
    return { effect: waiting.map(({ id }) => queue.route(workspace, id)) };
  };

  const sweep = async () => {
    const waiting = await store.findUnassigned(db, { limit: atOnce.swept });
    const rested = await store.findRested(db, { before: now() - restedMs, limit: atOnce.swept });
    return {
      effect: [
        ...waiting.map(({ id, workspace }) => queue.route(workspace, id)),
        ...rested.map(({ id, workspace }) => queue.wakeAt(workspace, id, now())),
      ],
    };
  };

  return [
    job(routeKind, route),
    job(returnKind, takeBack),
    job(arriveKind, arrive),
    job(wakeKind, wake),
    job(sweepKind, sweep, { pattern: '* * * * *', payload: {} }),
  ];
}

/** True if a conversation needs a person: it has none, or the one whose time is over, and its visitor waits. */
function isWaiting({ status, takenBy, assignee, waitingSince }: DeskConversation, late: string | undefined): boolean {
  if (status !== 'human' || waitingSince === null) return false;
  return late === undefined ? assignee === null && takenBy === null : assignee === late;
}

/** Reads a conversation without changing it. */
async function read({ change }: RoutingNeeds, workspace: string, id: string): Promise<DeskConversation | undefined> {
  let found: DeskConversation | undefined;
  await change(workspace, id, {
    decide: (current) => {
      found = current;
      return undefined;
    },
    along: [],
  });
  return found;
}
