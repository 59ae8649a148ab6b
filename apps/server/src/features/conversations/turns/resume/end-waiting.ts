import type { Actor } from '../../../../access/actor.ts';
import { endEvent } from '../ending/end-event.ts';
import { writeEnded } from '../ending/write-ended.ts';
import type { TurnNeeds } from '../turn.ts';
import * as store from './store.ts';

/** The reply doesn't wait any more. */
class Settled extends Error {}

/** The conversation whose replies end. */
interface Waited {
  readonly id: string;
  readonly workspace: string;
  readonly agent: string;
}

/** Dependencies of ending replies that wait. */
export type EndWaitingNeeds = Pick<TurnNeeds, 'db' | 'queues' | 'now' | 'record' | 'changed' | 'aids'>;

/** Cancels the replies of a conversation that wait, and with them their calls. Returns how many it were. */
export async function endWaiting(
  { db, queues, now, record, changed, aids }: EndWaitingNeeds,
  actor: Actor,
  { id: conversation, workspace, agent }: Waited,
): Promise<number> {
  const waiting = aids?.calls === undefined ? [] : await store.waitingIn(db, workspace, conversation);
  for (const { id: replyId } of waiting) {
    const time = now();
    const event = endEvent({ workspace, conversation, agent, replyId, status: 'cancelled', error: null });
    const unit = {
      ...store.cancelWaiting(db, workspace, { conversation, replyId, now: time }, () => new Settled()),
      calls: aids?.calls?.drop(workspace, replyId, time),
      event: record(actor, event),
    };
    await writeEnded({ db, queues }, unit).catch((failure: unknown) => {
      if (!(failure instanceof Settled)) throw failure;
    });
  }
  if (waiting.length > 0) changed(conversation, workspace);
  return waiting.length;
}

/** Cancels the replies that wait in a conversation that was just closed, and returns it. */
export async function endAtClose<Closed extends Waited>(
  needs: EndWaitingNeeds,
  actor: Actor,
  closed: Closed,
): Promise<Closed> {
  await endWaiting(needs, actor, closed);
  return closed;
}
