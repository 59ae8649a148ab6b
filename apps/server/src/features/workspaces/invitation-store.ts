import type { Database } from '../../storage/database.ts';
import { held } from '../../storage/sql/held.ts';
import type { Page } from '../../storage/sql/page.ts';
import type { InvitationRow } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** Makes an invitation in place of an older one to the same address, also where both are made at the same moment. */
export const insertInvitation = (db: Database, row: InvitationRow): Statement[] => {
  const { workspace_id: _workspace, email: _email, ...rest } = row;
  const query = db.query.insertInto('invitations').values(row);
  return [statement(query.onConflict((older) => older.columns(['workspace_id', 'email']).doUpdateSet(rest)))];
};

/**
 * The invitations that hold: those whose maker could make them now. Who has been removed, demoted or suspended since may
 * still have the link, and would come back by it.
 */
const holding = (db: Database, now: number) =>
  db.query
    .selectFrom('invitations')
    .innerJoin('members as inviters', (join) =>
      join
        .onRef('inviters.workspace_id', '=', 'invitations.workspace_id')
        .onRef('inviters.user_id', '=', 'invitations.invited_by'),
    )
    .innerJoin('users', 'users.id', 'inviters.user_id')
    .where('users.status', '=', 'active')
    .where((of) =>
      of.or([
        of('inviters.role', '=', 'owner'),
        of.and([of('inviters.role', '=', 'admin'), of('invitations.role', '<>', 'owner')]),
      ]),
    )
    .where('invitations.expires_at', '>', now);

/** Reads the open invitations of a workspace, one more than a page holds. */
export function listInvitations(db: Database, workspace: string, { limit, after, now }: Page & { now: number }) {
  let query = holding(db, now).selectAll('invitations').where('invitations.workspace_id', '=', workspace);
  if (after !== undefined) {
    query = query.where((of) =>
      of(of.refTuple('invitations.created_at', 'invitations.id'), '<', of.tuple(Number(after.key), after.id)),
    );
  }
  return db.read(
    query
      .orderBy('invitations.created_at', 'desc')
      .orderBy('invitations.id', 'desc')
      .limit(limit + 1),
  );
}

/** Counts the open invitations of a workspace. */
export async function countInvitations(db: Database, workspace: string, now: number): Promise<number> {
  const query = holding(db, now).where('invitations.workspace_id', '=', workspace);
  const [row] = await db.read(query.select((of) => of.fn.countAll<number>().as('total')));
  return Number(row?.total ?? 0);
}

/** Deletes an invitation of a workspace. */
export const removeInvitation = (db: Database, workspace: string, id: string, orElse: () => Error): Statement =>
  one(db.query.deleteFrom('invitations').where('workspace_id', '=', workspace).where('id', '=', id), orElse);

/** Which invitation is used up, and what is thrown where it holds no longer. */
interface Use {
  readonly id: string;
  readonly invitedBy: string;
  readonly now: number;
  readonly orElse: () => Error;
}

/** Deletes an invitation because it is accepted. Its maker is held: who is demoted at this moment invites nobody. */
export const useInvitation = (db: Database, workspace: string, { id, invitedBy, now, orElse }: Use): Statement[] => {
  const maker = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  const person = db.query.selectFrom('users').select('id').where('id', '=', invitedBy);
  return [
    ...held(db, maker.where('user_id', '=', invitedBy)),
    ...held(db, person),
    one(holding(db, now).select('invitations.id').where('invitations.id', '=', id), orElse),
    removeInvitation(db, workspace, id, orElse),
  ];
};

/** Finds an open invitation by the digest of its token, with its workspace. */
export async function findInvitation(db: Database, digest: string, now: number) {
  const [row] = await db.read(
    holding(db, now)
      .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
      .selectAll('invitations')
      .select(['workspaces.name as workspace_name', 'workspaces.account_id'])
      .where('digest', '=', digest),
  );
  return row;
}
