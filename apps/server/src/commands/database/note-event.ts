import { operator } from '../../access/actor.ts';
import type { Happening } from '../../events/happening.ts';
import { instanceAccount } from '../../features/accounts/store.ts';
import { recordEvent } from '../../features/events/record.ts';
import type { Database } from '../../storage/database.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { missingMigrations } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/opening/open-database.ts';

/** The event of a command that works on the whole database. */
type DatabaseEvent = Extract<
  Happening,
  { readonly type: 'backup.created' | 'backup.restored' | 'database.migrated' | 'database.moved' }
>;

/** A database to open: the embedded one of a folder if it has no URL. */
interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

const now = () => Date.now();

const tell = (message: string) => {
  process.stderr.write(`${message}\n`);
};

/**
 * Writes an event into a database that is open, in the account of the instance's owner. The command has done its work
 * already, so a failure is only told. A database without an owner or of an earlier version stays as it is.
 */
export async function noteEventIn(db: Database, event: DatabaseEvent): Promise<void> {
  try {
    if ((await missingMigrations(db, migrations)).length > 0) return;
    const account = await instanceAccount(db);
    if (account === undefined) return;
    await db.write([recordEvent({ db, now }, operator, { ...event, account })]);
  } catch (error) {
    failed(event, error);
  }
}

/** Opens a database for `noteEventIn`. */
export async function noteEvent({ dataDir, databaseUrl }: Place, event: DatabaseEvent): Promise<void> {
  try {
    const onFatal = (error: Error) => tell(error.message);
    const db = await openDatabase({ dataDir, databaseUrl, now, onFatal, onNotice: tell });
    await noteEventIn(db, event).finally(db.close);
  } catch (error) {
    failed(event, error);
  }
}

const failed = ({ type }: DatabaseEvent, error: unknown) =>
  tell(`The event ${type} could not be written: ${error instanceof Error ? error.message : String(error)}`);
