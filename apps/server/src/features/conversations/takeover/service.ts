import type { Principal } from '../../../access/actor.ts';
import type { Caller } from '../../../http/endpoint.ts';
import type { Answer } from '../../../http/envelope.ts';
import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import { createAccess } from '../access.ts';
import { createChange } from '../change.ts';
import { failures } from '../failures.ts';
import type { ConversationEvent, ConversationNeeds } from '../needs.ts';
import { keptWith, remember } from '../remembering.ts';
import type { Conversation } from '../schema.ts';
import type * as store from '../store.ts';
import { type AbandoningNeeds, createAbandoning } from '../turns/abandon.ts';
import type { TurnEvent } from '../turns/run.ts';

export type States = ReturnType<typeof createStates>;

/** What these need from elsewhere. */
export interface StateNeeds extends Omit<ConversationNeeds, 'newId' | 'record'>, AbandoningNeeds {
  record(principal: Principal, event: ConversationEvent | TurnEvent): Statement;
}

/** Who answers in a conversation: the agent, a person, nobody any more; and the end of an answer under way. */
export function createStates(needs: StateNeeds) {
  const { db, turns, record } = needs;
  const { get } = createAccess(db);
  const change = createChange(needs);
  const abandon = createAbandoning(needs);

  /** Cancels an answer, wherever it is written. */
  const cancelTurn = async (
    { principal }: Caller,
    { id: conversation, workspace, turn }: store.StoredConversation,
  ): Promise<void> => {
    if (turn === null || (await turns.stop(turn, 'cancelled'))) return;
    const ending = { status: 'cancelled', finishReason: 'cancelled', error: null, lease: undefined } as const;
    await abandon({ workspace, conversation, message: turn, ...ending }, (event) => record(principal, event));
    await turns.stop(turn, 'gone');
  };

  const repeatable = repeatableIn(db);

  return {
    close: repeatable((caller, id) =>
      change(caller, id, ({ status }) =>
        status === 'closed'
          ? undefined
          : { status: 'closed', takenBy: null, from: ['open', 'human'], type: 'conversation.closed' },
      ),
    ),

    reopen: repeatable((caller, id) =>
      change(caller, id, ({ status }) => {
        if (status === 'human') throw failures.takenOver();
        return status === 'open' ? undefined : { status: 'open', from: ['closed'], type: 'conversation.reopened' };
      }),
    ),

    /** Gives a conversation to a person: the model stays silent from now on, and an answer under way is cancelled. */
    takeover: repeatable(async (caller, id) => {
      const takenBy = caller.principal.user.id;
      await change(caller, id, ({ status }) => {
        if (status === 'closed') throw failures.closed();
        return { status: 'human', takenBy, from: ['open', 'human'], type: 'conversation.taken_over' };
      });
      const now = await get(caller, 'conversations:write', id);
      await cancelTurn(caller, now);
      const { json, version } = now.turn === null ? now : await get(caller, 'conversations:write', id);
      return { json, version };
    }),

    /** Gives it back to the agent. */
    release: repeatable((caller, id) =>
      change(caller, id, ({ status }) => {
        if (status === 'closed') throw failures.closed();
        if (status === 'open') return undefined;
        return { status: 'open', takenBy: null, from: ['human'], type: 'conversation.released' };
      }),
    ),

    /** Cancels the answer that is being written; what there is of it stays. */
    cancel: repeatable(async (caller, id) => {
      await cancelTurn(caller, await get(caller, 'conversations:write', id));
      const { json, version } = await get(caller, 'conversations:write', id);
      return { json, version };
    }),
  };
}

type Operation = (caller: Caller, id: string) => Promise<Answer<Conversation>>;

/** Makes operations remember what they came to; where that is lost, a repeat does once more what has the same outcome. */
const repeatableIn =
  (db: Pick<Database, 'write'>) =>
  (operation: Operation): Operation =>
  async (caller, id) =>
    remember(db, caller, { ...(await operation(caller, id)), ...keptWith(id) });
