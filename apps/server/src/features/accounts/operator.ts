import { operator, type SystemActor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { emailTaken, noUser } from './service.ts';
import * as store from './store.ts';

/** Dependencies of the operator's commands for people. */
export interface PeopleNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** The workspaces that a person is a member of. */
  membershipsOf(user: string): Promise<ReadonlyMap<string, unknown>>;
  /** Ends all memberships of a person. Throws `last_owner` if a workspace would be left without an owner. */
  departureOf(user: string): Promise<{ workspaces: readonly string[]; statements: readonly Statement[] }>;
  /** Returns the statements that revoke every key of a person. */
  revokeKeys(user: string): Promise<readonly Statement[]>;
  /** Returns the statement that ends every session of a person. */
  endSessions(user: string): Statement;
  forgetCallers(): void;
  record(
    actor: SystemActor,
    event: {
      readonly type: 'member.updated' | 'member.removed';
      readonly workspace: string;
      readonly data: Readonly<Record<string, unknown>>;
    },
  ): Statement;
}

const changed = () =>
  new AppError('version_conflict', 'The person has changed meanwhile.', { hint: 'Run the command again.' });

/** The operator's commands for the addresses of people: verify, change, give back. */
export function createPeople({ db, now, forgetCallers, record, ...needs }: PeopleNeeds) {
  const get = async (email: string) => {
    const user = await store.findUser(db, { email });
    if (user === undefined) throw noUser();
    return user;
  };

  /** One event in each workspace of a person. */
  const tell = async (user: string, field: 'email' | 'verified'): Promise<Statement[]> =>
    [...(await needs.membershipsOf(user)).keys()].map((workspace) =>
      record(operator, { type: 'member.updated', workspace, data: { user, fields: [field] } }),
    );

  return {
    /** Notes that a person's address is theirs, so that they may join other accounts. */
    verify: async (address: string): Promise<void> => {
      const { id, email, verified_at: verifiedAt } = await get(address);
      if (verifiedAt !== null) return;
      await db.write({
        user: store.verify(db, id, { email, now: now() }, changed),
        events: await tell(id, 'verified'),
      });
    },

    /**
     * Changes a person's address; keys, sessions, memberships and the password stay, and so does whether the address
     * is verified. Throws `name_conflict` if another person has the new one.
     */
    rename: async (address: string, to: string): Promise<void> => {
      const { id } = await get(address);
      await db.write({
        user: store.setEmail(db, id, { email: to.toLowerCase(), now: now(), orElse: noUser, onConflict: emailTaken }),
        events: await tell(id, 'email'),
        authority: bumpAuthority(db),
      });
      forgetCallers();
    },

    /**
     * Removes a person for good: memberships and sessions end, keys are revoked, the address is free. What the person
     * created stays. Throws `last_owner` if a workspace would be left without an owner.
     */
    remove: async (address: string): Promise<{ workspaces: number }> => {
      const { id } = await get(address);
      const { workspaces, statements } = await needs.departureOf(id);
      await db.write({
        held: store.hold(db, id),
        members: statements,
        keys: await needs.revokeKeys(id),
        sessions: needs.endSessions(id),
        user: store.remove(db, id, now(), changed),
        events: workspaces.map((workspace) =>
          record(operator, { type: 'member.removed', workspace, data: { user: id } }),
        ),
        authority: bumpAuthority(db),
      });
      forgetCallers();
      return { workspaces: workspaces.length };
    },
  };
}
