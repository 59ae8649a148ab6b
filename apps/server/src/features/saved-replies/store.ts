import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Asker } from '../../storage/scans/scan-queue.ts';
import { contains, lowerLatin } from '../../storage/sql/contains.ts';
import { isoTime, jsonObject, jsonText, membersOf } from '../../storage/sql/json.ts';
import { createList } from '../../storage/sql/list.ts';
import type { Tables } from '../../storage/tables.ts';
import { createTeamRows, isSeenBy } from '../../storage/team-rows.ts';
import type { SavedReplySelection } from './schema.ts';

/** A saved reply as JSON; whole without `fields`. */
function replyJson(db: Database, of: ExpressionBuilder<Tables, 'saved_replies'>, fields?: readonly string[]) {
  const isShared = sql<string>`case when ${of.ref('saved_replies.owner')} = '' then 'true' else 'false' end`;
  const whole = {
    _id: of.ref('saved_replies.id'),
    workspace: of.ref('saved_replies.workspace_id'),
    name: of.ref('saved_replies.name'),
    text: of.ref('saved_replies.text'),
    isShared: jsonText(db, isShared),
    createdBy: of.ref('saved_replies.created_by'),
    createdAt: isoTime(db, of.ref('saved_replies.created_at')),
    updatedAt: isoTime(db, of.ref('saved_replies.updated_at')),
  };
  return jsonObject(db, membersOf(whole, fields));
}

/** The rows of saved replies. */
export const savedReplies = createTeamRows({ table: 'saved_replies', json: replyJson });

interface Filters {
  /** The person who asks. */
  readonly person: string;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
}

const list = createList({
  table: 'saved_replies',
  sorts: { name: 'name_folded', createdAt: 'created_at', updatedAt: 'updated_at' },
  textSorts: ['name'],
  json: replyJson,
  // A text of 10,000 characters, each up to six bytes in JSON.
  maxRowBytes: 61_000,
  // A workspace has 1,000 at most.
  areInOrder: () => false,
  mayScan: ({ text }: Filters) => text !== undefined,
  where: (db, of, { person, text }: Filters) => [
    isSeenBy(of.ref('saved_replies.owner'), person),
    text !== undefined &&
      of.or([
        contains(db, of.ref('saved_replies.name_folded'), text),
        contains(db, lowerLatin(db, of.ref('saved_replies.text')), text),
      ]),
  ],
});

/** Reads a page of the saved replies that a person sees in the workspaces within reach. Throws `cursor_invalid`. */
export const readSavedReplies = (
  db: Database,
  reach: Reach,
  { query, person, ...asker }: Asker & { readonly query: SavedReplySelection; readonly person: string },
): Promise<string> => {
  const filters = { person, text: query.q?.trim().normalize('NFC').toLowerCase() };
  return list.read(db, { reach, filters, scan: { ...asker, narrow: 'Set workspaceId, and leave out q.' } }, query);
};
