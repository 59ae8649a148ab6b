import { operator } from '../../access/actor.ts';
import type { Happening } from '../../events/happening.ts';
import { instanceAccount } from '../../features/accounts/store.ts';
import { recordEvent } from '../../features/events/record.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { missingMigrations } from '../../storage/migrations/migrate.ts';
import { openDatabase } from '../../storage/open-database.ts';

/** The event of a backup or a restore. */
type BackupEvent = Extract<Happening, { readonly type: 'backup.created' | 'backup.restored' }>;

const now = () => Date.now();

const tell = (message: string) => {
  process.stderr.write(`${message}\n`);
};

/**
 * Writes an event into the embedded database of a folder, in the account of the instance's owner. The command has done
 * its work already, so a failure is only told. A database of an earlier version has no log, and stays as it is.
 */
export async function noteEvent(dataDir: string, event: BackupEvent): Promise<void> {
  try {
    const onFatal = (error: Error) => tell(error.message);
    const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onFatal, onNotice: tell });
    try {
      if ((await missingMigrations(db, migrations)).length > 0) return;
      const account = await instanceAccount(db);
      if (account === undefined) return;
      await db.write([recordEvent({ db, now }, operator, { ...event, account })]);
    } finally {
      await db.close();
    }
  } catch (error) {
    tell(`The event ${event.type} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
