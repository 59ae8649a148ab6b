import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { readConfig } from '../config.ts';
import { dataFolder } from '../storage/data-folder.ts';
import { checkIntegrity, withReader } from '../storage/sqlite/backup-format.ts';
import { lockDataFolder } from '../storage/sqlite/lock.ts';
import { type CommonOptions, openRuntime } from './runtime.ts';

/** The least free disk space that isn't worth a warning, in bytes. */
const enoughSpace = 512 * 1024 * 1024;

/** What one look found. */
interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** `parley doctor`: looks at the settings, the data folder and the database; exit code 1 where something is wrong. */
export async function doctor(options: CommonOptions): Promise<void> {
  const config = readConfig(process.env, options.dataDir);
  const { folder, database, secrets } = dataFolder(config.dataDir);
  const findings: Finding[] = [
    { what: 'settings', ok: true, detail: `data in ${folder}, address ${config.publicUrl}` },
    await look('data folder', async () => {
      await access(folder, constants.R_OK | constants.W_OK);
      return onlyOurs(folder);
    }),
    await look('secrets', async () =>
      config.keyPepper === undefined ? onlyOurs(secrets) : 'PARLEY_KEY_PEPPER is set',
    ),
    await look('disk space', async () => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      if (free < enoughSpace) throw new Error(`only ${Math.round(free / 1024 / 1024)} MiB are free`);
      return `${Math.round(free / 1024 / 1024 / 1024)} GiB free`;
    }),
    await look('database', async () => {
      withReader(database, checkIntegrity);
      return 'whole: integrity and foreign keys are right';
    }),
    await look('schema and pepper', async () => {
      const runtime = await openRuntime(options);
      await runtime.close();
      return 'of this version, made under this pepper';
    }),
    await look('server', async () =>
      isServing(folder) ? 'one runs on this data folder' : 'none runs on this data folder',
    ),
  ];
  const wrong = findings.some((finding) => !finding.ok);
  const lines = findings.map(({ what, ok, detail }) => `${ok ? 'ok   ' : 'WRONG'}  ${what}: ${detail}`);
  process.stdout.write(`${options.json === true ? JSON.stringify({ ok: !wrong, findings }) : lines.join('\n')}\n`);
  if (wrong) process.exitCode = 1;
}

async function look(what: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, detail: await check() };
  } catch (error) {
    return { what, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Others must not read what is kept here. */
async function onlyOurs(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by others; make it readable by its owner only`);
  return 'readable by its owner only';
}

function isServing(folder: string): boolean {
  try {
    lockDataFolder(folder).close();
    return false;
  } catch {
    // The lock is what a running server holds; nothing else refuses it.
    return true;
  }
}
