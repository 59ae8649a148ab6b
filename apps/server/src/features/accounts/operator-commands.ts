import { operator } from '../../access/actor.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Statement } from '../../storage/unit.ts';
import { type DeactivationNeeds, deactivate } from './deactivate.ts';
import { emailTaken, noUser } from './service.ts';
import * as store from './store.ts';
import { changesOfUser, type UserChangeNeeds, updateEvents, verifyAddress } from './user-changes.ts';

/** Dependencies of the operator's commands for people. */
export interface OperatorCommandNeeds extends UserChangeNeeds, DeactivationNeeds {
  /** Ends all memberships of a person. Throws `last_owner` if a workspace would be left without an owner. */
  departureOf(user: string): Promise<{ workspaces: readonly string[]; statements: readonly Statement[] }>;
  forgetCallers(): void;
}

/** The operator's commands for the addresses of people: verify, change, give back. */
export function createOperatorCommands(needs: OperatorCommandNeeds) {
  const { db, now, forgetCallers } = needs;
  const get = async (email: string) => {
    const user = await store.findUser(db, { email });
    if (user === undefined) throw noUser();
    return user;
  };

  return {
    /** Notes that a person's address is theirs, so that they may join other accounts. */
    verify: async (address: string): Promise<void> => {
      await db.write({ verified: await verifyAddress(needs, await get(address), { by: operator }) });
    },

    /**
     * Makes a person the owner of the instance, in place of the present owner. Throws `member_not_found` unless they
     * are active.
     */
    ownInstance: async (address: string): Promise<void> => {
      const { id, account_id: account } = await get(address);
      await db.write({
        held: store.hold(db, id),
        event: needs.record(operator, {
          ...{ type: 'user.updated', account, data: { user: id, fields: ['ownsInstance'] } },
          changes: changesOfUser({ id }, { owns_instance: 1 }),
        }),
        owner: store.setOwner(db, id, noUser),
      });
    },

    /**
     * Changes a person's address; keys, sessions, memberships and the password stay, and so does whether the address
     * is verified. Throws `name_conflict` if another person has the new one.
     */
    rename: async (address: string, to: string): Promise<void> => {
      const user = await get(address);
      const { id } = user;
      const email = to.toLowerCase();
      const changes = changesOfUser({ id }, { email });
      await db.write({
        held: store.hold(db, id),
        events: await updateEvents(needs, user, { by: operator, field: 'email', changes }),
        user: store.setEmail(db, id, { email, now: now(), orElse: noUser, onConflict: emailTaken }),
        authority: bumpAuthority(db),
      });
      forgetCallers();
    },

    /**
     * Removes a person for good: ends memberships and sessions, revokes keys and frees the address. Objects that the
     * person created stay. Throws `last_owner` if a workspace would be left without an owner.
     */
    remove: async (address: string): Promise<{ workspaces: number }> => {
      const user = await get(address);
      const { workspaces, statements } = await needs.departureOf(user.id);
      await db.write({
        held: store.hold(db, user.id),
        members: statements,
        farewell: await deactivate(needs, user, { by: operator, left: workspaces, status: 'removed' }),
        authority: bumpAuthority(db),
      });
      forgetCallers();
      return { workspaces: workspaces.length };
    },
  };
}
