import { Type } from 'typebox';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import { type ChannelType, kindOf } from '../../../platforms/kinds.ts';
import { SendFailure } from '../../../platforms/messenger.ts';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import type { Claim } from '../../../storage/jobs/running/claimed-rows.ts';
import type { Statement } from '../../../storage/unit.ts';
import { addressOf, sendContext } from '../delivery/send-context.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import * as store from './store.ts';

/** Changes a message that its user has answered. The event has the change, so that nothing of it stays in the job. */
const kind = {
  name: 'channels.answered',
  payload: Type.Object({ event: Type.String() }),
  timeoutMs: 60_000,
  attempts: 3,
  concurrency: 4,
} as const;

/** An event that is handled, and the job that does it. */
interface Settling extends Pick<InboundMessage, 'answered'>, Pick<Claim, 'id' | 'job' | 'now'> {
  readonly orElse?: () => Error;
}

/** Creates what changes messages that users have answered, such as by one of their buttons. It is tried once. */
export function createAnswered({ enqueue, ...needs }: MessengerNeeds) {
  const { db } = needs;
  return {
    /**
     * The statements with which a job notes an event as handled, and has the message changed that it answers. With
     * `orElse`, they throw it if another job has the event, or has handled it.
     */
    settle: (workspace: string, { answered, orElse, ...how }: Settling): readonly Statement[] => [
      ...store.complete(db, workspace, { ...how, isKept: answered !== undefined }, orElse),
      ...(answered === undefined ? [] : [enqueue(workspace, { kind, payload: { event: how.id } })]),
    ],

    job: job(kind, async ({ workspace, payload: { event: id }, signal, toward }) => {
      const found = await store.findKept(db, workspace, { id, state: 'done' });
      if (found === undefined) return {};
      const { answered } = JSON.parse(found.payload) as InboundMessage;
      const { messenger } = kindOf(found.type as ChannelType);
      if (answered !== undefined && messenger?.settle !== undefined && found.status !== 'inactive') {
        try {
          const context = sendContext(needs, found, signal);
          await toward(addressOf(found, context))(messenger.settle(answered, context));
        } catch (error) {
          // The buttons stay then: a click on the same one sends nothing more.
          if (!(error instanceof SendFailure)) throw error;
        }
      }
      return { effect: [store.forget(db, workspace, id)] };
    }) satisfies Job,
  };
}
