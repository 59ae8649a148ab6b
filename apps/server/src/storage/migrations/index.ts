import { foundation } from './0001-foundation.ts';
import { blobs } from './0003-blobs.ts';
import type { Migration } from './migration.ts';

/** Every migration in the order in which it is applied: a map by hand, not a scan of the disk. */
export const migrations: readonly Migration[] = [foundation, blobs];
