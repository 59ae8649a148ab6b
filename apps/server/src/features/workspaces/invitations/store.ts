import type { Delivery } from '../../../mail/mail.ts';
import type { Database } from '../../../storage/database.ts';
import { liveWorkspace } from '../../../storage/sql/alive.ts';
import { lockRows } from '../../../storage/sql/lock-rows.ts';
import { readSorted } from '../../../storage/sql/sorted.ts';
import type { InvitationRow } from '../../../storage/tables.ts';
import { one, type Statement, statement } from '../../../storage/unit.ts';
import type { InvitationQuery } from './schema.ts';

/** Inserts an invitation, which replaces an earlier or concurrent one for the same address. */
export const insertInvitation = (db: Database, row: InvitationRow, onMissing: () => Error): Statement[] => {
  const { workspace_id: workspace, email: _email, ...rest } = row;
  const query = db.query.insertInto('invitations').values({ ...row, workspace_id: liveWorkspace(workspace) });
  const replacing = query.onConflict((older) => older.columns(['workspace_id', 'email']).doUpdateSet(rest));
  return [statement(replacing, { onMissing })];
};

/**
 * The valid invitations: joined with their creators, who must still have the right to create them. A creator who was
 * removed, demoted or suspended may still have the link and could return through it.
 */
const holding = (db: Database, now: number) =>
  db.query
    .selectFrom('invitations')
    .innerJoin('members', (join) =>
      join
        .onRef('members.workspace_id', '=', 'invitations.workspace_id')
        .onRef('members.user_id', '=', 'invitations.invited_by'),
    )
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('users.status', '=', 'active')
    .where((of) =>
      of.or([
        of('members.role', '=', 'owner'),
        of.and([of('members.role', '=', 'admin'), of('invitations.role', '<>', 'owner')]),
      ]),
    )
    .where('invitations.expires_at', '>', now);

/** The invitations of a workspace that are open at a time (milliseconds since 1970). */
interface Open {
  readonly workspace: string;
  readonly now: number;
}

const openOf = (db: Database, { workspace, now }: Open) =>
  holding(db, now).selectAll('invitations').where('invitations.workspace_id', '=', workspace);

const sorts = {
  id: 'invitations.id',
  integers: { createdAt: 'invitations.created_at' },
  texts: { email: 'invitations.email' },
} as const;

/** Reads a page of the open invitations of a workspace as JSON text: at most the quota `invitations` of its account. */
export const listInvitations = (
  db: Database,
  open: Open,
  list: { readonly query: InvitationQuery; toJson(row: InvitationRow): object },
): Promise<string> => readSorted(db, openOf(db, open), { ...list, sorts });

/** Finds an open invitation of a workspace. */
export async function findOpen(db: Database, open: Open, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db.read(openOf(db, open).where('invitations.id', '=', id));
  return row;
}

/** True if an invitation still exists and works at a time. For the service itself, across workspaces. */
export async function isOpen(db: Database, id: string, now: number): Promise<boolean> {
  const [row] = await db.read(holding(db, now).select('invitations.id').where('invitations.id', '=', id));
  return row !== undefined;
}

/** Notes the delivery of an invitation's mail, if the invitation still exists. */
export const noteDelivery = (db: Database, id: string, { state, error, at }: Delivery): Statement =>
  statement(
    db.query
      .updateTable('invitations')
      .set({ mail_state: state, mail_error: error, mail_state_at: at })
      .where('id', '=', id),
  );

/** Deletes an invitation of a workspace. */
export const removeInvitation = (db: Database, workspace: string, id: string, orElse: () => Error): Statement =>
  one(db.query.deleteFrom('invitations').where('workspace_id', '=', workspace).where('id', '=', id), orElse);

/** The invitation to accept, and the error if it is no longer valid. */
interface Use {
  readonly id: string;
  readonly invitedBy: string;
  /** The statements that lock a person. */
  holdUser(user: string): readonly Statement[];
  readonly now: number;
  readonly orElse: () => Error;
}

/** Deletes an accepted invitation. Locks its creator's role: an invitation ends with the right to create it. */
export const useInvitation = (
  db: Database,
  workspace: string,
  { id, invitedBy, holdUser, now, orElse }: Use,
): Statement[] => {
  const maker = db.query.selectFrom('members').select('user_id').where('workspace_id', '=', workspace);
  return [
    ...lockRows(db, () => maker.where('user_id', '=', invitedBy)),
    ...holdUser(invitedBy),
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
