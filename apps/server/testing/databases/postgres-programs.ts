import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../processes/programs.ts';

/** Debian stores the programs of each version in a separate folder. */
const debianFolder = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL's programs; undefined if PostgreSQL isn't installed. */
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

/** The user that runs PostgreSQL. It refuses to run as root, in which case this is `postgres` or `nobody`. */
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
