import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findPython, testModules } from '../../scripts/python-interpreter.mjs';

/** The Python with the modules that the tests need; undefined if the machine has no such Python. */
export const python = findPython(testModules);

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Runs Python in its folder; returns its output, and throws with it if it fails. */
export function runPython(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(python ?? '', args, {
      cwd: folder,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`python3 ${args.join(' ')} ended with ${code}:\n${output}`));
    });
  });
}

/** Runs files of tests in one process; each of them must have tests, and none may be skipped. */
export async function expectPassing(
  names: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const output = await runPython(['-m', 'pytest', ...names.map((name) => `testing/${name}`)], environment);
  for (const name of names) expect(output, name).toMatch(new RegExp(`^testing/${name} \\.+`, 'm'));
  // A skipped test would run nowhere else.
  expect(output).toMatch(/\d+ passed/);
  expect(output).not.toMatch(/\d+ (skipped|xfailed|deselected)/);
}
