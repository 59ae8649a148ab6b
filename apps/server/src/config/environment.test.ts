// @module-tag pure

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { readConfig } from './config.ts';
import { type Environment, readEnvironment } from './environment.ts';

const folder = tempFolder();

/** The values, and the problems. */
function read(environment: Environment) {
  const problems: string[] = [];
  return { given: readEnvironment(environment, problems), problems };
}

const problemsOf = (environment: Environment) => read(environment).problems;

describe('names', () => {
  test.each([
    ['PARLEY_DATA_DIRR', 'did you mean PARLEY_DATA_DIR?'],
    ['PARLEY_DATADIR', 'did you mean PARLEY_DATA_DIR?'],
    ['parley_data_dir', 'did you mean PARLEY_DATA_DIR?'],
    ['PARLEY-DATA-DIR', 'did you mean PARLEY_DATA_DIR?'],
    ['PARLEY_TRUSTED_PROXY', 'did you mean PARLEY_TRUSTED_PROXIES?'],
    ['PARLEY_PROVIDER', 'did you mean PARLEY_PROVIDERS?'],
    ['PARLEY_KEY_PEPER', 'did you mean PARLEY_KEY_PEPPER?'],
    ['PARLEY_KEY_PEPPER_FIL', 'did you mean PARLEY_KEY_PEPPER_FILE?'],
    ['PARLEY_PORT', 'did you mean PORT?'],
    ['PARLEY_HOST', 'did you mean HOST?'],
    ['PARLEY_PUBLIC_URL', 'did you mean PUBLIC_URL?'],
    ['PARLEY_DATABASE_URL', 'did you mean DATABASE_URL?'],
    ['PARLEY_REDIS_URL', 'did you mean REDIS_URL?'],
    ['PARLEY_SMTP_URL', 'did you mean SMTP_URL?'],
    ['PARLEY_LOG_LEVEL', 'did you mean LOG_LEVEL?'],
    ['PARLEY_OPENAI_API_KEY', 'did you mean OPENAI_API_KEY?'],
    ['PARLEY_COLOURFUL_CHAIRS', 'remove it'],
    ['PARLEY_', 'remove it'],
    ['PARLEY_constructor', 'remove it'],
    // Only secrets come from files.
    ['PARLEY_DATA_DIR_FILE', 'did you mean PARLEY_DATA_DIR?'],
  ])('%s: %s', (name, advice) => {
    expect(problemsOf({ [name]: '/mnt' })).toEqual([`${name}: is not a setting; ${advice}`]);
  });

  test.each([
    // The variables of clients, examples and tests.
    ...['PARLEY_API_KEY', 'PARLEY_BASE_URL', 'PARLEY_URL', 'PARLEY_KEY', 'PARLEY_TEST_SEED', 'PARLEY_TESTS'],
    // Kubernetes and Docker, for services called parley and parley-redis.
    ...['PARLEY_SERVICE_HOST', 'PARLEY_SERVICE_PORT', 'PARLEY_SERVICE_PORT_HTTP', 'PARLEY_PORT_3000_TCP'],
    ...['PARLEY_PORT_3000_TCP_ADDR', 'PARLEY_REDIS_SERVICE_HOST', 'PARLEY_REDIS_PORT_6379_TCP_PROTO'],
    // Other programs.
    ...['PARLEYS_X', 'MY_PARLEY_X', 'PARLEY'],
  ])('%s belongs to other programs', (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([]);
  });

  test('an address of a linked container is no port', () => {
    expect(problemsOf({ PARLEY_PORT: 'tcp://10.0.0.7:3000', PARLEY_REDIS_PORT: 'tcp://10.0.0.8:6379' })).toEqual([]);
    expect(problemsOf({ PARLEY_REDIS_PORT: '6379' })).toHaveLength(1);
  });

  test('a provider may be called parley-local', () => {
    const environment = { PARLEY_PROVIDERS: 'parley-local', PARLEY_LOCAL_BASE_URL: 'http://127.0.0.1:1/v1' };
    expect(problemsOf(environment)).toEqual([]);
    expect(problemsOf({ ...environment, PARLEY_LOCAL_MODEL: 'm' })).toEqual([
      'PARLEY_LOCAL_MODEL: is not a setting; did you mean PARLEY_LOCAL_MODELS?',
    ]);
  });

  test('the documentation lists each of them', () => {
    const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const documented = new Set(text.match(/\bPARLEY_[A-Z0-9_]+\b/g));
    expect(problemsOf(Object.fromEntries([...documented].map((name) => [name, undefined])))).toEqual([]);
    const unknown = problemsOf(Object.fromEntries([...documented].map((name) => [name, '1'])));
    expect(unknown.filter((problem) => problem.includes('is not a setting'))).toEqual([]);
  });
});

describe('values', () => {
  test.each(['/data\r', '/data\r\n', ' /data\t', '\ufeff/data', '/data\u00a0'])('%j is trimmed', (value) => {
    expect(read({ PARLEY_DATA_DIR: value })).toMatchObject({ given: { PARLEY_DATA_DIR: '/data' }, problems: [] });
  });

  test('so are those of every other setting', () => {
    const environment = {
      ...{ HOST: '0.0.0.0\r', PORT: ' 8080 ', PUBLIC_URL: 'https://p.example.com\r\n', LOG_LEVEL: 'warn\r' },
      ...{ DATABASE_URL: 'postgres://db/x\r', REDIS_URL: ' redis://r', PARLEY_TRUSTED_PROXIES: '10.0.0.7\r' },
      ...{ PARLEY_PROVIDERS: 'ollama\r', OLLAMA_BASE_URL: 'http://127.0.0.1:11434/v1\r', OPENAI_API_KEY: 'sk-1\r' },
      ...{ PARLEY_LEASE_SECONDS: '3\r', PARLEY_S3_BUCKET: '', SMTP_URL: '\r', MAIL_FROM: ' ' },
    };
    expect(readConfig(environment)).toMatchObject({
      ...{ host: '0.0.0.0', port: 8080, publicUrl: 'https://p.example.com', logLevel: 'warn', leaseMs: 3_000 },
      ...{ databaseUrl: 'postgres://db/x', redisUrl: 'redis://r', trustedProxies: ['10.0.0.7'], mail: undefined },
    });
    const [openai, , ollama] = readConfig(environment).providers;
    expect(openai?.apiKey).toBe('sk-1');
    expect(ollama?.baseUrl).toBe('http://127.0.0.1:11434/v1');
  });

  test('a folder of an older version, which took the name as it was, is not missed in silence', () => {
    mkdirSync(join(folder, 'data\r'));
    expect(problemsOf({ PARLEY_DATA_DIR: join(folder, 'data\r') })).toEqual([
      'PARLEY_DATA_DIR: ends or begins with blanks, and so does the name of a folder; rename it, or remove it',
    ]);
  });

  test.each([
    ['/da\rta', 'must not contain a line break or another control character'],
    ['/da\u0000ta', 'must not contain a line break or another control character'],
    ['"/data"', 'must not be in quotation marks, which are taken as part of it'],
    ["'/data'", 'must not be in quotation marks, which are taken as part of it'],
  ])('%j is refused', (value, problem) => {
    expect(problemsOf({ PARLEY_DATA_DIR: value })).toEqual([`PARLEY_DATA_DIR: ${problem}`]);
  });

  test('a quoted argument of a command is no quoted value', () => {
    for (const value of ["sh -c 'tesseract - -'", `"a b" "c d"`])
      expect(read({ PARLEY_OCR_COMMAND: value })).toMatchObject({ given: { PARLEY_OCR_COMMAND: value }, problems: [] });
  });

  test('blanks of a password count, and a line break is refused', () => {
    const password = ' correct horse ';
    expect(read({ PARLEY_INIT_PASSWORD: password })).toMatchObject({
      given: { PARLEY_INIT_PASSWORD: password },
      problems: [],
    });
    for (const name of ['PARLEY_INIT_PASSWORD', 'PARLEY_KEY_PEPPER'])
      expect(problemsOf({ [name]: `${password}\r` })).toEqual([`${name}: must not contain a line break`]);
  });

  test('a file of a secret may begin with a byte order mark, and its path end in a carriage return', () => {
    const path = join(folder, 'token');
    writeFileSync(path, '\ufeffsecret\r\n');
    expect(read({ PARLEY_METRICS_TOKEN_FILE: `${path}\r` })).toMatchObject({
      given: { PARLEY_METRICS_TOKEN: 'secret' },
      problems: [],
    });
  });
});
