import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isoTime, jsonText } from '../sql/json.ts';
import type { Tables } from '../tables.ts';

/** The satisfaction of the visitor of a conversation, as a member of its JSON. */
export function satisfactionJson(db: Database, of: ExpressionBuilder<Tables, 'conversations'>) {
  const score = of.ref('conversations.satisfaction_score');
  const [comment, ratedAt] = [of.ref('conversations.satisfaction_comment'), of.ref('conversations.satisfaction_at')];
  const members = sql`'score', ${score}, 'comment', ${comment}, 'ratedAt', ${isoTime(db, ratedAt)}`;
  return db.engine === 'sqlite'
    ? sql`json(case when ${score} is null then null else json_object(${members}) end)`
    : sql`case when ${score} is null then null else json_build_object(${members}) end`;
}

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
