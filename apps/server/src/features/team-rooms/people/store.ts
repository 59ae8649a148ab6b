import type { Database } from '../../../storage/database.ts';
import type { ReadRow, TeamRoomCodeRow, TeamRoomPersonRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';

/** An account at a platform. */
export interface External {
  readonly platform: string;
  readonly id: string;
}

/** Finds the member behind an account at a platform. */
export async function find(db: Database, workspace: string, { platform, id }: External) {
  const [row] = await db.read(
    db.query
      .selectFrom('team_room_people')
      .select(['id', 'user_id as user'])
      .where('workspace_id', '=', workspace)
      .where('platform', '=', platform)
      .where('external_id', '=', id),
  );
  return row;
}

/** Max accounts of a person that are listed. */
const maxListed = 200;

/** Reads the accounts of a person, the newest first; also in workspaces that they have left. */
export const list = (db: Database, user: string): Promise<ReadRow<'team_room_people'>[]> =>
  db.read(
    db.query
      .selectFrom('team_room_people')
      .selectAll()
      .where('user_id', '=', user)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxListed),
  );

/** Connects an account with a person, in place of the person's earlier one and of the account's earlier person. */
export const connect = (db: Database, row: TeamRoomPersonRow): Statement[] => {
  const ofPlatform = () =>
    db.query
      .deleteFrom('team_room_people')
      .where('workspace_id', '=', row.workspace_id)
      .where('platform', '=', row.platform);
  return [
    statement(ofPlatform().where('user_id', '=', row.user_id)),
    statement(ofPlatform().where('external_id', '=', row.external_id)),
    statement(db.query.insertInto('team_room_people').values(row)),
  ];
};

/** Disconnects an account of a person and returns it; throws `orElse` if it isn't theirs. */
export const remove = (
  db: Database,
  user: string,
  id: string,
  orElse: () => Error,
): Statement<{ readonly workspace: string }> =>
  one(
    db.query
      .deleteFrom('team_room_people')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .returning('workspace_id as workspace'),
    orElse,
  );

/** Stores a code in place of the person's earlier one for the workspace. */
export const insertCode = (db: Database, row: TeamRoomCodeRow): Statement[] => [
  statement(
    db.query
      .deleteFrom('team_room_codes')
      .where('user_id', '=', row.user_id)
      .where('workspace_id', '=', row.workspace_id),
  ),
  statement(db.query.insertInto('team_room_codes').values(row)),
];

/** Finds a code that is still valid. */
export async function findCode(
  db: Database,
  workspace: string,
  { digest, now }: { readonly digest: string; readonly now: number },
) {
  const [row] = await db.read(
    db.query
      .selectFrom('team_room_codes')
      .select(['id', 'user_id as user'])
      .where('digest', '=', digest)
      .where('workspace_id', '=', workspace)
      .where('expires_at', '>', now),
  );
  return row;
}

/** Uses a code up; throws `orElse` if it was used meanwhile. */
export const useCode = (db: Database, workspace: string, id: string, orElse: () => Error): Statement =>
  one(db.query.deleteFrom('team_room_codes').where('id', '=', id).where('workspace_id', '=', workspace), orElse);
