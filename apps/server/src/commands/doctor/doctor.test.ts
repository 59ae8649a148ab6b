import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Parley } from '@parley/sdk';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeInstallation } from '../../../testing/crash/installation.ts';
import { command } from '../../../testing/processes/command.ts';
import { type Environment, parley, startServer } from '../../../testing/processes/program.ts';
import { freePort } from '../../../testing/processes/programs.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { fileOf } from '../../storage/blobs/folder-store.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';

/** Max duration of a call in milliseconds; each starts a program, which is slow on a busy machine. */
const patience = 60_000;

interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** The failed checks: their details by their names. */
async function wrongIn(dataDir: string, env: Environment = {}): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await command(['doctor', '--json', '--data-dir', dataDir], { env });
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  const wrong = findings.filter((finding) => !finding.ok);
  expect([code, ok, stderr]).toEqual(wrong.length === 0 ? [0, true, ''] : [1, false, '']);
  return Object.fromEntries(wrong.map(({ what, detail }) => [what, detail]));
}

describe('parley doctor', { timeout: patience }, () => {
  let healthy: string;
  let client: (url: string) => Parley;
  beforeAll(async () => {
    ({ dataDir: healthy, client } = await makeInstallation('sqlite'));
  }, patience);

  /** A copy of the healthy installation. */
  const copy = () => {
    const dataDir = join(tempFolder(), 'data');
    cpSync(healthy, dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
    return dataDir;
  };

  const run = (dataDir: string, sql: string) => {
    const connection = openConnection({ file: dataFolder(dataDir).database });
    connection.exec(sql);
    connection.close();
  };

  test('says why the embedding model and the text recognition don’t work', async () => {
    const provider = { PARLEY_PROVIDERS: 'down', DOWN_BASE_URL: 'http://127.0.0.1:1/v1' };
    const commands = { PARLEY_OCR_COMMAND: 'parley-no-such-program' };
    expect(await wrongIn(healthy, { ...provider, ...commands, PARLEY_EMBEDDING_MODEL: 'down/model' })).toEqual({
      'text recognition': 'The text recognition (OCR) of the service can’t be started.',
      'embedding model': 'down/model does not work: it could not be reached (ECONNREFUSED)',
    });
  });

  test('finds nothing wrong in a healthy installation, with or without a running server', async () => {
    const alone = await parley(['doctor', '--data-dir', healthy]);
    expect(alone.code).toBe(0);
    const lines = alone.stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/^ok {5}[a-z ]+: /);
    expect(alone.stdout).toContain('server: none runs on this data folder');
    expect(alone.stdout).toContain('documents: a text was read; ');
    const server = await startServer(healthy);
    expect((await command(['doctor', '--data-dir', healthy])).stdout).toContain('server: one runs on this data folder');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('finds lost files, and files that no row knows', async () => {
    const dataDir = copy();
    const [id, unknown] = ['blob_01h455vb4pex5vsknk084sn02q', 'blob_01h455vb4pex5vsknk084sn02r'];
    const file = fileOf(dataFolder(dataDir).blobs, id);
    for (const each of [file, fileOf(dataFolder(dataDir).blobs, unknown)]) {
      mkdirSync(dirname(each), { recursive: true });
      writeFileSync(each, 'content');
    }
    run(
      dataDir,
      `insert into blob_files (id, store, created_at) values ('${id}', 'folder', 1);
       insert into blobs (id, workspace_id, hash, bytes, refs, created_at)
       select '${id}', id, 'hash', 7, 1, 1 from workspaces limit 1`,
    );
    expect(await wrongIn(dataDir)).toEqual({});
    const { stdout } = await command(['doctor', '--data-dir', dataDir]);
    expect(stdout).toContain('files: all 1 are there, 1 belong to no row');
    writeFileSync(file, 'conten');
    expect(await wrongIn(dataDir)).toEqual({ files: `1 of 1 are missing or have another size: ${id}` });
    rmSync(file);
    expect(await wrongIn(dataDir)).toEqual({ files: `1 of 1 are missing or have another size: ${id}` });
  });

  test('finds a wrong counter, and a recount mends it', async () => {
    const dataDir = copy();
    run(dataDir, "update quota_counts set used = used + 4 where kind = 'workspaces'");
    expect((await wrongIn(dataDir))['quotas']).toMatch(
      /^acct_\w+ has 1 workspaces, but 5 are counted; parley quota recount mends all counters$/,
    );
    const { stdout } = await command(['quota', 'recount', '--data-dir', dataDir]);
    expect(stdout).toMatch(/^acct_\w+ {2}workspaces: 5 → 1\n$/);
    expect(await wrongIn(dataDir)).toEqual({});
    expect((await command(['quota', 'recount', '--data-dir', dataDir])).stdout).toBe('Every counter was right.\n');
  });

  test('finds a destroyed index of words, and reindexing mends it', { timeout: 3 * patience }, async () => {
    const dataDir = copy();
    const search = async () => {
      const { stdout } = await command(['doctor', '--json', '--data-dir', dataDir]);
      return (JSON.parse(stdout) as { findings: Finding[] }).findings.find(({ what }) => what === 'search');
    };
    const isFound = async (url: string) => {
      const { items } = await client(url).conversations.list({ q: 'pangolin' });
      return items[0]?.match !== undefined;
    };
    const indexing = await startServer(dataDir);
    const { _id: agent } = await client(indexing.url).agents.create({ name: 'Echo', model: 'builtin/echo' });
    await client(indexing.url).agents.chat(agent, { message: 'pangolin' });
    await vi.waitFor(async () => expect(await isFound(indexing.url)).toBe(true), patience);
    expect(await indexing.stop()).toBe(0);
    const right = 'no message waits to be indexed; all 2 that were searched for are found';
    expect(await search()).toMatchObject({ ok: true, detail: right });
    destroyIndex(dataFolder(dataDir).database);
    expect(await search()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('parley search reindex indexes all messages again'),
    });
    const { stdout } = await command(['search', 'reindex', '--data-dir', dataDir]);
    expect(stdout).toBe('Messages queued: 2. The server indexes them, the newest first.\n');
    const waits = /^2 wait to be indexed, the oldest of \d{4}-\S+Z; all 0 that were searched for are found$/;
    const figures = { waiting: 2, oldest: expect.any(String), checked: 0, missing: [] };
    expect(await search()).toEqual({ what: 'search', ok: true, detail: expect.stringMatching(waits), figures });
    const after = await startServer(dataDir);
    await vi.waitFor(async () => expect(await isFound(after.url)).toBe(true), patience);
    expect(await wrongIn(dataDir)).toEqual({});
    expect(await after.stop()).toBe(0);
  });

  const wrongs: readonly (readonly [string, (dataDir: string) => void, Record<string, string>])[] = [
    [
      'files that others can read',
      (dataDir) => {
        chmodSync(dataDir, 0o755);
        chmodSync(dataFolder(dataDir).secrets, 0o644);
      },
      { 'data folder': 'can be read by others', secrets: 'can be read by others' },
    ],
    [
      'missing secrets',
      (dataDir) => rmSync(dataFolder(dataDir).secrets),
      { secrets: 'there is no ', 'schema and pepper': 'is missing: restore it from a backup' },
    ],
    [
      'another pepper',
      (dataDir) => writeFileSync(dataFolder(dataDir).secrets, JSON.stringify({ keyPepper: 'x'.repeat(43) })),
      { 'schema and pepper': 'is not the one that this database was created with' },
    ],
    ['a damaged database', (dataDir) => damage(dataFolder(dataDir).database), { database: 'corrupt' }],
    [
      'an older schema',
      (dataDir) => run(dataDir, 'delete from schema_migrations where name = (select max(name) from schema_migrations)'),
      { 'schema and pepper': 'parley migrate, or parley serve, adds that' },
    ],
    [
      'a newer schema',
      (dataDir) => run(dataDir, "insert into schema_migrations (name, applied_at) values ('9999-future', 0)"),
      { 'schema and pepper': 'The database is newer than this program' },
    ],
    [
      'a lock that can’t be checked and that no server holds',
      (dataDir) => {
        rmSync(dataFolder(dataDir).lock, { force: true });
        mkdirSync(dataFolder(dataDir).lock);
      },
      { server: 'could not be checked: ' },
    ],
    ['a missing database', (dataDir) => rmSync(dataFolder(dataDir).database), { database: 'contains no database' }],
  ];

  test.each(wrongs)('finds %s', async (_what, spoil, expected) => {
    const dataDir = copy();
    spoil(dataDir);
    const before = readdirSync(dataDir);
    const wrong = await wrongIn(dataDir);
    for (const [what, detail] of Object.entries(expected)) expect(wrong[what]).toContain(detail);
    expect(readdirSync(dataDir).filter((name) => !before.includes(name) && !/-(?:wal|shm)$/.test(name))).toEqual([]);
  });

  test('names dead jobs although other checks fail, and says why it could not count them', async () => {
    const dataDir = copy();
    const dead = { id: 'job_dead', kind: 'sessions.expired', state: 'dead', workspace_id: 'system', payload: '{}' };
    const row = { ...dead, priority: 0, run_at: 0, attempts: 1, lease: 0, beat: 0, created_at: 0 };
    const values = Object.values(row).map((value) => JSON.stringify(value).replaceAll('"', "'"));
    run(dataDir, `insert into jobs (${Object.keys(row).join()}) values (${values.join()})`);
    chmodSync(dataDir, 0o755);
    writeFileSync(dataFolder(dataDir).secrets, JSON.stringify({ keyPepper: 'x'.repeat(43) }));
    // Nothing listens there.
    const env = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
    const wrong = await wrongIn(dataDir, env);
    expect(Object.keys(wrong).sort()).toEqual([
      ...['Redis', 'data folder', 'files', 'jobs', 'quotas', 'schema and pepper', 'search'],
    ]);
    expect(wrong['jobs']).toBe('dead: 1 of sessions.expired; parley jobs list --state dead says why');
    run(dataDir, 'drop table jobs');
    expect((await wrongIn(dataDir))['jobs']).toBe('could not be counted: no such table: jobs');
  });

  test('doesn’t create a lock file', async () => {
    const dataDir = copy();
    rmSync(dataFolder(dataDir).lock, { force: true });
    expect(await wrongIn(dataDir)).toEqual({});
    expect(readdirSync(dataDir)).not.toContain('lock.db');
  });

  test('reports a missing data folder and doesn’t create it', async () => {
    const folder = tempFolder();
    const dataDir = join(folder, 'none');
    expect(await wrongIn(dataDir)).toMatchObject({ 'data folder': `there is no ${dataDir}` });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('reports a disk that is almost full', async (context) => {
    const dataDir = join(tempFolder(), 'disk');
    mkdirSync(dataDir);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', dataDir]).status === 0;
    if (!mounted) return context.skip('this user may not mount a small file system');
    onTestFinished(() => void spawnSync('umount', ['-l', dataDir]));
    cpSync(healthy, dataDir, { recursive: true });
    expect(await wrongIn(dataDir)).toEqual({ 'disk space': expect.stringMatching(/^only \d MiB are free$/) });
  });
});

/** Overwrites pages in the middle of a database file, behind those of its schema. */
function damage(file: string): void {
  const bytes = Buffer.alloc(64 * 1024, 0x5a);
  writeSync(openSync(file, 'r+'), bytes, 0, bytes.length, statSync(file).size / 2);
}

/** Overwrites the contents of the index of words. */
function destroyIndex(file: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec("update message_words_index_data set block = x'00112233' where id > 10");
  database.close();
}
