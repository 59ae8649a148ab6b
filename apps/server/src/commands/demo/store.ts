import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import { type Compilable, type Statement, statement } from '../../storage/unit.ts';
import type { DemoRows } from './instance.ts';

/** Rows of one statement: databases bound the parameters of a statement. */
const batch = 50;

/**
 * Returns the statements that insert the demo. Triggers count the rows and queue the messages like any others; the
 * server that starts then indexes them.
 */
export function insertDemo(db: Database, rows: DemoRows): Statement[] {
  const { query } = db;
  return [
    ...inBatches(rows.accounts, (values) => query.insertInto('accounts').values(values)),
    ...inBatches(rows.users, (values) => query.insertInto('users').values(values)),
    ...inBatches(rows.workspaces, (values) => query.insertInto('workspaces').values(values)),
    ...inBatches(rows.members, (values) => query.insertInto('members').values(values)),
    ...inBatches(rows.agents, (values) => query.insertInto('agents').values(values)),
    ...inBatches(rows.api_keys, (values) => query.insertInto('api_keys').values(values)),
    ...inBatches(rows.usage_hours, (values) => query.insertInto('usage_hours').values(values)),
    ...inBatches(rows.knowledge_sources, (values) => query.insertInto('knowledge_sources').values(values)),
    ...inBatches(rows.knowledge_pairs, (values) => query.insertInto('knowledge_pairs').values(values)),
    ...inBatches(rows.agent_sources, (values) => query.insertInto('agent_sources').values(values)),
    ...inBatches(rows.channels, (values) => query.insertInto('channels').values(values)),
    ...inBatches(rows.teams, (values) => query.insertInto('teams').values(values)),
    ...inBatches(rows.team_members, (values) => query.insertInto('team_members').values(values)),
    ...inBatches(rows.member_availability, (values) => query.insertInto('member_availability').values(values)),
    ...inBatches(rows.workspace_hours, (values) => query.insertInto('workspace_hours').values(values)),
    ...inBatches(rows.saved_replies, (values) => query.insertInto('saved_replies').values(values)),
    ...inBatches(rows.views, (values) => query.insertInto('views').values(values)),
    ...inBatches(rows.conversations, (values) => query.insertInto('conversations').values(values)),
    ...inBatches(rows.messages, (values) => query.insertInto('messages').values(values)),
    ...inBatches(rows.conversation_entries, (values) => query.insertInto('conversation_entries').values(values)),
    bumpAuthority(db),
  ];
}

function inBatches<Row>(rows: readonly Row[], insert: (rows: readonly Row[]) => Compilable): Statement[] {
  const count = Math.ceil(rows.length / batch);
  return Array.from({ length: count }, (_, index) => statement(insert(rows.slice(index * batch, (index + 1) * batch))));
}
