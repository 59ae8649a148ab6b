import { newId } from '../src/ids.ts';
import { type Statement, statement } from '../src/storage/unit.ts';
import { plainChannel } from './channel-rows.ts';
import type { Service } from './harness.ts';

/**
 * Dependents of agents, written directly into the database. Columns that aren't named here have their defaults.
 */

const times = () => ({ created_at: Date.now(), updated_at: Date.now() });

/** Creates knowledge sources in a workspace and returns their IDs. */
export async function addSources({ db }: Service, workspace: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('agent').replace('agent_', 'ks_'));
  const of = { workspace_id: workspace, type: 'text', name: 'A source', status: 'ready' };
  await db.write(
    ids.map((id) => statement(db.query.insertInto('knowledge_sources').values({ id, ...of, ...times() } as never))),
  );
  return ids;
}

/** As long as a text may be, of a character that takes six bytes in JSON. */
export const largeText = '\u0001'.repeat(100_000);

/** Adds messages of 600 kB of JSON each to a conversation; their texts begin with 0, 1, 2 and so on. */
export async function addLargeMessages(
  { db }: Service,
  { workspace, conversation }: { workspace: string; conversation: string },
  count: number,
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const names = { id: newId('message'), workspace_id: workspace, conversation_id: conversation };
    const said = { role: 'user', status: 'complete', citations: '[]', content: `${index}${largeText}` };
    const row = { ...names, ...said, created_at: 1_000 + index, updated_at: 0 };
    await db.write([statement(db.query.insertInto('messages').values(row as never))]);
  }
}

/** Numbers of an agent's dependents. */
interface History {
  readonly channels: number;
  /** Conversations are spread over the channels; without channels they come from the API. */
  readonly conversations: number;
  /** Messages per conversation. */
  readonly messages: number;
}

/** Gives an agent channels and conversations with messages. */
export async function addHistory(
  { db }: Service,
  { agent, workspace }: { agent: string; workspace: string },
  { channels, conversations, messages }: History,
): Promise<void> {
  const unit: Statement[] = [];
  const made = Array.from({ length: channels }, (_, index) => `ch_${agent}_${index}`);
  for (const id of made) {
    const row = { id, workspace_id: workspace, agent_id: agent, type: 'widget', status: 'active', ...plainChannel };
    unit.push(statement(db.query.insertInto('channels').values({ ...row, ...times() })));
  }
  for (let number = 0; number < conversations; number += 1) {
    const id = `conv_${agent}_${number}`;
    const channel = made[number % Math.max(1, channels)] ?? null;
    const row = { id, workspace_id: workspace, agent_id: agent, channel_id: channel, status: 'open', ...times() };
    unit.push(statement(db.query.insertInto('conversations').values(row as never)));
    for (let message = 0; message < messages; message += 1) {
      const said = { id: `msg_${id}_${message}`, role: 'user', content: 'Hello', status: 'complete' };
      const of = { workspace_id: workspace, conversation_id: id, created_at: Date.now() };
      unit.push(statement(db.query.insertInto('messages').values({ ...said, ...of } as never)));
    }
  }
  await db.write(unit);
}
