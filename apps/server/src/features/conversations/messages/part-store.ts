import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { jsonArrayOfJson, jsonItems, jsonMember, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import type { Tables } from '../../../storage/tables.ts';

/**
 * The parts of a message as JSON. A message without stored parts has its text, then its citations: so messages of
 * earlier versions need no migration, and the text of most is stored once.
 */
export function partsJson(db: Database, of: ExpressionBuilder<Tables, 'messages'>) {
  const [parts, content, citations] = [
    of.ref('messages.parts'),
    of.ref('messages.content'),
    of.ref('messages.citations'),
  ];
  const text = { type: sql.lit('text'), text: content };
  const citation = { type: sql.lit('citation'), citation: jsonText(db, sql`item.value`) };
  const derived = jsonArrayOfJson(
    db,
    sql`(select ${jsonMember(db, text)} as value, -1 as position where ${content} <> '' union all
      select ${jsonMember(db, citation)}, item.position from ${jsonItems(db, citations)} as item)`,
  );
  return jsonText(
    db,
    sql<string>`case when ${parts} is not null then ${parts}
      when ${citations} <> '[]' then ${derived}
      when ${content} = '' then '[]'
      else '[' || ${jsonObject(db, text)} || ']' end`,
  );
}
