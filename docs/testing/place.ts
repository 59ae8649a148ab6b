import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findPython, installModules } from '../../scripts/python-interpreter.mjs';

/** A Python that creates a page's environments; undefined if the machine has no suitable Python. */
export const python = findPython(installModules);

/** True if that Python has FastAPI and a server for it. */
export const hasFastApi = python !== undefined && findPython([...installModules, 'fastapi', 'uvicorn']) === python;

/** The root of the repository. */
export const repository = resolve(import.meta.dirname, '../..');

/** Parts of the repository that a command needs; everything else of a place is its own, such as the data folder. */
const shared = ['apps', 'examples', 'node_modules', 'package.json', 'packages', 'python'];

/** A folder that looks like a fresh checkout in which everything is installed. */
export interface Place {
  /** The home folder of its reader, with the checkout and what the reader creates beside it. */
  readonly home: string;
  /** The checkout. */
  readonly folder: string;
  /** The PATH of its commands. */
  readonly path: string;
  close(): void;
}

/** Creates a place. Its `python3` is one that has the packages of Python's client, if there is any. */
export function createPlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'parley-place-'));
  const folder = join(home, 'parley');
  mkdirSync(folder);
  for (const name of shared) {
    if (existsSync(join(repository, name))) symlinkSync(join(repository, name), join(folder, name));
  }
  const bin = join(home, 'bin');
  mkdirSync(bin);
  if (python !== undefined) {
    // A fresh virtual environment has no httpx, and no test downloads it: it sees the machine's.
    const script = `#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then shift 2; exec ${python} -m venv --system-site-packages "$@"; fi
exec ${python} "$@"
`;
    writeFileSync(join(bin, 'python3'), script);
    chmodSync(join(bin, 'python3'), 0o755);
  }
  return {
    home,
    folder,
    path: `${bin}:${process.env['PATH'] ?? ''}`,
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}
