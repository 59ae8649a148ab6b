import type { Role } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
import * as store from './store.ts';

/** Number of people per page. Only one page is in memory at a time, even if there are a million people. */
const pageSize = 200;

/** A person's role in a workspace. */
interface Place {
  readonly _id: string;
  readonly name: string;
  readonly role: Role;
}

/** A person, as the operator's command lists them. Times are ISO 8601. */
export interface ListedPerson {
  readonly _id: string;
  readonly email: string;
  readonly name: string;
  readonly status: string;
  readonly verified: boolean;
  readonly account: { readonly _id: string; readonly plan: string };
  readonly workspaces: readonly Place[];
  readonly createdAt: string;
  /** The last sign-in of the sessions that haven't ended; null if there is no such session. */
  readonly lastSignInAt: string | null;
}

/** Dependencies of the list of people. */
export interface ListNeeds {
  readonly db: Database;
  /** The roles of people in workspaces, by their IDs. */
  placesOf(users: readonly string[]): Promise<ReadonlyMap<string, readonly Place[]>>;
  /** The times of the last known sign-ins of people, in milliseconds since 1970, by their IDs. */
  lastSignIns(users: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Reads all people in the order in which they were created, a page at a time. */
export async function* pagesOfPeople({ db, placesOf, lastSignIns }: ListNeeds): AsyncGenerator<ListedPerson[]> {
  let after = '';
  for (;;) {
    const rows = await store.listUsers(db, { after, limit: pageSize });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    const [places, signIns] = [await placesOf(ids), await lastSignIns(ids)];
    yield rows.map((row) => {
      const signedInAt = signIns.get(row.id);
      return {
        ...{ _id: row.id, email: row.email, name: row.name, status: row.status },
        verified: row.verified_at !== null,
        account: { _id: row.account_id, plan: row.plan },
        workspaces: places.get(row.id) ?? [],
        createdAt: new Date(Number(row.created_at)).toISOString(),
        lastSignInAt: signedInAt === undefined ? null : new Date(signedInAt).toISOString(),
      };
    });
    after = ids.at(-1) ?? '';
  }
}
