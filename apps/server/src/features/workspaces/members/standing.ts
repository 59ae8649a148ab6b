import type { Database } from '../../../storage/database.ts';
import { held } from '../../../storage/sql/held.ts';
import { one, type Statement } from '../../../storage/unit.ts';

/** One person who acts on another; IDs. */
interface Pair {
  readonly actor: string;
  readonly user: string;
}

/**
 * Throws `orElse` unless the actor is above the other person everywhere: the person is active, began in this account
 * and is a member of it alone; in each of their workspaces the actor is an owner, or an admin if they are no owner.
 * Who sets a person's password can act as that person, so an admin must not reach more by it than they have. Joined
 * with the persons: their status and account decide.
 */
export const demandOver = (db: Database, { actor, user }: Pair, orElse: () => Error): Statement[] => {
  const both = db.query.selectFrom('members').select('user_id').where('user_id', 'in', [actor, user]);
  const permitted = db.query
    .selectFrom('users')
    .innerJoin('users as actors', (join) => join.on('actors.id', '=', actor).on('actors.status', '=', 'active'))
    .select('users.id')
    .where('users.id', '=', user)
    .where('users.id', '<>', actor)
    .where('users.status', '=', 'active')
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
  return [...held(db, () => both.orderBy('workspace_id').orderBy('user_id')), one(permitted, orElse)];
};
