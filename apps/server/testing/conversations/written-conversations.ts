import type { Database } from '../../src/storage/database.ts';
import { statement } from '../../src/storage/unit.ts';

/** A message of a written conversation. */
export interface Written {
  /** In ms since 1970. */
  readonly at: number;
  readonly role?: 'user' | 'assistant' | 'human';
  readonly status?: string;
  readonly feedback?: string | null;
  readonly input?: number;
  readonly output?: number;
  readonly latency?: number;
}

/** Owners of a conversation. */
export interface Place {
  readonly workspace: string;
  readonly agent: string;
  readonly user?: string | null;
  readonly playground?: boolean;
}

/** Returns the function that writes a conversation of a given time, with its messages, directly into the database. */
export function writerOf(database: () => Database) {
  let serial = 0;
  return async (place: Place, at: number, messages: readonly Written[]): Promise<void> => {
    const db = database();
    serial += 1;
    const id = `conv_${serial}`;
    const of = { workspace_id: place.workspace, agent_id: place.agent, user_id: place.user ?? null };
    const state = { status: 'open', playground: place.playground === true ? 1 : 0 };
    const row = { id, ...of, ...state, created_at: at, updated_at: at };
    const rows = messages.map(({ at: created_at, role = 'user', status = 'complete', ...written }, index) => {
      const { feedback = null, input = null, output = null, latency = null } = written;
      const own = { id: `msg_${serial}_${index}`, workspace_id: place.workspace, conversation_id: id };
      const reply = { input_tokens: input, output_tokens: output, latency_ms: latency };
      return { ...own, role, content: 'x', status, created_at, feedback, ...reply };
    });
    const parts = Array.from({ length: Math.ceil(rows.length / 500) }, (_, part) =>
      rows.slice(part * 500).slice(0, 500),
    );
    await db.write([
      statement(db.query.insertInto('conversations').values(row as never)),
      ...parts.map((part) => statement(db.query.insertInto('messages').values(part as never))),
    ]);
  };
}
