import { type ChannelType, kindOf } from '../../../../platforms/kinds.ts';
import {
  type Messenger,
  type OutboundMessage,
  type SendContext,
  SendFailure,
  type SentPart,
} from '../../../../platforms/messenger.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { MessengerNeeds } from '../../messenger-needs.ts';
import { contextOf } from '../target-store.ts';
import * as ledger from './ledger-store.ts';
import type { Delivery } from './store.ts';

/** A message on its way, and what it is sent with. */
interface OnItsWay {
  readonly workspace: string;
  readonly delivery: Delivery;
  readonly text: string;
  readonly context: SendContext;
  /** Rolls a unit of work back if another job has taken over. */
  guard(): Statement;
  /** The statements that take the message, in a unit of work before anything is sent. They include the guard. */
  take(): readonly Statement[];
}

/** The message of a delivery, for its kind. */
export const messageOf = (delivery: Delivery, text: string): OutboundMessage => {
  const { id, channel, conversation, user, thread, lastEventAt } = delivery;
  const role = delivery.role === 'human' ? 'human' : 'assistant';
  return { id, channel, conversation, user, thread, text, role, context: contextOf(delivery.context), lastEventAt };
};

/**
 * Sends a message part by part. A part is entered in a ledger before it is sent, so that after a crash it is known that
 * it may have been. Parts that the platform recognises are sent again; the outcome of the others stays unknown. Throws
 * a `SendFailure`.
 */
export function createSending({ db, now }: Pick<MessengerNeeds, 'db' | 'now'>) {
  /** Sends one part; the entry before it, if it is a further one, is finished in the unit that enters it. */
  const sendPart = async (part: Omit<SentPart, 'id'>, of: Parts) => {
    const { workspace, delivery, messenger, message, context, lock, before } = of;
    const entry = { channel: delivery.channel, message: delivery.id, part: part.index, now: now() };
    const entered = isEntered(messenger, part);
    if (entered) await db.write([...lock(), ...before, ledger.begin(db, workspace, entry)]);
    const remote = await messenger.send({ ...part, id: ledger.idOf(entry) }, message, context);
    return entered ? [ledger.finish(db, workspace, { ...entry, remote, now: now() })] : [];
  };

  return async ({ delivery, text, ...way }: OnItsWay): Promise<readonly Statement[]> => {
    const { messenger } = kindOf(delivery.type as ChannelType);
    if (messenger === undefined) return [];
    const { workspace, context, guard, take } = way;
    const message = messageOf(delivery, text);
    const parts = messenger.render(message, context.settings);
    const known = await ledger.read(db, workspace, delivery.id);
    // Otherwise it is taken with the entry of its first part.
    const isTaken = isTakenAlone(messenger, known.length, parts.length);
    if (isTaken) await db.write(take());
    const open = openOf(known);
    const isRecognised = ([index, since]: readonly [number, number]) =>
      messenger.recognises?.({ index, since }, message, context) ?? messenger.recognisesRepeats;
    if (![...open].every(isRecognised)) throw interrupted();
    const done = new Set(known.filter(({ state }) => state !== 'sending').map(({ part }) => part));
    let before: readonly Statement[] = open.size > 0 ? [ledger.forgetUnsent(db, workspace, delivery.id)] : [];
    let lock: () => readonly Statement[] = isTaken ? () => [guard()] : take;
    for (const [index, part] of parts.entries()) {
      if (done.has(index)) continue;
      const place = { index, isLast: index === parts.length - 1, isRepeat: open.has(index) };
      before = await sendPart(
        { ...part, ...place },
        { workspace, context, delivery, messenger, message, lock, before },
      );
      lock = () => [guard()];
    }
    return before;
  };
}

/** The parts that may have been sent, with the time of their entry. */
const openOf = (known: readonly ledger.LedgerPart[]) =>
  new Map(known.filter(({ state }) => state === 'sending').map(({ part, at }) => [part, at]));

/** True if a part has an entry: all but the only one of a message that its platform recognises. */
const isEntered = ({ recognisesRepeats }: Messenger, { index, isLast }: Pick<SentPart, 'index' | 'isLast'>) =>
  !recognisesRepeats || !isLast || index > 0;

/** True if a message is taken before its first entry: it has some already, or its only part has none. */
const isTakenAlone = (messenger: Messenger, entries: number, parts: number): boolean =>
  entries > 0 || !isEntered(messenger, { index: 0, isLast: parts === 1 });

/** Data common to all parts of a message. */
interface Parts extends Omit<OnItsWay, 'text' | 'guard' | 'take'> {
  readonly messenger: Messenger;
  readonly message: OutboundMessage;
  /** The statements that hold the message. */
  lock(): readonly Statement[];
  readonly before: readonly Statement[];
}

const interrupted = () =>
  new SendFailure('interrupted', 'The service stopped while the message was sent; whether it arrived isn’t known.', {
    isUnknown: true,
  });
