import { systemIn } from '../../../access/actor.ts';
import type { AgentHandover, ToolEffect } from '../../../calling/aids.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import type { TurnRequest } from '../../../writing/turn.ts';
import { isOpen, waitForPerson } from '../removal/channel-store.ts';
import { moved } from '../store.ts';
import * as turns from './store.ts';
import type { TurnNeeds } from './turn.ts';

type EffectNeeds = Pick<TurnNeeds, 'db' | 'now' | 'record'>;

/** Statements that close a conversation that is open, leave it to people, or hand it over. Its reply goes on. */
export function effectOf(needs: EffectNeeds, request: TurnRequest, effect: ToolEffect): readonly Statement[] {
  if (typeof effect === 'object') return handOver(needs, request, effect);
  const { db, now, record } = needs;
  const { workspace, conversation, agent } = request;
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

/** Statements that let another agent answer in a conversation from now on. */
function handOver(
  { db, now, record }: EffectNeeds,
  { workspace, conversation, agent }: TurnRequest,
  { to: { id: toAgent } }: AgentHandover,
): readonly Statement[] {
  const event = record(systemIn(workspace), {
    ...{ type: 'conversation.handed_over', workspace, data: { conversation, agent: agent.id, toAgent } },
  });
  return [event, turns.handOver(db, workspace, { conversation, to: toAgent, now: now() })];
}
