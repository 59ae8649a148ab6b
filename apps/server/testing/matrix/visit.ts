import { newId } from '../../src/ids.ts';
import { statement } from '../../src/storage/unit.ts';
import { letIn, makeWebChannel } from '../conversations/visitors.ts';
import { row } from '../fixtures/people.ts';
import type { World } from './world.ts';

/** The objects that a visitor is bound to. */
export interface Visit {
  readonly id: string;
  readonly channel: string;
  readonly agent: string;
}

/** Lets a visitor in, on a widget of an agent at home. */
export async function visit({ service, sites }: World): Promise<{ token: string; visitor: Visit }> {
  const { db, url } = service;
  const { workspace, marker: name } = sites.home;
  const agent = newId('agent');
  const texts = { name, description: '', system_prompt: name, model: 'builtin/echo', status: 'active' };
  const folded = {
    name_folded: name,
    description_folded: '',
    answer_mode: 'open',
    grounding_judge: 'rules',
    rerank: 0,
  };
  const rest = { temperature: '0.5', version: 1, created_at: Date.now(), updated_at: Date.now() };
  await db.write([row(db, 'agents', { id: agent, workspace_id: workspace, ...texts, ...folded, ...rest })]);
  const channel = await makeWebChannel(service, { workspace, agent });
  const { token, visitor } = await letIn(url, channel);
  return { token, visitor: { id: visitor.id, channel, agent } };
}

/** Deletes the channel of a visitor, as its row. */
export const endVisit = ({ service: { db } }: World, { channel }: Visit) =>
  db.write([statement(db.query.deleteFrom('channels').where('id', '=', channel), { rows: 1 })]);
