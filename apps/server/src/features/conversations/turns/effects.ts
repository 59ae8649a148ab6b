import { systemIn } from '../../../access/actor.ts';
import type { AgentHandover, ToolEffect } from '../../../calling/aids.ts';
import { holdRow } from '../../../storage/sql/lock-rows.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import type { TurnRequest } from '../../../writing/turn.ts';
import { handOverToPeople } from '../entries/hand-over.ts';
import { isOpen } from '../removal/channel-store.ts';
import { moved } from '../store.ts';
import * as turns from './store.ts';
import type { TurnNeeds } from './turn.ts';

type EffectNeeds = Pick<TurnNeeds, 'db' | 'now' | 'record' | 'entries' | 'desk'>;

/** Statements that close a conversation that is open, leave it to people, or hand it over. Its reply goes on. */
export function effectOf(needs: EffectNeeds, request: TurnRequest, effect: ToolEffect): readonly Statement[] {
  const { workspace, conversation, agent } = request;
  if (effect === 'close') return close(needs, request);
  if ('to' in effect) return handOver(needs, request, effect);
  const { reason, summary } = effect.toPeople;
  const data = { agent: agent.id, reason, summary };
  return handOverToPeople(needs, { workspace, conversation, agent: agent.id, data });
}

function close({ db, now, record, entries }: EffectNeeds, { workspace, conversation, agent }: TurnRequest) {
  const by = systemIn(workspace);
  const when = isOpen(db, workspace, conversation);
  const closed = db.query
    .updateTable('conversations')
    .set((of) => ({ status: 'closed', taken_by: null, waiting_since: null, ...moved(of, now()) }))
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'open');
  return [
    ...holdRow(db, 'conversations', { id: conversation }),
    record(by, {
      ...{ type: 'conversation.closed', workspace, data: { conversation, agent: agent.id }, when },
      changes: [{ field: 'status', before: 'open', after: 'closed' }],
    }),
    ...entries.enter(by, { workspace, conversation, type: 'closed' }, when),
    statement(closed),
  ];
}

/** Statements that let another agent answer in a conversation from now on. */
function handOver(
  { db, now, record, entries }: EffectNeeds,
  { workspace, conversation, agent }: TurnRequest,
  { to: { id: toAgent } }: AgentHandover,
): readonly Statement[] {
  const by = systemIn(workspace);
  return [
    record(by, {
      ...{ type: 'conversation.handed_over', workspace, data: { conversation, agent: agent.id, toAgent } },
    }),
    turns.handOver(db, workspace, { conversation, to: toAgent, now: now() }),
    ...entries.enter(by, { workspace, conversation, type: 'handed_over', data: { agent: agent.id, toAgent } }),
  ];
}
