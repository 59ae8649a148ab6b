import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from './programs.ts';

/** Debian keeps the programs of each version in a folder of its own. */
const debianFolder = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs on this machine, the newest version's, or undefined where there is none. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))));
}

/** A user of the operating system. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Whom PostgreSQL must run as: itself refuses to run as root, so `postgres` or `nobody` then; else whoever we are. */
export function postgresOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (found === undefined)
    throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
