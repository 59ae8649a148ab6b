import { type RawBuilder, sql } from 'kysely';
import type { Wanted } from '../../text/words.ts';
import type { Database } from '../database.ts';
import { type Statement, statement } from '../unit.ts';
import { prepared } from './prepared.ts';

/** Number of characters at the end of a workspace's ID that stand before each of its words. */
const keyLength = 8;

/** Stands for the workspace in the text of a search; no word contains it. */
const place = '~';

/**
 * A search in the words of the engine. Each word has its workspace before it, so the words of a workspace are together
 * in the index and no search reads another's. A match is compared with the workspace as well: two may have one key.
 */
export function wordSearch(db: Database, { words, prefixes }: Wanted): string | undefined {
  if (words.length + prefixes.length === 0) return undefined;
  return db.engine === 'sqlite'
    ? [...words.map((word) => `"${place}${word}"`), ...prefixes.map((word) => `"${place}${word}"*`)].join(' AND ')
    : [...words.map((word) => `'${place}${word}'`), ...prefixes.map((word) => `'${place}${word}':*`)].join(' & ');
}

/** The messages of workspaces that match a search, as a table expression: `message_id, conversation_id`. */
export function messagesWith(db: Database, workspaces: readonly string[], search: string): RawBuilder<unknown> {
  const length = sql.lit(keyLength);
  const within = sql.join(workspaces);
  return db.engine === 'sqlite'
    ? // In this order: the index is asked once for each workspace.
      sql`(select found.message_id, found.conversation_id from workspaces as searched
        cross join message_words_index as words
          on words.message_words_index match replace(${search}, ${sql.lit(place)}, substr(searched.id, -${length}))
        cross join message_words as found on found.id = words.rowid and found.workspace_id = searched.id
        where searched.id in (${within}))`
    : sql`(select found.message_id, found.conversation_id from workspaces as searched
        cross join lateral (select message_id, conversation_id from message_words
          where words @@ cast(replace(${search}, ${sql.lit(place)}, right(searched.id, ${length})) as tsquery)
            and workspace_id = searched.id offset 0) as found
        where searched.id in (${within}))`;
}

/** A message and its words as they are indexed. */
export interface IndexedMessage {
  readonly id: string;
  readonly workspace: string;
  readonly conversation: string;
  readonly words: Iterable<string>;
}

/**
 * Empties the index if it is damaged, so that its messages can be indexed again; true if it was. PostgreSQL's index is
 * as sound as its other indexes.
 */
export async function emptyIfDamaged(db: Database): Promise<boolean> {
  if (db.engine !== 'sqlite') return false;
  const check = sql`pragma integrity_check('message_words_index')`;
  const findings = await db.read<{ integrity_check: string }>(check.compile(db.query));
  const isSound = findings.every(({ integrity_check: finding }) => finding === 'ok');
  if (isSound) return false;
  await db.write([
    { sql: `insert into message_words_index (message_words_index) values ('delete-all')`, parameters: [] },
  ]);
  return true;
}

/**
 * The statements that index the words of a message, again if it is indexed. Throws `onMissing` if it was deleted
 * meanwhile.
 */
export function indexWords(db: Database, message: IndexedMessage, onMissing: () => Error): Statement[] {
  const { id, workspace, conversation } = message;
  const key = workspace.slice(-keyLength);
  const words = [...message.words].map((word) => key + word);
  if (words.length === 0) return [];
  if (db.engine === 'sqlite')
    return [
      statement(insertRow(db, { id, workspace, conversation }), { onMissing }),
      statement(insertWords(db, { id, words: words.join(' ') })),
    ];
  return [statement(insertVector(db, { id, workspace, conversation, words: JSON.stringify(words) }), { onMissing })];
}

interface Message {
  readonly id: string;
  readonly workspace: string;
  readonly conversation: string;
}

const insertRow = prepared((db, { id, workspace, conversation }: Message) =>
  db.query
    .insertInto('message_words')
    .values({
      ...{ message_id: id, workspace_id: workspace, conversation_id: conversation },
    })
    .onConflict((indexed) => indexed.doNothing()),
);

const insertWords = prepared((db, { id, words }: { readonly id: string; readonly words: string }) => {
  const insert = sql`insert or replace into message_words_index (rowid, words)
    select id, ${words} from message_words where message_id = ${id}`;
  return { compile: () => insert.compile(db.query) };
});

const insertVector = prepared((db, { id, workspace, conversation, words }: Message & { readonly words: string }) => {
  const insert = sql`insert into message_words (message_id, workspace_id, conversation_id, words)
    values (${id}, ${workspace}, ${conversation},
      array_to_tsvector(array(select jsonb_array_elements_text(cast(${words} as jsonb)))))
    on conflict (message_id) do update set words = excluded.words`;
  return { compile: () => insert.compile(db.query) };
});
