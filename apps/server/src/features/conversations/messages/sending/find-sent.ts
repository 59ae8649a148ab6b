import { keyReused } from '../../../../errors.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Repeat } from '../../../../storage/idempotency.ts';
import { failures } from '../../failures.ts';
import * as messages from '../store.ts';
import type { Outgoing } from './enter.ts';

/** A message that an earlier request has sent, and the reply to it. */
interface Earlier {
  readonly message: messages.StoredMessage;
  readonly reply: messages.StoredMessage | undefined;
  readonly replayed: true;
}

/** Creates the functions that find what an earlier request has sent. */
export function createFindSent(db: Database) {
  /** Finds what an earlier request with the same `Idempotency-Key` stored: the message or, for a retry, the reply. */
  const findMade = async (workspace: string, repeat: Repeat | undefined) => {
    const made = repeat && (await messages.findMadeBy(db, workspace, repeat));
    const known = made?.repeatDigest ?? repeat?.fingerprint;
    if (known !== repeat?.fingerprint) throw keyReused();
    return made;
  };

  /** Finds the reply to a message that was sent before. */
  const replay = async (message: messages.StoredMessage): Promise<Earlier> => {
    const { workspace, conversation, id } = message;
    return { message, reply: await messages.findReply(db, workspace, { conversation, message: id }), replayed: true };
  };

  /**
   * Finds the same message if it was sent before: by the same request, whose turn must have ended, or with the same
   * `clientMessageId` in its conversation.
   */
  const findSent = async (workspace: string, { content, role, clientId, repeat }: Outgoing, conversation?: string) => {
    const made = await findMade(workspace, repeat);
    const named =
      made === undefined && clientId !== undefined && conversation !== undefined
        ? await messages.findSent(db, workspace, { conversation, clientId })
        : undefined;
    const message = made ?? named;
    if (message === undefined) return undefined;
    if (message.content !== content || message.role !== role) throw failures.otherContent();
    const sent = await replay(message);
    if (made !== undefined && sent.reply?.status === 'streaming') throw failures.inProgress(made);
    return sent;
  };

  return { findMade, findSent };
}
