import type { ChannelActor } from '../../../access/actor.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { EventThread, PendingEvent } from '../inbound/store.ts';
import { threadRow } from '../inbound/thread-store.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { thankKind } from './kinds.ts';
import { scoreOf } from './score.ts';
import * as store from './store.ts';

/** Errors after which a number is an ordinary message: the conversation was reopened or deleted meanwhile. */
const over: ReadonlySet<ErrorCode> = new Set(['conversation_not_closed', 'conversation_not_found']);

/** A message that may be the answer to a question. */
interface Answering {
  readonly event: PendingEvent;
  readonly message: InboundMessage;
  readonly of: EventThread;
  /** The statements that note the event as handled. */
  readonly settled: readonly Statement[];
}

/** Returns the function that takes a number as the answer to how satisfied the user is; true if it was one. */
export const createTakeAnswer =
  ({ db, now, enqueue, satisfaction }: Pick<MessengerNeeds, 'db' | 'now' | 'enqueue' | 'satisfaction'>) =>
  async (workspace: string, { event, message, of, settled }: Answering): Promise<boolean> => {
    const { asked, at: arrivedAt } = event;
    const { thread, text, attachments = [], isUnanswered = false, context: given, sentAt = arrivedAt } = message;
    const at = Math.min(sentAt, arrivedAt);
    if (asked === undefined || at > asked.until || attachments.length > 0 || isUnanswered) return false;
    const score = scoreOf(text);
    if (score === undefined) return false;
    const { conversation } = asked;
    const context = given === undefined ? null : JSON.stringify(given);
    const actor: ChannelActor = { kind: 'channel', id: of.channel, workspace, thread, context, at };
    const along = (): readonly Statement[] => [
      ...settled,
      store.noteAnswer(db, workspace, { row: threadRow(of.channel, of.thread), context, at }),
      enqueue(workspace, { kind: thankKind, payload: { conversation }, key: conversation, runAt: now() }),
    ];
    try {
      await satisfaction.rate(actor, conversation, { draft: { score }, along });
      return true;
    } catch (error) {
      if (error instanceof AppError && over.has(error.code)) return false;
      throw error;
    }
  };
