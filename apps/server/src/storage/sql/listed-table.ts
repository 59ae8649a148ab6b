import type { AliasableExpression, Expression, ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

/** The tables that are listed as JSON; each row has an `id` and a `workspace_id`. */
export type ListedTable =
  | 'agents'
  | 'channels'
  | 'channel_outbox'
  | 'conversations'
  | 'conversation_entries'
  | 'knowledge_sources'
  | 'messages'
  | 'saved_replies'
  | 'teams'
  | 'tool_calls'
  | 'tool_connections'
  | 'tools'
  | 'views'
  | 'webhook_deliveries'
  | 'webhooks';

/** Describes a list of a tenant's rows: table, sort keys, filters and the JSON of a row. */
export interface ListSpec<Table extends ListedTable, Key extends string, Filters> {
  readonly table: Table;
  /** The column of each sort key. */
  readonly sorts: Readonly<Record<Key, keyof Tables[Table] & string>>;
  /** Sort keys with text columns; all others are integers. */
  readonly textSorts?: readonly string[];
  json(db: Database, of: ExpressionBuilder<Tables, Table>, fields?: readonly string[]): AliasableExpression<string>;
  /** The conditions for the given filters, in the workspaces within reach; false for a filter that isn't set. */
  where(
    db: Database,
    of: ExpressionBuilder<Tables, Table>,
    filters: Filters & { readonly reach: readonly string[] },
  ): readonly (Expression<SqlBool> | false)[];
  /**
   * True if an index of each sort key holds the rows of a workspace that match the filters in order. Then a page is
   * read in one pass. Otherwise its rows are sorted first, without their JSON, which would be built for all of them.
   */
  areInOrder(filters: Filters): boolean;
  /** True if a page may take long to find with these filters, because many rows may be read for few that match. */
  mayScan(filters: Filters): boolean;
  /** Max bytes of the JSON of a row. */
  readonly maxRowBytes: number;
  /** Bytes of a row's long texts: for `readLarge`, and where a page may have more bytes than it should. */
  octets?(of: ExpressionBuilder<Tables, Table>): Expression<number>;
  /** The rows that aren't shown, although they match the filters. There may be very many of them. */
  readonly hidden?: {
    /** True if rows may exist. */
    any(db: Database, reach: readonly string[]): Promise<boolean>;
    isShown(of: ExpressionBuilder<Tables, Table>): RawBuilder<boolean>;
  };
}
