import type { Principal } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { lockRows } from '../../../storage/sql/lock-rows.ts';
import { one, type Statement } from '../../../storage/unit.ts';

const operatorCan = 'The operator of the server can reset every password (parley user reset-password).';
const refused = (message: string, hint: string) => new AppError('insufficient_role', message, { hint });

/**
 * Returns the error for a member whose password the principal can't reset for a reason that the list of members shows,
 * too; undefined if it shows none.
 */
export function resetRefusalOf(
  { user, memberships }: Pick<Principal, 'user' | 'memberships'>,
  member: { readonly workspace_id: string; readonly user_id: string; readonly role: string; readonly status: string },
): AppError | undefined {
  if (member.user_id === user.id)
    return refused(
      'You can’t reset your own password here.',
      'Change it with PUT /api/me/password (Settings, Security).',
    );
  if (member.status !== 'active')
    return refused('The password of a suspended member can’t be reset.', 'The operator can activate the member first.');
  if (member.role === 'owner' && memberships.get(member.workspace_id) !== 'owner')
    return refused('Only an owner can reset the password of an owner.', `Ask an owner. ${operatorCan}`);
  return undefined;
}

/** The error for any other reason: it doesn't tell where else the person is a member. */
export const resetNotPermitted = () =>
  refused(
    'You can reset the password only of a member who belongs to this account alone and doesn’t own the instance, and only if you are an admin in each of their workspaces, and an owner where they are one.',
    `Otherwise you could act as the member elsewhere. With mail, members ask for a link themselves. ${operatorCan}`,
  );

/** One person who acts on another; IDs. */
interface Pair {
  readonly actor: string;
  readonly user: string;
}

/**
 * Throws `orElse` unless the actor is above the other person everywhere. The person must be active, have begun in this
 * account, be a member of it alone, and not own the instance. In each of their workspaces the actor must be an owner,
 * or an admin if the person isn't an owner. Setting a person's password allows to act as that person, so an admin must
 * not gain rights by it. Joined with the persons: their status and account decide.
 */
export const demandMayReset = (db: Database, { actor, user }: Pair, orElse: () => Error): Statement[] => {
  const both = db.query.selectFrom('members').select('user_id').where('user_id', 'in', [actor, user]);
  const permitted = db.query
    .selectFrom('users')
    .innerJoin('users as actors', (join) => join.on('actors.id', '=', actor).on('actors.status', '=', 'active'))
    .select('users.id')
    .where('users.id', '=', user)
    .where('users.id', '<>', actor)
    .where('users.status', '=', 'active')
    .where('users.owns_instance', '=', 0)
    .where((of) => of.exists(of.selectFrom('members').select('members.user_id').where('members.user_id', '=', user)))
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('members as theirs')
            .innerJoin('workspaces', 'workspaces.id', 'theirs.workspace_id')
            .leftJoin('members as own', (join) =>
              join.onRef('own.workspace_id', '=', 'theirs.workspace_id').on('own.user_id', '=', actor),
            )
            .select('theirs.user_id')
            .where('theirs.user_id', '=', user)
            .where((each) =>
              each.or([
                each('workspaces.account_id', '<>', each.ref('users.account_id')),
                each('own.role', 'is', null),
                each('own.role', 'not in', ['owner', 'admin']),
                each.and([each('own.role', '=', 'admin'), each('theirs.role', '=', 'owner')]),
              ]),
            ),
        ),
      ),
    );
  return [...lockRows(db, () => both.orderBy('workspace_id').orderBy('user_id')), one(permitted, orElse)];
};
