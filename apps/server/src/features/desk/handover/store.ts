import { sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';

/** A channel that may hand over; its settings are JSON. */
export interface HandoverChannel {
  readonly workspace: string;
  readonly type: string;
  readonly settings: string;
}

/** Finds a channel in some workspaces. */
export async function findChannel(db: Database, reach: Reach, id: string): Promise<HandoverChannel | undefined> {
  if (reach.length === 0) return undefined;
  const [row] = await db.read(
    db.query
      .selectFrom('channels')
      .select(['workspace_id as workspace', 'type', 'settings'])
      .where('id', '=', id)
      .where('workspace_id', 'in', reach)
      .where('deleted_at', 'is', null)
      .where(isAlive(sql.ref('channels.agent_id'))),
  );
  return row;
}

/** A handover, and the first message of a person after it; in ms since 1970. */
export interface Handover {
  readonly asked: number;
  readonly answered: number | undefined;
}

/** Max handovers that are read. */
const mostHandovers = 200;

/** The latest handovers of a workspace after a time, with their answers. */
export async function latestHandovers(db: Database, workspace: string, after: number): Promise<readonly Handover[]> {
  const rows = await db.read(
    db.query
      .selectFrom('conversation_entries as entries')
      .select((of) => [
        'entries.created_at as asked',
        of
          .selectFrom('messages')
          .select('messages.created_at')
          .whereRef('messages.conversation_id', '=', 'entries.conversation_id')
          .whereRef('messages.created_at', '>=', 'entries.created_at')
          .where('messages.role', '=', 'human')
          .orderBy('messages.created_at')
          .limit(1)
          .as('answered'),
      ])
      .where('entries.workspace_id', '=', workspace)
      // Not a parameter: the index is of these rows only.
      .where('entries.type', '=', sql.lit('handed_over'))
      .where('entries.created_at', '>', after)
      .orderBy('entries.created_at', 'desc')
      .limit(mostHandovers),
  );
  return rows.map(({ asked, answered }) => ({
    asked: Number(asked),
    answered: answered === null ? undefined : Number(answered),
  }));
}

/** Max messages by which the language of a conversation is told. */
const mostTexts = 10;

/** The latest texts of a conversation, those of its user first. */
export async function latestTexts(db: Database, workspace: string, conversation: string): Promise<readonly string[]> {
  const rows = await db.read(
    db.query
      .selectFrom('messages')
      .select(['role', sql<string>`substr(content, 1, 500)`.as('text')])
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .orderBy('created_at', 'desc')
      .limit(mostTexts),
  );
  const of = (isUser: boolean) => rows.filter(({ role }) => (role === 'user') === isUser).map(({ text }) => text);
  return [of(true).join('\n'), of(false).join('\n')];
}
