import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { ConfigError, readConfig } from './config.ts';

const folder = tempFolder();
const secret = 'x'.repeat(32);

/** The reported problems, one per line. */
function problemsOf(environment: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [title, ...problems] = error.message.split('\n');
    expect(title).toBe('Wrong settings:');
    return problems.map((problem) => problem.trim());
  }
  return [];
}

function secretFile(content: string): string {
  const path = join(folder, `secret-${Math.random()}`);
  writeFileSync(path, content);
  return path;
}

describe('settings', () => {
  test('have defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: [],
      dataDir: resolve('data'),
      databaseUrl: undefined,
      leaseMs: 30_000,
      keyPepper: undefined,
      defaultModel: undefined,
      planLimits: { free: 60, pro: 300, business: 1000 },
      init: undefined,
      logLevel: 'info',
      logRequests: 'errors',
      metricsToken: undefined,
    });
  });

  test('name a bucket for files', () => {
    const keys = { PARLEY_S3_ACCESS_KEY_ID: 'AKIA', PARLEY_S3_SECRET_ACCESS_KEY_FILE: secretFile('a secret\n') };
    const bucket = { PARLEY_S3_BUCKET: 'parley-files', ...keys };
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig({ ...bucket, PARLEY_S3_REGION: 'eu-central-1' }).s3).toEqual({
      bucket: 'parley-files',
      region: 'eu-central-1',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      accessKeyId: 'AKIA',
      secretAccessKey: 'a secret',
      pathStyle: false,
    });
    const own = { ...bucket, PARLEY_S3_ENDPOINT: 'http://10.0.0.7:9000/' };
    expect(readConfig(own).s3).toMatchObject({ endpoint: 'http://10.0.0.7:9000', pathStyle: true });
    expect(readConfig({ ...own, PARLEY_S3_PATH_STYLE: 'false' }).s3).toMatchObject({ pathStyle: false });
    expect(problemsOf(keys)).toEqual(['PARLEY_S3_BUCKET: is missing, but PARLEY_S3_ACCESS_KEY_ID is set']);
    const wrong = {
      PARLEY_S3_BUCKET: 'No Bucket',
      PARLEY_S3_REGION: 'Nowhere!',
      PARLEY_S3_ENDPOINT: 'https://user@minio.example.com/path',
      PARLEY_S3_PATH_STYLE: 'yes',
    };
    expect(problemsOf(wrong).map((problem) => problem.split(':', 1)[0])).toEqual([
      'PARLEY_S3_BUCKET',
      'PARLEY_S3_REGION',
      'PARLEY_S3_ACCESS_KEY_ID',
      'PARLEY_S3_SECRET_ACCESS_KEY',
      'PARLEY_S3_ENDPOINT',
      'PARLEY_S3_PATH_STYLE',
    ]);
  });

  test('are read from the environment', () => {
    const environment = {
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://parley.example.com/',
      PARLEY_TRUSTED_PROXIES: '10.0.0.7, 192.168.0.0/24,fd00::/64,',
      PARLEY_DATA_DIR: '/var/lib/parley',
      PARLEY_LEASE_SECONDS: '3',
      PARLEY_EVENT_DAYS: '365',
      PARLEY_KEY_PEPPER: secret,
      PARLEY_DEFAULT_MODEL: 'openai/gpt-x',
      PARLEY_PLAN_LIMITS: 'free=10, pro=20',
      PARLEY_INIT_EMAIL: 'first@example.com',
      PARLEY_INIT_PASSWORD: 'correct horse battery',
      LOG_LEVEL: 'debug',
      PARLEY_LOG_REQUESTS: 'sampled',
      PARLEY_METRICS_TOKEN: secret,
    };
    expect(readConfig(environment)).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://parley.example.com',
      trustedProxies: ['10.0.0.7', '192.168.0.0/24', 'fd00::/64'],
      dataDir: '/var/lib/parley',
      leaseMs: 3_000,
      eventsMs: 365 * 24 * 60 * 60 * 1000,
      keyPepper: secret,
      defaultModel: 'openai/gpt-x',
      planLimits: { free: 10, pro: 20, business: 1000 },
      init: { email: 'first@example.com', password: 'correct horse battery' },
      logLevel: 'debug',
      logRequests: 'sampled',
      metricsToken: secret,
    });
  });

  test.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['parley.internal', 'http://parley.internal:3000'],
  ])('on the host %s people are sent to %s', (host, url) => {
    expect(readConfig({ HOST: host }).publicUrl).toBe(url);
  });

  test('--data-dir takes precedence over PARLEY_DATA_DIR', () => {
    expect(readConfig({ PARLEY_DATA_DIR: '/one' }, '/two').dataDir).toBe('/two');
  });

  test('secrets may come from files, without their final line break', () => {
    for (const content of [secret, `${secret}\n`, `${secret}\r\n`]) {
      expect(readConfig({ PARLEY_KEY_PEPPER_FILE: secretFile(content) }).keyPepper).toBe(secret);
    }
    expect(readConfig({ PARLEY_METRICS_TOKEN_FILE: secretFile(secret) }).metricsToken).toBe(secret);
  });
});

describe('wrong settings', () => {
  test('are reported all at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      PUBLIC_URL: 'parley.example.com',
      PARLEY_KEY_PEPPER: 'short',
      PARLEY_PLAN_LIMITS: 'gold=5',
      PARLEY_INIT_EMAIL: 'first@example.com',
      LOG_LEVEL: 'loud',
      PARLEY_LOG_REQUESTS: 'some',
      PARLEY_METRICS_TOKEN: 'short',
      DATABASE_URL: 'mysql://localhost',
    });
    const names = problems.map((problem) => problem.split(/[: ]/, 1)[0]);
    expect(names.sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PARLEY_INIT_EMAIL',
      'PARLEY_KEY_PEPPER',
      'PARLEY_LOG_REQUESTS',
      'PARLEY_METRICS_TOKEN',
      'PARLEY_PLAN_LIMITS',
      'PORT',
      'PUBLIC_URL',
    ]);
  });

  test.each(['mailto:security@example.com', 'https://example.com/security?from=txt', ''])(
    'PARLEY_SECURITY_CONTACT=%s is accepted',
    (contact) => {
      expect(readConfig({ PARLEY_SECURITY_CONTACT: contact }).securityContact).toBe(contact || undefined);
    },
  );

  test.each([
    ...['security@example.com', 'mailto:', 'mailto:security', 'mailto:a@b.example,c@d.example', 'http://example.com'],
    ...['https://user:secret@example.com', 'https://exämple.com', 'https://', 'javascript:alert(1)', 'mailto:a b@c.de'],
  ])('PARLEY_SECURITY_CONTACT=%s', (contact) => {
    expect(problemsOf({ PARLEY_SECURITY_CONTACT: contact })).toEqual([
      'PARLEY_SECURITY_CONTACT: must look like mailto:security@example.com or https://example.com/security',
    ]);
  });

  test.each(['-1', '65536', '3000x', '', '1e3', '0x10'])('PORT=%s', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT: must be a port from 0 to 65535']);
  });

  test.each([
    'parley',
    'ftp://parley',
    'https://parley?x=1',
    'https://parley#x',
    'https://',
    'https://me:secret@parley',
  ])('PUBLIC_URL=%s', (url) => {
    const [problem = ''] = problemsOf({ PUBLIC_URL: url });
    expect(problem).toMatch(/^PUBLIC_URL: must be an http or https URL/);
    expect(problem).not.toContain('secret');
  });

  test.each(['https://p.example.com/parley', 'https://p.example.com/parley/', 'https://p.example.com//a'])(
    'PUBLIC_URL=%s has a path',
    (url) => {
      expect(problemsOf({ PUBLIC_URL: url })).toEqual([
        'PUBLIC_URL: must not have a path: the dashboard and the widget are at the root of their host, so give Parley ' +
          'a host name of its own, such as https://parley.p.example.com',
      ]);
    },
  );

  test.each(['HOST', 'PARLEY_DATA_DIR'])('%s is not empty', (name) => {
    for (const value of ['', '  '])
      expect(problemsOf({ [name]: value })).toEqual([`${name}: must not be empty; leave it out for its default`]);
  });

  test.each(['/data\r', '/data ', '/da\nta'])('--data-dir %j', (dataDir) => {
    expect(() => readConfig({}, dataDir)).toThrow('--data-dir: must not begin or end with a blank');
  });

  test.each(['', 'free', 'free=-1', 'free=1.5', 'free=60;pro=300', 'gold=1', 'constructor=1'])(
    'PARLEY_PLAN_LIMITS=%s',
    (limits) => {
      expect(problemsOf({ PARLEY_PLAN_LIMITS: limits })).toEqual([
        'PARLEY_PLAN_LIMITS: must look like free=60,pro=300,business=1000',
      ]);
    },
  );

  test.each([
    ['free=0', 'free must be from 1 to 9999999 requests a minute'],
    ['free=60,pro=10000000', 'pro must be from 1 to 9999999 requests a minute'],
    ['business=99999999999999999999999', 'business must be from 1 to 9999999 requests a minute'],
    ['free=60,free=70', 'names free twice'],
  ])('PARLEY_PLAN_LIMITS=%s says what is wrong with it', (limits, problem) => {
    expect(problemsOf({ PARLEY_PLAN_LIMITS: limits })).toEqual([`PARLEY_PLAN_LIMITS: ${problem}`]);
  });

  test.each(['2', '301', '3.5', '-3', '3s', ''])('PARLEY_LEASE_SECONDS=%s', (seconds) => {
    expect(problemsOf({ PARLEY_LEASE_SECONDS: seconds })).toEqual([
      'PARLEY_LEASE_SECONDS: must be a number from 3 to 300',
    ]);
  });

  test('accepts the longest lease', () => {
    expect(readConfig({ PARLEY_LEASE_SECONDS: '300' }).leaseMs).toBe(300_000);
  });

  test('accepts the largest limit of a plan', () => {
    expect(readConfig({ PARLEY_PLAN_LIMITS: 'free=9999999' }).planLimits.free).toBe(9_999_999);
  });

  test.each(['0.0.0.0/0', '10.0.0.0/0', '::/0'])(
    'PARLEY_TRUSTED_PROXIES=%s is refused: it contains every address',
    (network) => {
      expect(problemsOf({ PARLEY_TRUSTED_PROXIES: `10.0.0.7,${network}` })).toEqual([
        `PARLEY_TRUSTED_PROXIES: must not be ${network}, which contains every address`,
      ]);
    },
  );

  test.each(['proxy', '10.0.0.0/33', '10.0.0', '1', '10.0.0.0/8/8', '10.0.0.1;10.0.0.2'])(
    'PARLEY_TRUSTED_PROXIES=%s',
    (proxies) => {
      expect(problemsOf({ PARLEY_TRUSTED_PROXIES: proxies })).toEqual([
        'PARLEY_TRUSTED_PROXIES: must look like 10.0.0.7,192.168.0.0/24,fd00::/64',
      ]);
    },
  );

  test('refuses a secret that is set twice, and a file that can’t be read', () => {
    const path = join(folder, 'nothing');
    expect(problemsOf({ PARLEY_KEY_PEPPER: secret, PARLEY_KEY_PEPPER_FILE: secretFile(secret) })).toHaveLength(1);
    expect(problemsOf({ PARLEY_KEY_PEPPER_FILE: path })).toEqual([`PARLEY_KEY_PEPPER_FILE: ${path} can't be read`]);
  });

  test('refuses an incomplete owner, and one who could not sign in', () => {
    const both = 'PARLEY_INIT_EMAIL and PARLEY_INIT_PASSWORD: set both or neither';
    expect(problemsOf({ PARLEY_INIT_EMAIL: 'first@example.com' })).toEqual([both]);
    expect(problemsOf({ PARLEY_INIT_PASSWORD: 'correct horse battery' })).toEqual([both]);
    const wrong = problemsOf({ PARLEY_INIT_EMAIL: 'nobody', PARLEY_INIT_PASSWORD: 'too short' });
    expect(wrong).toEqual([
      'PARLEY_INIT_EMAIL: must be an email address',
      'PARLEY_INIT_PASSWORD: must have 12 to 1024 characters',
    ]);
  });

  test('no problem contains a secret', () => {
    const message = problemsOf({
      PARLEY_KEY_PEPPER: 'hunter2',
      PARLEY_METRICS_TOKEN: 'hunter2',
      PARLEY_INIT_EMAIL: 'a@example.com',
      PARLEY_INIT_PASSWORD: 'hunter2',
      DATABASE_URL: 'mysql://me:hunter2@localhost',
    }).join();
    expect(message).not.toContain('hunter2');
  });
});
