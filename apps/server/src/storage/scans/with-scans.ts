import type { Database } from '../database.ts';
import type { ScanOf } from './scan-queue.ts';

/**
 * The same database, whose reads are scans on behalf of a caller. Pass it to store functions whose reads may take long.
 * They run beside the short ones, fairly between accounts.
 */
export const withScans = (db: Database, of: ScanOf): Database => ({
  ...db,
  read: async (query) => (await db.scan(query, of)).rows,
  readUpTo: (query, maxBytes) => db.scan(query, of, maxBytes),
});
