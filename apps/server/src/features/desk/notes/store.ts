import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** A note in its conversation. */
interface Place {
  readonly conversation: string;
  readonly note: string;
}

/** Finds a note. The caller has found the conversation in the workspace. */
export async function find(db: Database, workspace: string, { conversation, note }: Place) {
  const [row] = await db.read(
    db.query
      .selectFrom('conversation_entries')
      .select(['actor', 'data', 'version', 'created_at'])
      .where('id', '=', note)
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('type', '=', 'noted'),
  );
  return row && { ...row, version: Number(row.version), created_at: Number(row.created_at) };
}

/** The new data of a note as JSON, the version that it must have, and the error if it has another one. */
interface Change extends Place {
  readonly data: string;
  readonly version: number;
  readonly orElse: () => Error;
}

/**
 * Changes a note, and gives it the version of its conversation, so that those who follow the conversation get it again.
 * The change of the conversation comes before it in the unit of work.
 */
export const change = (
  db: Database,
  workspace: string,
  { conversation, note, data, version, orElse }: Change,
): Statement =>
  statement(
    db.query
      .updateTable('conversation_entries')
      .set({
        data,
        version: sql<number>`(select conversations.version from conversations
          where conversations.id = conversation_entries.conversation_id)`,
      })
      .where('id', '=', note)
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('version', '=', version),
    { rows: 1, orElse },
  );

/** Throws `orElse` if a conversation has as many notes as it may. The change of its row makes two writers count in turn. */
export const demandRoom = (
  db: Database,
  {
    conversation,
    most,
    orElse,
  }: { readonly conversation: string; readonly most: number; readonly orElse: () => Error },
): Statement =>
  statement(
    db.query
      .selectFrom('conversation_entries')
      .select(sql<number>`count(*)`.as('notes'))
      .where('conversation_id', '=', conversation)
      // As a literal, so that the index of notes is used.
      .where('type', '=', sql.lit('noted'))
      .having(sql<boolean>`count(*) < ${most}`),
    { rows: 1, orElse },
  );
