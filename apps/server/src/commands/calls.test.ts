import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { command } from '../../testing/processes/command.ts';
import { expectRefused, parley } from '../../testing/processes/program.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { version } from '../version.ts';

describe('an invalid command line', () => {
  const dataDir = join(tempFolder(), 'data');
  const wrong: readonly (readonly [string, readonly string[], string])[] = [
    ['an unknown command', ['sevre'], "unknown command 'sevre'"],
    ['an unknown option', ['migrate', '--bogus'], "unknown option '--bogus'"],
    ['a missing option', ['key', 'create', '--name', 'x'], "required option '--email <email>' not specified"],
    ['a missing file', ['backup'], "missing required argument 'file'"],
    ['one word too many', ['doctor', 'please'], 'too many arguments'],
    ['an unknown plan', ['plan', 'set', '--email', 'a@example.com', '--plan', 'gold'], 'free, pro, business'],
    ['an invalid email', ['user', 'create', '--email', 'ann'], 'Give an email address.'],
    ['an empty name', ['user', 'create', '--email', 'a@example.com', '--name', ' '], 'Give 1 to 100 characters.'],
    [
      'an unknown scope',
      keyWith('--scopes', 'agents:read,agents:wriet'),
      'Unknown scope "agents:wriet". Use agents:read',
    ],
    ['no days', keyWith('--scopes', 'agents:read', '--expires-days', '0'), '30, 90, 365, never'],
    ['an unknown label', keyWith('--scopes', 'agents:read', '--environment', 'test'), 'development, production'],
  ];

  test.each(wrong)('exits with code 2 and prints the usage: %s', async (_what, args, says) => {
    expectRefused(await command(args, { env: { PARLEY_DATA_DIR: dataDir } }), says, 2);
    expect(existsSync(dataDir)).toBe(false);
  });

  test.each(wrong)('prints one JSON object and nothing else with --json: %s', async (_what, args, says) => {
    const { code, stdout, stderr } = await command([...args, '--json'], { env: { PARLEY_DATA_DIR: dataDir } });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    const failure = JSON.parse(stdout) as Record<string, string>;
    expect(failure).toMatchObject({ success: false, code: 'wrong_usage', hint: 'Call it with --help to see how.' });
    expect(failure['error']?.toLowerCase()).toContain(says.toLowerCase());
  });

  test('names wrong settings and missing commands as JSON, too', async () => {
    const settings = await parley(['doctor', '--json'], { env: { PORT: 'x', REDIS_URL: 'y' } });
    expect(settings).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(settings.stdout)).toMatchObject({
      success: false,
      code: 'settings_invalid',
      details: [
        { path: 'PORT', message: 'must be a port from 0 to 65535' },
        { path: 'REDIS_URL', message: expect.stringContaining('redis://') },
      ],
    });
    const missing = await command(['user', '--json']);
    expect(missing).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(missing.stdout)).toMatchObject({ success: false, code: 'wrong_usage' });
  });

  test('prints all commands if none is named', async () => {
    const { code, stdout, stderr } = await parley([]);
    expect([code, stdout]).toEqual([2, '']);
    for (const name of ['serve', 'user', 'key', 'plan', 'migrate', 'backup', 'restore', 'doctor']) {
      expect(stderr).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });
});

test('prints help and version to standard output, with exit code 0', async () => {
  expect(await parley(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const help = await command(['key', 'create', '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('Usage: parley key create [options]');
});

describe('parley openapi', () => {
  test('prints the committed document and needs no database', async () => {
    const dataDir = join(tempFolder(), 'data');
    const { code, stdout, stderr } = await parley(['openapi'], { env: { PARLEY_DATA_DIR: dataDir } });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', info: { version } });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('exits quietly if its reader closes the pipe, and leaves no temporary files', async () => {
    const temporary = tempFolder();
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const child = spawn(process.execPath, [main, 'openapi'], {
      env: { PATH: process.env['PATH'], TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, complaints]).toEqual([0, '']);
    expect(readdirSync(temporary)).toEqual([]);
    expect(temporary.startsWith(tmpdir())).toBe(true);
  });
});

/** The arguments of `key create`, followed by more of them. */
function keyWith(...more: readonly string[]): string[] {
  return ['key', 'create', '--email', 'a@example.com', '--name', 'x', ...more];
}
