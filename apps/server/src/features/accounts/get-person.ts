import type { Principal } from '../../access/actor.ts';
import { principalGone } from '../../access/ended-credentials.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadRow } from '../../storage/tables.ts';
import { findUser, isGone } from './store.ts';

/** Reads the person of a principal. Throws a 401 if they were deleted while the request was handled. */
export async function getPerson(db: Database, principal: Principal): Promise<ReadRow<'users'>> {
  const person = await findUser(db, { id: principal.user.id });
  if (person === undefined || isGone(person)) throw principalGone(principal);
  return person;
}
