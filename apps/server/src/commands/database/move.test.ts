// @module-tag nightly
// @module-tag sql

import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeInstallation } from '../../../testing/crash/installation.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { emptyDatabase } from '../../../testing/databases/temp-postgres.ts';
import { parley } from '../../../testing/processes/program.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';

describe.runIf(engines.includes('postgres'))('parley move', { timeout: 60_000 }, () => {
  test('refuses writes to the old file from the copy on, also after the note is written', async () => {
    const { dataDir, close } = await makeInstallation('sqlite');
    onTestFinished(close);
    const target = await emptyDatabase();
    onTestFinished(target.drop);
    const { database, moved } = dataFolder(dataDir);
    // A command that started before the move ended already has the file open.
    const early = openConnection({ file: database, timeout: 0 });
    onTestFinished(() => early.close());

    let ended = false;
    const moving = parley(['move', '--from', dataDir, '--to', target.url, '--json']).finally(() => {
      ended = true;
    });
    while (!existsSync(moved) && !ended) await setTimeout(5);
    expect(() => early.exec('begin immediate')).toThrow(/locked/);
    expect(await moving).toMatchObject({ code: 0 });
    const late = await parley(['user', 'create', '--email', 'late@example.com', '--data-dir', dataDir]);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('was moved to') });
  });
});
