import type { Place } from '../../schemas/conversations/presence.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { padded } from '../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** A sign that a person, or the visitor, is in a conversation. */
export interface Sign {
  /** The ID of the person, or `visitor`. */
  readonly who: string;
  readonly name: string;
  readonly typing: boolean;
  /** When it counts no more, in ms since 1970. */
  readonly until: number;
}

/** Max signs that one query reads, the latest first, and max workspaces that it reads of. */
const mostRows = 2_000;
const atOnce = 64;

/** Returns the name of a person; empty for one who is gone. */
export async function nameOf(db: Database, user: string): Promise<string> {
  const [row] = await db.read(db.query.selectFrom('users').select('name').where('id', '=', user));
  return row?.name ?? '';
}

const idOf = (conversation: string, who: string) => `${conversation}:${who}`;

/** Writes a sign for other processes. Its row is overwritten by the next one, and swept once it counts no more. */
export function put(
  db: Database,
  { conversation, workspace }: Place,
  { who, typing, until }: Pick<Sign, 'who' | 'typing' | 'until'>,
): Statement {
  const fresh = { is_typing: typing ? 1 : 0, expires_at: until };
  const row = { id: idOf(conversation, who), workspace_id: workspace, conversation_id: conversation, who, ...fresh };
  return statement(
    db.query
      .insertInto('conversation_presence')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh)),
  );
}

/** Reads the signs of workspaces that count at a time. */
export async function read(
  db: Database,
  workspaces: readonly string[],
  now: number,
): Promise<readonly (Place & Sign)[]> {
  const found: (Place & Sign)[] = [];
  for (let from = 0; from < workspaces.length; from += atOnce) {
    const rows = await db.read(
      db.query
        .selectFrom('conversation_presence as signs')
        .leftJoin('users', 'users.id', 'signs.who')
        .select(['signs.conversation_id', 'signs.workspace_id', 'signs.who', 'signs.is_typing', 'signs.expires_at'])
        .select('users.name')
        .where('signs.workspace_id', 'in', padded(workspaces.slice(from, from + atOnce)))
        .where('signs.expires_at', '>', now)
        .orderBy('signs.expires_at', 'desc')
        .limit(mostRows),
    );
    for (const { conversation_id: conversation, workspace_id: workspace, who, ...row } of rows) {
      const sign = { who, name: row.name ?? '', typing: Number(row.is_typing) === 1, until: Number(row.expires_at) };
      found.push({ conversation, workspace, ...sign });
    }
  }
  return found;
}

/** The signs in a workspace, for its deletion. */
export const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) => {
    const signs = db.query.selectFrom('conversation_presence').select('id').where('workspace_id', '=', workspace);
    const ids = (await db.read(signs.limit(portion.rows))).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const rest = db.query.deleteFrom('conversation_presence').where('id', 'in', ids);
    return { statements: [statement(rest.where('workspace_id', '=', workspace))] };
  },
});
