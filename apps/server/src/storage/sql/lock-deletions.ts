import type { Database } from '../database.ts';
import { type Statement, statement } from '../unit.ts';

/**
 * Lets one deletion in an account wait for another one until its unit of work ends, so that what follows in the unit
 * sees what the other one deleted. Other writers, whose rows refer to the account, don't wait. SQLite runs units one at
 * a time.
 */
export const lockDeletions = (db: Database, account: string): Statement[] =>
  db.engine === 'sqlite'
    ? []
    : [statement(db.query.selectFrom('accounts').select('id').where('id', '=', account).forNoKeyUpdate())];
