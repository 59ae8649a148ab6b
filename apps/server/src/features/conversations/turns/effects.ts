import { systemIn } from '../../../access/actor.ts';
import type { ToolOutput } from '../../../calling/aids.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import type { TurnRequest } from '../../../writing/turn.ts';
import { isOpen, waitForPerson } from '../removal/channel-store.ts';
import { moved } from '../store.ts';
import type { TurnNeeds } from './turn.ts';

/** The effect of a tool on the conversation in which it is called. */
export type ConversationEffect = NonNullable<ToolOutput['effect']>;

/** Statements that close a conversation that is open, or leave it to people. Its reply is still written to its end. */
export function effectOf(
  { db, now, record }: Pick<TurnNeeds, 'db' | 'now' | 'record'>,
  { workspace, conversation, agent }: TurnRequest,
  effect: ConversationEffect,
): readonly Statement[] {
  const after = effect === 'close' ? 'closed' : 'human';
  const event = record(systemIn(workspace), {
    type: effect === 'close' ? 'conversation.closed' : 'conversation.waiting',
    workspace,
    data: { conversation, agent: agent.id },
    changes: [{ field: 'status', before: 'open', after }],
    when: isOpen(db, workspace, conversation),
  });
  if (effect === 'hand_over') return [event, waitForPerson(db, workspace, { conversation, now: now() })];
  const close = db.query
    .updateTable('conversations')
    .set((of) => ({ status: 'closed', taken_by: null, ...moved(of, now()) }))
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'open');
  return [event, statement(close)];
}
