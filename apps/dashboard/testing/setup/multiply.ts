import { type Database, inDatabase } from './sqlite.ts';

/** Number of copies of one agent and one conversation. */
interface Counts {
  readonly agents: number;
  readonly conversations: number;
}

/** The name of a copy of an agent. */
export const agentName = (number: number): string => `Copy ${String(number).padStart(4, '0')}`;

/**
 * Copies an agent and a conversation without messages many times, directly in the database of a running server. The
 * conversations belong to the copies of the agent by turns, and are older than the one that is copied, a minute each.
 */
export function multiply(folder: string, ids: { agent: string; conversation: string }, counts: Counts): void {
  inDatabase(folder, (db) => {
    copy(db, {
      ...{ table: 'agents', id: ids.agent, count: counts.agents },
      columns: {
        id: `'agent_' || printf('%026d', n)`,
        name: `'Copy ' || printf('%04d', n)`,
        name_folded: `'copy ' || printf('%04d', n)`,
        created_at: 'created_at - n * 60000',
        updated_at: 'updated_at - n * 60000',
      },
    });
    copy(db, {
      ...{ table: 'conversations', id: ids.conversation, count: counts.conversations },
      columns: {
        id: `'conv_' || printf('%026d', n)`,
        // Far from the order of their names: the agents of one page are not among the first ones.
        agent_id: `'agent_' || printf('%026d', 1 + (n * 379) % ${counts.agents})`,
        title: `'Copied ' || n`,
        created_at: 'created_at - n * 60000',
        updated_at: 'updated_at - n * 60000',
        last_message_at: 'last_message_at - n * 60000',
      },
    });
  });
}

/** A copied table, the number of copies, and the columns that differ, as SQL of `n`, which counts the copies from 1. */
interface Copied {
  readonly table: string;
  readonly id: string;
  readonly count: number;
  readonly columns: Readonly<Record<string, string>>;
}

function copy(db: Database, { table, id, count, columns }: Copied): void {
  const names = (db.prepare(`pragma table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
  db.prepare(
    `with recursive made (n) as (select 1 union all select n + 1 from made where n < ?)
     insert into ${table} (${names.join(', ')})
     select ${names.map((name) => columns[name] ?? name).join(', ')} from ${table}, made where ${table}.id = ?`,
  ).run(count, id);
}
