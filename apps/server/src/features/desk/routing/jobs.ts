import type { HandoverCause } from '../../../calling/handover-rules.ts';
import type { Database } from '../../../storage/database.ts';
import { type Attempt, type Job, job } from '../../../storage/jobs/kind.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { ConversationChange, DeskChange, DeskConversation } from '../needs.ts';
import { type Candidate, choose, type Sharing } from './choose.ts';
import { arriveKind, type DeskQueue, handOverKind, returnKind, routeKind, sweepKind, wakeKind } from './kinds.ts';
import * as store from './store.ts';

/** Max times that a route begins again because the person it chose was given another conversation meanwhile. */
const maxChoices = 10;

/** Conversations that one unit of a return takes back, and that are found at once for those who are here. */
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
  /** The way in which a team shares its conversations; undefined if there is no such team. */
  rulesOf(
    workspace: string,
    team: string,
  ): Promise<{ readonly assignment: Sharing; readonly answerWithin: number | null } | undefined>;
  /** Returns the statement that notes that a person was given a conversation. */
  given(workspace: string, user: string, time: number): Statement;
  /** Hands a conversation over to people, unless the rule is off by now or the conversation closed or gone. */
  handOver(workspace: string, conversation: string, cause: HandoverCause): Promise<void>;
  /** Changes a conversation in the name of the service; returns whether it was changed. Does nothing if it is gone. */
  change(workspace: string, conversation: string, change: ConversationChange): Promise<boolean>;
}

/** The payload of a route. */
interface Routed {
  readonly conversation: string;
  readonly late?: string;
}

/** The chosen person was given another conversation meanwhile, and has no room for one more. */
class Full extends Error {}

/** Creates the jobs that give waiting conversations to people, hand them on, take them back and wake them. */
export function routingJobs(needs: RoutingNeeds): Job[] {
  const { db, now, queue } = needs;

  /** Gives a conversation to a person, or takes it from one who is late. */
  const give = async ({ workspace, payload, guard }: Attempt<Routed>): Promise<void> => {
    const { conversation: id, late } = payload;
    const found = await read(needs, workspace, id);
    if (found === undefined || !isWaiting(found, late)) return;
    const { person, answerWithin } = await chooseFor(needs, workspace, { team: found.team, late });
    if (person === undefined && late === undefined) return;
    const time = now();
    const given =
      person === undefined
        ? []
        : [
            // Locks the row of the person, so that two conversations are counted in turn.
            needs.given(workspace, person.user, time),
            ...store.demandRoom(db, workspace, { ...person, orElse: () => new Full() }),
            ...(answerWithin === null
              ? []
              : [queue.handOnAt(workspace, { id, assignee: person.user, time: time + answerWithin * 1_000 })]),
          ];
    const decide = (current: DeskConversation) =>
      isWaiting(current, late) ? givenTo(person?.user ?? null, late) : undefined;
    await needs.change(workspace, id, { decide, along: [guard(), ...given] });
  };

  const route = async (attempt: Attempt<Routed>): Promise<void> => {
    for (let choices = 1; choices <= maxChoices; choices += 1) {
      try {
        await give(attempt);
        return;
      } catch (error) {
        if (!(error instanceof Full)) throw error;
      }
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
    const workspaces = await store.findWaitingWorkspaces(db);
    const rested = await store.findRested(db, { before: now() - restedMs, limit: atOnce.swept });
    return {
      effect: [
        ...workspaces.map(({ workspace }) => queue.arrived(workspace)),
        ...rested.map(({ id, workspace }) => queue.wakeAt(workspace, id, now())),
      ],
    };
  };

  return [
    job(routeKind, route),
    job(returnKind, takeBack),
    job(arriveKind, arrive),
    job(wakeKind, wake),
    job(handOverKind, ({ workspace, payload: { conversation, ...cause } }) =>
      needs.handOver(workspace, conversation, cause),
    ),
    job(sweepKind, sweep, { pattern: '* * * * *', payload: {} }),
  ];
}

/** The change that gives a conversation to a person, or to none; `late` had it. */
const givenTo = (assignee: string | null, late: string | undefined): DeskChange => ({
  ...{ assignee, takenBy: null },
  entry: late === undefined ? 'assigned' : 'returned',
  ...(late !== undefined && { reason: 'late', from: late }),
});

/** Chooses a person who is here for a conversation of a team, but not the one who is late. */
async function chooseFor(
  { db, rulesOf, candidates }: RoutingNeeds,
  workspace: string,
  { team, late }: { readonly team: string | null; readonly late: string | undefined },
): Promise<{ readonly person: Candidate | undefined; readonly answerWithin: number | null }> {
  const rules = team === null ? undefined : await rulesOf(workspace, team);
  const answerWithin = rules?.answerWithin ?? null;
  if (rules?.assignment === 'manual') return { person: undefined, answerWithin };
  const here = await candidates(workspace, rules === undefined ? null : team);
  const others = here.filter(({ user }) => user !== late);
  const users = others.map(({ user }) => user);
  const loads = users.length === 0 ? new Map<string, number>() : await store.loadsOf(db, workspace, users);
  return { person: choose(others, loads, rules?.assignment ?? 'round_robin'), answerWithin };
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
