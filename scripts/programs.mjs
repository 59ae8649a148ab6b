/** The programs beside Node that some tests start, and which of them this machine does not have. */
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPython, installModules, testModules } from './python-interpreter.mjs';

/** Debian keeps PostgreSQL's own programs out of the PATH, in one folder a version. */
const POSTGRES = '/usr/lib/postgresql';

const programs = [
  {
    name: 'PostgreSQL',
    tests: 'tests on the second database engine',
    commands: ['initdb'],
    folders: postgresFolders(),
  },
  { name: 'Redis', tests: 'tests of several processes that share limits', commands: ['redis-server', 'valkey-server'] },
  {
    name: 'Chromium',
    tests: 'tests in a browser',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  { name: 'Firefox', tests: 'the test in a second browser', commands: ['firefox-esr', 'firefox'] },
  { name: 'Python', tests: 'the test that reads the samples in Python', commands: ['python3'] },
  { name: 'Tesseract', tests: 'tests of text recognition with it', commands: ['tesseract'] },
  { name: 'strace', tests: 'power-cut tests', commands: ['strace'] },
  {
    name: 'Python with httpx, pytest, pytest-asyncio and mypy',
    tests: 'tests of the Python client',
    commands: [],
    isPresent: () => findPython(testModules) !== undefined,
  },
  {
    name: 'Python with FastAPI and uvicorn',
    tests: 'the guides for FastAPI',
    commands: [],
    isPresent: () => findPython([...installModules, 'fastapi', 'uvicorn']) !== undefined,
  },
];

/** The programs that are absent, each with the tests that need it. */
export function absentPrograms() {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return programs.filter(
    ({ commands, folders = [], isPresent }) =>
      !isPresent?.() &&
      !commands.some((command) => [...path, ...folders].some((folder) => isExecutable(join(folder, command)))),
  );
}

function postgresFolders() {
  return existsSync(POSTGRES) ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin')) : [];
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
