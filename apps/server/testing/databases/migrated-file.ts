import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { dataFolder } from '../../src/storage/opening/data-folder.ts';

/**
 * Copies an embedded database with the program's tables into a data folder that has none: the migrations cost more CPU
 * than all the rest of a start. The program that opens the database still asks for missing ones.
 */
export async function placeMigratedFile(dataDir: string): Promise<void> {
  const migrated = inject('migratedFile');
  if (migrated === undefined) return;
  const copied = copyFile(migrated, dataFolder(dataDir).database, constants.COPYFILE_EXCL);
  await copied.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
