import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { ConfigError, readConfig } from '../config/config.ts';

const from = { MAIL_FROM: 'parley@example.com' };
const read = (SMTP_URL: string, more: Record<string, string> = from) => readConfig({ SMTP_URL, ...more }).mail;
const problemsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
};

describe('the settings of mail', () => {
  test('none is off', () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig({ SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
  });

  test('a server with TLS, with a user and a password that are escaped', () => {
    expect(read('smtps://par%2Fley:p%40ss%3A@mail.example.com')).toEqual({
      ...{ host: 'mail.example.com', port: 465, secure: true, requireTls: false },
      ...{ auth: { user: 'par/ley', pass: 'p@ss:' }, from: { name: '', address: 'parley@example.com' } },
    });
  });

  test.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, requireTls: false }],
    ['smtp://u:p@mail.example.com:25/', { port: 25, requireTls: true }],
    ['smtp://u:p@localhost', { host: 'localhost', requireTls: false }],
    ['smtp://u:p@[::1]:2525', { host: '::1', port: 2525, requireTls: false }],
    ['smtp://u:p@127.0.0.1.example.com', { requireTls: true }],
  ])('%s', (url, expected) => {
    expect(read(url)).toMatchObject({ secure: false, ...expected });
  });

  test.each([
    ['Parley <parley@example.com>', { name: 'Parley', address: 'parley@example.com' }],
    ['"Support, Inc." <parley@example.com>', { name: 'Support, Inc.', address: 'parley@example.com' }],
    ['<parley@example.com>', { name: '', address: 'parley@example.com' }],
    ['parley@localhost', { name: '', address: 'parley@localhost' }],
  ])('the sender %s', (sender, expected) => {
    expect(read('smtp://mail', { MAIL_FROM: sender })?.from).toEqual(expected);
  });

  test('the URL can be in a file', () => {
    const file = join(tempFolder(), 'smtp');
    writeFileSync(file, 'smtps://u:p@mail.example.com\n');
    expect(readConfig({ SMTP_URL_FILE: file, ...from }).mail?.host).toBe('mail.example.com');
  });

  test.each([
    'mail.other.example',
    'http://mail',
    'smtp://u@mail',
    'smtp://:p@mail',
    'smtp://mail/x',
    'smtp://mail?tls=no',
  ])('refuses %s, without showing it', (url) => {
    const problems = problemsOf({ SMTP_URL: url, ...from });
    expect(problems).toMatch(/SMTP_URL: must look like/);
    expect(problems).not.toContain(url);
  });

  test.each(['parley', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'Parley <a@b> x', '"a b"@example.com'])(
    'refuses the sender %j',
    (sender) => {
      expect(problemsOf({ SMTP_URL: 'smtp://mail', MAIL_FROM: sender })).toMatch(/MAIL_FROM: must be an address/);
    },
  );

  test('refuses one without the other', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail' })).toMatch(/SMTP_URL and MAIL_FROM: set both or neither/);
    expect(problemsOf(from)).toMatch(/SMTP_URL and MAIL_FROM: set both or neither/);
  });
});
