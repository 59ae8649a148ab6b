import type { ChildProcess } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Installation, inspectFolder, makeInstallation } from '../../../testing/crash/installation.ts';
import { createHistories, startWriters } from '../../../testing/crash/writers.ts';
import { folderContents } from '../../../testing/databases/folder-contents.ts';
import { command } from '../../../testing/processes/command.ts';
import { expectRefused, parley, startServer } from '../../../testing/processes/program.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { createRandom } from '../../random.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';
import { version } from '../../version.ts';

/** Max duration of a call in milliseconds; each starts a program, which is slow on a busy machine. */
const patience = 60_000;

test('parley migrate prints the migrations that it applied', { timeout: patience }, async () => {
  const dataDir = join(tempFolder(), 'data');
  const applied = await parley(['migrate', '--data-dir', dataDir]);
  expect(applied).toMatchObject({ code: 0, stderr: '' });
  expect(applied.stdout).toMatch(/^Applied 0001-foundation(?:, \d{4}-[a-z-]+)*\.\n$/);
  const again = await command(['migrate', '--data-dir', dataDir]);
  expect(again).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
  const json = await command(['migrate', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(json.stdout)).toEqual({ migrated: [], version });
});

/** The types of events of backups in a folder, each by the operator. */
const toldIn = (dataDir: string) => {
  const connection = openConnection({ file: dataFolder(dataDir).database });
  try {
    const told = `where type like 'backup.%' and actor = '{"operator":true}'`;
    return connection
      .all(`select type from event_log ${told} union all select type from events ${told}`)
      .map((row) => row['type']);
  } finally {
    connection.close();
  }
};

describe('parley backup and parley restore', { timeout: patience }, () => {
  let installation: Installation;
  let file: string;
  /** Agents that existed before the backup. */
  let agents: string[];

  beforeAll(async () => {
    installation = await makeInstallation('sqlite');
    const { dataDir, env } = installation;
    file = join(tempFolder(), 'parley.backup');
    const server = await startServer(dataDir, { env });
    const client = installation.client(server.url);
    const work = startWriters(client, createHistories(4), createRandom(1));
    const made = Array.from({ length: 20 }, (_, index) => client.agents.create({ name: `Kept ${index}` }));
    agents = (await Promise.all(made)).map(({ _id }) => _id).sort();
    const backedUp = await parley(['backup', file, '--data-dir', dataDir]);
    await work.stop();
    expect(work.acknowledged()).toBeGreaterThan(0);
    expect(backedUp).toEqual({ code: 0, stdout: `Backed up ${dataDir} to ${file}.\n`, stderr: '' });
    expect(await server.stop()).toBe(0);
  }, patience);

  test('restore everything into another folder, and its keys work there', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const dataDir = join(tempFolder(), 'restored');
    const restored = await parley(['restore', file, '--json', '--data-dir', dataDir]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(restored.stdout)).toMatchObject({ createdAt: expect.stringMatching(/Z$/), program: version });
    expect(await inspectFolder(dataDir)).toEqual([]);
    expect(toldIn(dataDir)).toEqual(['backup.restored']);
    expect(toldIn(installation.dataDir)).toEqual(['backup.created']);
    const server = await startServer(dataDir, { env: installation.env });
    const found: string[] = [];
    for await (const { _id, name } of installation.client(server.url).agents.list({ limit: 100 })) {
      if (name.startsWith('Kept ')) found.push(_id);
    }
    expect(found.sort()).toEqual(agents);
    expect(await server.stop()).toBe(0);
  });

  test('keep the database that they replace', async () => {
    const dataDir = join(tempFolder(), 'data');
    cpSync(installation.dataDir, dataDir, { recursive: true });
    const before = readFileSync(join(dataDir, 'parley.db'));
    const { code, stdout } = await parley(['restore', file, '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Restored ${file} into ${dataDir}; it was made at \\S+Z\\.\\n`));
    const kept = readdirSync(dataDir).filter((name) => /^parley\.db\.before-restore-\w+$/.test(name));
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(dataDir, kept[0] ?? '')).length).toBe(before.length);
    expect(stdout).toContain(String(kept[0]));
  });

  test('restore refuses while a server runs, and the server continues', async () => {
    const { dataDir, env } = installation;
    const server = await startServer(dataDir, { env });
    expectRefused(await parley(['restore', file, '--data-dir', dataDir]), 'Another Parley server already uses this');
    const { items } = await installation.client(server.url).agents.list({ q: 'Kept 1', limit: 100 });
    expect(items.length).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
  });

  const spoiled: readonly (readonly [string, string, (path: string) => void])[] = [
    ['is not there', 'There is no backup', () => {}],
    [
      'was cut off',
      'it is incomplete',
      (path) => copyOf(path, (copy) => truncateSync(copy, statSync(copy).size - 100)),
    ],
    ['is damaged', 'is corrupt: its checksum does not match', (path) => copyOf(path, spoil)],
    ['is of another kind', 'is not a Parley backup', (path) => writeFileSync(path, 'some text\n'.repeat(500))],
    ['is a plain database', 'is not a Parley backup', (path) => cpSync(join(installation.dataDir, 'parley.db'), path)],
  ];

  test('refuse an incomplete backup and change nothing', async () => {
    const { dataDir } = installation;
    const folder = tempFolder();
    const before = folderContents(dataDir);
    for (const [what, says, make] of spoiled) {
      const path = join(folder, what.replaceAll(' ', '-'));
      make(path);
      expectRefused(await command(['restore', path, '--data-dir', dataDir]), says);
    }
    expect(folderContents(dataDir)).toEqual(before);
  });

  test('backup refuses if there is no database, or if its file would replace one that the server uses', async () => {
    const { dataDir } = installation;
    const empty = tempFolder();
    const refused = await command(['backup', join(empty, 'b'), '--data-dir', empty]);
    expectRefused(refused, `There is no database in ${empty} to back up.`);
    expect(readdirSync(empty)).toEqual([]);
    const own = join(dataDir, 'parley.db');
    expectRefused(await command(['backup', own, '--force', '--data-dir', dataDir]), "A backup can't replace");
    expectRefused(await command(['backup', '/nowhere/b', '--data-dir', dataDir]), 'could not be written');
  });

  test('backup replaces a file with --force only', async () => {
    const { dataDir } = installation;
    const taken = join(tempFolder(), 'taken');
    writeFileSync(taken, 'of yesterday');
    const says = `${taken} exists already.`;
    const hint = 'Name another file, or replace it with --force.';
    expectRefused(await command(['backup', taken, '--data-dir', dataDir]), `${says} ${hint}`);
    const json = await command(['backup', taken, '--json', '--data-dir', dataDir]);
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({ success: false, error: says, code: 'file_exists', hint });
    expect(readFileSync(taken, 'utf8')).toBe('of yesterday');
    expect(await command(['backup', taken, '--force', '--data-dir', dataDir])).toMatchObject({ code: 0 });
    const restored = await command(['restore', taken, '--data-dir', join(tempFolder(), 'restored')]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
  });

  test('an interrupted backup leaves the whole file or none', async () => {
    const { dataDir } = installation;
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const folder = tempFolder();
      const interrupt = async (child: ChildProcess) => {
        while (readdirSync(folder).length === 0 && child.exitCode === null) await setTimeout(1);
        child.kill(name);
      };
      const args = ['backup', join(folder, 'b'), '--json', '--data-dir', dataDir];
      const { code, stdout } = await parley(args, { started: interrupt });
      const left = readdirSync(folder);
      if (code === 0) expect(left).toEqual(['b']);
      else {
        expect({ code, left }).toEqual({ code: 128 + constants.signals[name], left: [] });
        expect(JSON.parse(stdout)).toEqual({
          success: false,
          error: `Interrupted by ${name}.`,
          code: 'interrupted',
        });
      }
    }
  });

  function copyOf(path: string, change: (copy: string) => void): void {
    cpSync(file, path);
    change(path);
  }
});

function spoil(file: string): void {
  const content = readFileSync(file);
  content.writeUInt8(content.readUInt8(9_000) ^ 1, 9_000);
  writeFileSync(file, content);
}
