import { createRandom } from '../src/random.ts';
import type { Database } from '../src/storage/database.ts';
import type { AgentRow, ConversationRow, MessageRow } from '../src/storage/tables.ts';
import { type Statement, statement } from '../src/storage/unit.ts';
import { plainChannel } from './channel-rows.ts';

/** Sizes of a tenant, and the names of its rows. */
export const tenant = (name: 'long' | 'short') => ({
  account: `acct_${name}`,
  workspace: `ws_${name}`,
  agent: `agent_${name}_1`,
  channel: `ch_${name}`,
  conversation: `conv_${name}_1`,
  agents: 200,
  conversations: 2_000,
  messages: 2_000,
});

/** No filter of a list of conversations. */
export const noFilters = {
  ...{ agent: undefined, channel: undefined, status: undefined, user: undefined, rating: undefined, text: undefined },
  ...{
    from: undefined,
    until: undefined,
    onlyChannel: undefined,
    onlyUser: undefined,
    tag: undefined,
    takenBy: undefined,
    waiting: undefined,
    failed: undefined,
    trials: undefined,
    noTrials: undefined,
    words: undefined,
  },
};

const count = <Made>(many: number, make: (number: number) => Made): Made[] =>
  Array.from({ length: many }, (_, number) => make(number));

const time = (number: number) => 1_700_000_000_000 + number;
const stamps = (number: number) => ({ created_at: time(number), updated_at: time(number) });

/** Adds a tenant whose prompts have this many characters, and its messages a third of that. */
export async function addTenant(db: Database, name: 'long' | 'short', characters: number): Promise<void> {
  const of = tenant(name);
  const text = textOf(characters);
  await db.write(ownRows(db, of));
  const agents = count(of.agents, (number): AgentRow => {
    const own = { id: `agent_${name}_${number}`, workspace_id: of.workspace, name: `Agent ${number}`, version: 1 };
    const texts = { description: 'Answers', system_prompt: text, name_folded: `agent ${number}` };
    const rest = { model: `builtin/${number % 20 === 0 ? 'echo' : 'extract'}`, temperature: '0.7', deleted_at: null };
    const status = number % 20 === 0 ? 'active' : 'inactive';
    return {
      ...own,
      ...texts,
      ...rest,
      status,
      description_folded: 'answers',
      answer_mode: 'open',
      rerank: 0,
      ...stamps(number),
    };
  });
  await inserted(agents, (rows) => db.query.insertInto('agents').values(rows), db);
  const channel = { id: of.channel, workspace_id: of.workspace, agent_id: of.agent, type: 'widget', status: 'active' };
  await db.write([statement(db.query.insertInto('channels').values({ ...channel, ...plainChannel, ...stamps(0) }))]);
  const conversations = count(of.conversations, (number) => {
    const id = `conv_${name}_${number}`;
    const own = { id, workspace_id: of.workspace, agent_id: `agent_${name}_${number % 20}`, title: 'A conversation' };
    const bound = { channel_id: number % 20 === 3 ? of.channel : null, user_id: `user_${number % 20}` };
    const state = { status: number % 20 === 0 ? 'closed' : 'open', rating: number % 50 === 0 ? 'negative' : null };
    return { ...own, ...bound, ...state, ...stamps(number), last_message_at: time(number) } as ConversationRow;
  });
  await inserted(conversations, (rows) => db.query.insertInto('conversations').values(rows), db);
  const said = textOf(characters / 3);
  const messages = count(of.messages, (number) => {
    const own = { id: `msg_${name}_${number}`, workspace_id: of.workspace, role: 'user', content: said };
    const rest = { conversation_id: `conv_${name}_${number % 20}`, status: 'complete' };
    return { ...own, ...rest, ...stamps(number) } as MessageRow;
  });
  await inserted(messages, (rows) => db.query.insertInto('messages').values(rows), db);
}

function ownRows(db: Database, { account, workspace }: ReturnType<typeof tenant>): Statement[] {
  const home = { id: workspace, account_id: account, name: 'Home', name_folded: 'home', version: 1 };
  return [
    statement(db.query.insertInto('accounts').values({ id: account, plan: 'free', created_at: 1 })),
    statement(db.query.insertInto('workspaces').values({ ...home, ...stamps(0) })),
  ];
}

/** A text that PostgreSQL can't compress. */
function textOf(characters: number): string {
  const random = createRandom(7);
  return Array.from({ length: characters }, () => String.fromCharCode(33 + Math.floor(random() * 90))).join('');
}

async function inserted<Row>(
  rows: readonly Row[],
  insert: (rows: readonly Row[]) => Parameters<typeof statement>[0],
  db: Database,
): Promise<void> {
  for (let from = 0; from < rows.length; from += 50) await db.write([statement(insert(rows.slice(from, from + 50)))]);
}

/**
 * Adds so many rows of another tenant that reading all is never the cheaper plan, and gathers what PostgreSQL's planner
 * knows of them. SQLite plans without.
 */
export async function addOthers(db: Database): Promise<void> {
  if (db.engine !== 'postgres') return;
  const run = (sql: string) => db.write([{ sql, parameters: [] }]);
  await run(`insert into agents (id, workspace_id, name, description, system_prompt, model, temperature, status, version,
      created_at, updated_at, name_folded, description_folded)
    select 'agent_other_' || n, 'ws_short', '', '', repeat('x', 500), '', '0.7', '', 1, n, n, '', ''
    from generate_series(1, 20000) as n`);
  await run(`insert into conversations (id, workspace_id, agent_id, status, created_at, updated_at)
    select 'conv_other_' || n, 'ws_short', 'agent_other_' || n, '', n, n from generate_series(1, 20000) as n`);
  await run(`insert into messages (id, workspace_id, conversation_id, role, content, status, created_at)
    select 'msg_other_' || n, 'ws_short', 'conv_other_' || n, '', repeat('x', 500), '', n
    from generate_series(1, 20000) as n`);
  for (const table of ['agents', 'conversations', 'messages'])
    await db.read({ sql: `vacuum (analyze) ${table}`, parameters: [] });
}
