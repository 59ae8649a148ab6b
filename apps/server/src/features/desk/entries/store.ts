import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { isoTime, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { createList } from '../../../storage/sql/list.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ConversationEntryRow, Tables } from '../../../storage/tables.ts';
import { type Condition, type Statement, statement } from '../../../storage/unit.ts';

/** Max entries that one query reads, and max bytes of them. */
const pageRows = 100;
const pageBytes = 1024 * 1024;

/** An entry, without the version, which is that of its conversation. */
type NewRow = Omit<ConversationEntryRow, 'version'>;

/**
 * Inserts an entry with the version that the conversation has by its change. The change comes first in the unit of work,
 * and locks the row. With `when`, the change comes after it: the unit must lock the row before. Writes nothing if the
 * conversation is gone, or not as `when` says.
 */
export function insert(db: Database, row: NewRow, when?: Condition): Statement {
  const of = db.query
    .selectFrom('conversations')
    .where('conversations.id', '=', row.conversation_id)
    .where('conversations.workspace_id', '=', row.workspace_id)
    .select([
      sql<string>`${row.id}`.as('id'),
      'conversations.workspace_id',
      'conversations.id as conversation_id',
      sql<string>`${row.type}`.as('type'),
      sql<string>`${row.actor}`.as('actor'),
      sql<string>`${row.data}`.as('data'),
      sql<number>`conversations.version + ${sql.lit(when === undefined ? 0 : 1)}`.as('version'),
      sql<number>`cast(${row.created_at} as bigint)`.as('created_at'),
    ]);
  return statement(
    db.query
      .insertInto('conversation_entries')
      .columns(['id', 'workspace_id', 'conversation_id', 'type', 'actor', 'data', 'version', 'created_at'])
      .expression(when === undefined ? of : of.where(when)),
  );
}

/** An entry as JSON, with its actor as it is stored. */
const entryJson = (db: Database, of: ExpressionBuilder<Tables, 'conversation_entries'>) =>
  jsonObject(db, {
    _id: of.ref('conversation_entries.id'),
    conversation: of.ref('conversation_entries.conversation_id'),
    type: of.ref('conversation_entries.type'),
    actor: jsonText(db, of.ref('conversation_entries.actor')),
    data: jsonText(db, of.ref('conversation_entries.data')),
    createdAt: isoTime(db, of.ref('conversation_entries.created_at')),
  });

interface Filters {
  readonly conversation: string;
  /** Only these types; all if undefined. */
  readonly types: readonly string[] | undefined;
}

/** The entries of a conversation, in pages; their actors are as they are stored. */
export const list = createList({
  table: 'conversation_entries',
  sorts: { createdAt: 'created_at' },
  json: entryJson,
  // A note of 10,000 characters, each six bytes in JSON, and 20 tags.
  maxRowBytes: 100_000,
  areInOrder: () => true,
  mayScan: () => false,
  where: (_db, of, { conversation, types }: Filters) => [
    of('conversation_id', '=', conversation),
    types !== undefined && of('type', 'in', types),
  ],
});

/** Versions to read: after one, up to another. */
export interface Span {
  readonly conversation: string;
  readonly after: number;
  readonly version: number;
}

const inSpan = prepared((db, { conversation, after, version }: { readonly [Key in keyof Span]: Span[Key] }) =>
  db.query
    .selectFrom('conversation_entries')
    .select((of) => ['id', 'version', entryJson(db, of).as('json')])
    .where('conversation_id', '=', conversation)
    .where('version', '>', after)
    .where('version', '<=', version)
    .orderBy('version')
    .orderBy('id')
    .limit(pageRows),
);

/** Reads entries by their versions, in order; a part of them. The caller has found the conversation. */
export async function findInSpan(db: Database, span: Span, asker: Asker) {
  const { rows, cut } = await db.readUpTo(inSpan(db, { ...span }), pageBytes, asker);
  return { rows, more: cut || rows.length === pageRows };
}

/** Returns which of some conversations have entries. The caller has found them in their workspaces. */
export async function withEntries(db: Database, conversations: readonly string[]): Promise<ReadonlySet<string>> {
  if (conversations.length === 0) return new Set();
  const found = await db.read(
    db.query
      .selectFrom('conversations')
      .select('id')
      .where('id', 'in', conversations)
      .where((of) =>
        of.exists(
          of.selectFrom('conversation_entries').select('version').whereRef('conversation_id', '=', 'conversations.id'),
        ),
      ),
  );
  return new Set(found.map(({ id }) => id));
}
