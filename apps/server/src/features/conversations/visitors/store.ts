import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/sql/json.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { Tables } from '../../../storage/tables.ts';

/** Data about the visitor of a conversation, as a member of its JSON. */
export function visitorJson(db: Database, of: ExpressionBuilder<Tables, 'conversations'>) {
  const [form, context] = [of.ref('conversations.visitor_form'), of.ref('conversations.visitor_page')];
  const isUnknown = sql`${form} is null and ${context} is null`;
  const answers = jsonText(db, sql<string>`coalesce(${form}, '{}')`);
  return db.engine === 'sqlite'
    ? sql`json(case when ${isUnknown} then null
        else json_object('form', ${answers}, 'context', ${jsonText(db, context)}) end)`
    : sql`case when ${isUnknown} then null
        else json_build_object('form', ${answers}, 'context', ${jsonText(db, context)}) end`;
}

const latest = prepared((db, args: { workspace: string; channel: string; user: string }) =>
  db.query
    .selectFrom('conversations')
    .select('visitor_form')
    .where('workspace_id', '=', args.workspace)
    .where('user_id', '=', args.user)
    .where('channel_id', '=', args.channel)
    .where('visitor_form', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** Finds the latest answers of a visitor on a channel, as JSON. */
export async function findAnswers(
  db: Database,
  workspace: string,
  { channel, user }: { readonly channel: string; readonly user: string },
): Promise<string | undefined> {
  const [row] = await db.read(latest(db, { workspace, channel, user }));
  return row?.visitor_form ?? undefined;
}
