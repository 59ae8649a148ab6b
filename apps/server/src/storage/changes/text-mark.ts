import { type Expression, sql } from 'kysely';
import type { Database } from '../database.ts';
import { jsonMember } from '../sql/json.ts';
import { sqliteSha256 } from '../sqlite/sha256.ts';

/** An SQL expression for the digest and the length of a text, as a member of a JSON object. */
export const markOf = (db: Database, text: Expression<string>) =>
  jsonMember(db, {
    sha256:
      db.engine === 'sqlite'
        ? sql`${sql.raw(sqliteSha256)}(${text})`
        : sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
    length: sql`length(${text})`,
  });
