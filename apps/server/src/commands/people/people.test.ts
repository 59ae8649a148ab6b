// @module-tag sql
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeInstallation, owner } from '../../../testing/crash/installation.ts';
import { anyEngine, engines } from '../../../testing/databases/engines.ts';
import { emptyDatabase } from '../../../testing/databases/temp-postgres.ts';
import { appOf } from '../../../testing/fixtures/second-factor.ts';
import { sessionClient } from '../../../testing/harness.ts';
import { command } from '../../../testing/processes/command.ts';
import { expectRefused, type Finished, startServer } from '../../../testing/processes/program.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import type { ListedPerson } from '../../features/accounts/people-list.ts';
import { migrations } from '../../storage/migrations/index.ts';
import { dataFolder } from '../../storage/opening/data-folder.ts';
import { openConnection } from '../../storage/sqlite/driver.ts';
import { arrayOf } from './user-list.ts';

/** Timeout and interval in ms of the tests' requests to a running server; more refusals would be rate-limited. */
const soon = { timeout: 5_000, interval: 400 };

/** Max duration of a call in milliseconds; each starts a program, which is slow on a busy machine. */
const patience = 60_000;

describe.each(anyEngine)('people, keys and plans, beside a running server on %s', { timeout: patience }, (engine) => {
  let url: string;
  let key: string;
  let call: (args: readonly string[], input?: string) => Promise<Finished>;
  beforeAll(async () => {
    const { dataDir, env: base, key: apiKey } = await makeInstallation(engine);
    const env = { ...base, PARLEY_PLAN_LIMITS: 'free=200,business=1000' };
    ({ url } = await startServer(dataDir, { env }));
    key = apiKey;
    call = (args, input = '') => command([...args, '--data-dir', dataDir], { env, input });
  }, patience);

  const client = (apiKey: string) => new Parley({ baseURL: url, apiKey, maxRetries: 0 });

  /** The server's answer to a key: `taken`, or the code of its refusal. */
  const answerTo = (apiKey: string) =>
    client(apiKey)
      .agents.list()
      .then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      );

  const keyFor = (email: string, ...more: readonly string[]) =>
    call(['key', 'create', '--email', email, '--name', 'CI', '--scopes', 'agents:read,agents:write', ...more]);

  test('user create creates a person who can sign in with the password that is shown once', async () => {
    const made = await call(['user', 'create', '--email', 'Ann@example.com', '--name', 'Ann', '--plan', 'pro']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [, password = ''] = /^Password, shown only now: (\S{24})$/m.exec(made.stdout) ?? [];
    await sessionClient(url).sessions.create({ email: 'ann@example.com', password });
  });

  test('user create --json prints every field', async () => {
    const { code, stdout } = await call(['user', 'create', '--email', 'json@example.com', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      user: { _id: expect.stringMatching(/^user_/), email: 'json@example.com', name: 'json' },
      account: { _id: expect.stringMatching(/^acct_/), plan: 'free' },
      workspace: { _id: expect.stringMatching(/^ws_/) },
      password: expect.stringMatching(/^\S{24}$/),
    });
  });

  test('user suspend and user activate withdraw and restore a person’s access', async () => {
    const email = 'leaver@example.com';
    await call(['user', 'create', '--email', email]);
    const theirs = (await keyFor(email)).stdout.trim();
    expect(await answerTo(theirs)).toBe('taken');
    const suspended = await call(['user', 'suspend', '--email', email]);
    expect(suspended).toEqual({ code: 0, stdout: `${email} is suspended.\n`, stderr: '' });
    await expect.poll(() => answerTo(theirs), soon).toBe('inactive_api_key');
    const activated = await call(['user', 'activate', '--email', email, '--json']);
    expect(JSON.parse(activated.stdout)).toEqual({ email, status: 'active' });
    await expect.poll(() => answerTo(theirs), soon).toBe('taken');
  });

  test('user verify, rename and remove act on an address beside the running server', async () => {
    const session = sessionClient(url);
    const made = JSON.parse((await call(['user', 'create', '--email', 'host@example.com', '--json'])).stdout);
    await session.sessions.create({ email: 'host@example.com', password: made.password });
    const draft = { email: 'guest@example.com', role: 'owner' } as const;
    const { url: link } = await session.workspaces.invitations.create(made.workspace._id, draft);
    const guest = sessionClient(url);
    await guest.invitations.accept({ token: link?.split('#token=')[1] ?? '', password: 'four words make a pass' });
    const verified = await call(['user', 'verify', '--email', 'guest@example.com']);
    expect(verified).toEqual({ code: 0, stdout: 'guest@example.com is verified.\n', stderr: '' });
    expect((await guest.me.retrieve()).user.verified).toBe(true);
    const owning = await call(['user', 'own-instance', '--email', 'guest@example.com']);
    expect(owning).toEqual({ code: 0, stdout: 'guest@example.com owns the instance.\n', stderr: '' });
    expect((await guest.me.retrieve()).ownsInstance).toBe(true);
    const renamed = await call(['user', 'rename', '--email', 'guest@example.com', '--to', 'New@example.com']);
    expect(renamed).toEqual({ code: 0, stdout: 'guest@example.com is now New@example.com.\n', stderr: '' });
    expect((await guest.me.retrieve()).user.email).toBe('new@example.com');
    const removed = await call(['user', 'remove', '--email', 'host@example.com']);
    const says = 'Removed host@example.com from 1 workspace. The address is free.\n';
    expect(removed).toEqual({ code: 0, stdout: says, stderr: '' });
    await expect
      .poll(
        () =>
          session.me.retrieve().then(
            () => 'taken',
            ({ status }: { status?: number }) => status,
          ),
        soon,
      )
      .toBe(401);
    const last = await call(['user', 'remove', '--email', 'new@example.com']);
    expectRefused(last, /only owner of “My workspace” .*Make another member an owner there first/);
  });

  test('user reset-password prints only a link, with which the person sets a new password', async () => {
    const email = 'forgetful@example.com';
    await call(['user', 'create', '--email', email]);
    const made = await call(['user', 'reset-password', '--email', email]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(/^http:\/\/\S+\/reset-password#token=\S{43}\n$/);
    const json = JSON.parse((await call(['user', 'reset-password', '--email', email, '--json'])).stdout);
    expect(json).toEqual({ email, url: expect.stringContaining('#token='), expiresAt: expect.stringMatching(/Z$/) });
    const confirm = (link: string) => {
      const token = link.trim().split('#token=')[1] ?? '';
      return sessionClient(url).passwordResets.confirm({ token, password: 'four words make a pass' });
    };
    await expect(confirm(made.stdout)).rejects.toMatchObject({ code: 'reset_token_invalid' });
    await confirm(json.url);
    await sessionClient(url).sessions.create({ email, password: 'four words make a pass' });
  });

  test('user reset-second-factor removes it, and ends the sessions', async () => {
    const email = 'lost-phone@example.com';
    const { password } = JSON.parse((await call(['user', 'create', '--email', email, '--json'])).stdout);
    const browser = sessionClient(url);
    await browser.sessions.create({ email, password });
    const { secret } = await browser.secondFactor.startTotp();
    await browser.secondFactor.confirmTotp({ code: appOf({ now: Date.now, advance: () => undefined }, secret).next() });
    await expect(sessionClient(url).sessions.create({ email, password })).rejects.toMatchObject({
      code: 'second_factor_required',
    });
    const made = await call(['user', 'reset-second-factor', '--email', email]);
    expect(made).toEqual({
      ...{ code: 0, stderr: '', stdout: `${email} has no second factor any more; every session has ended.\n` },
    });
    await vi.waitFor(() => expect(browser.me.retrieve()).rejects.toMatchObject({ code: 'session_ended' }), soon);
    await sessionClient(url).sessions.create({ email, password });
  });

  test('user list shows all people, with workspaces, plan and the last known sign-in', async () => {
    const made = JSON.parse((await call(['user', 'create', '--email', 'listed@example.com', '--json'])).stdout);
    const line = async () =>
      (await call(['user', 'list'])).stdout.split('\n').find((each) => each.startsWith('listed@example.com'));
    expect(await line()).toMatch(
      /^listed@example\.com {2}listed {2}active {2}verified {2}free {2}owner of My workspace {2}created \S+Z {2}no known sign-in$/,
    );
    await sessionClient(url).sessions.create({ email: 'listed@example.com', password: made.password });
    expect(await line()).toMatch(/ {2}signed in \S+Z$/);
    const people = JSON.parse((await call(['user', 'list', '--json'])).stdout);
    const times = { createdAt: expect.stringMatching(/Z$/), lastSignInAt: expect.stringMatching(/Z$/) };
    expect(people).toContainEqual({
      ...{
        _id: made.user._id,
        email: 'listed@example.com',
        name: 'listed',
        status: 'active',
        verified: true,
        ...times,
      },
      account: { _id: made.account._id, plan: 'free' },
      workspaces: [{ _id: made.workspace._id, name: 'My workspace', role: 'owner' }],
    });
  });

  test('key create prints only the key, and the server accepts it at once', async () => {
    const { code, stdout, stderr } = await keyFor(owner.email);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^parley_[0-9A-Za-z]{38}\n$/);
    await client(stdout.trim()).agents.create({ name: 'Made at once' });
  });

  test('a key gets the given properties, and the server refuses it within 5 s of its revocation', async () => {
    const [workspace] = (await client(key).workspaces.list()).items;
    const options = ['--workspace', String(workspace?._id), '--environment', 'development', '--expires-days', '30'];
    const made = JSON.parse((await keyFor(owner.email, '--json', ...options)).stdout) as { _id: string; key: string };
    const { key: own } = await client(made.key).me.retrieve();
    expect(own).toMatchObject({ workspace: workspace?._id, scopes: ['agents:read', 'agents:write'] });
    expect((Date.parse(String(own?.expiresAt)) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);

    const revoked = await call(['key', 'revoke', made._id]);
    expect(revoked).toEqual({ code: 0, stdout: `${made._id} is revoked.\n`, stderr: '' });
    await expect.poll(() => answerTo(made.key), soon).toBe('revoked_api_key');

    const [text, json] = await Promise.all([
      call(['key', 'list']),
      call(['key', 'list', '--email', owner.email, '--json']),
    ]);
    const line = [
      made._id,
      'revoked',
      'development',
      `…${made.key.slice(-4)}`,
      owner.email,
      'CI',
      'agents:read,agents:write',
      `expires ${own?.expiresAt}`,
    ];
    // The server writes the last use up to a minute late.
    const [listed = ''] = text.stdout.split('\n').filter((row) => row.startsWith(made._id));
    expect(listed.replace(/ {2}(?:never used|used \S+Z)$/, '')).toBe(line.join('  '));
    expect(listed).not.toBe(line.join('  '));
    const facts = { _id: made._id, status: 'revoked', lastFour: made.key.slice(-4) };
    expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining(facts));
    expect(text.stdout + json.stdout).not.toContain(made.key.slice(0, 20));
  });

  test('key list and failures show a name on one line, whatever characters it has', async () => {
    const name = 'red\u001b[31m\nline';
    await call(['key', 'create', '--email', owner.email, '--name', name, '--scopes', 'agents:read']);
    const { stdout } = await call(['key', 'list']);
    expect(stdout).toContain('  red [31m line  ');
    expectRefused(await call(['jobs', 'cancel', name]), 'There is no job red [31m line.');
    const json = JSON.parse((await call(['key', 'list', '--json'])).stdout) as { name: string }[];
    expect(json.map((key) => key.name)).toContain(name);
  });

  test('key create takes the lifetimes of the API, and refuses a person without a workspace', async () => {
    const session = sessionClient(url);
    await session.sessions.create(owner);
    const [workspace] = (await session.workspaces.list()).items;
    const workspaceId = workspace?._id ?? '';
    const email = 'nowhere@example.com';
    const { url: link } = await session.workspaces.invitations.create(workspaceId, { email, role: 'viewer' });
    const guest = sessionClient(url);
    await guest.invitations.accept({ token: link?.split('#token=')[1] ?? '', password: 'four words make a pass' });
    await session.workspaces.members.remove({ workspaceId, userId: (await guest.me.retrieve()).user._id });
    expectRefused(await keyFor(email), /^nowhere@example\.com is a member of no workspace .* Invite the person/);
    expectRefused(await keyFor(owner.email, '--expires-days', '31'), /Allowed choices are 30, 90, 365, never/, 2);
    const { stdout } = await keyFor(owner.email, '--expires-days', 'never', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'active', expiresAt: null });
  });

  test('plan set takes effect within 5 s', async () => {
    const limit = async () => (await client(key).me.retrieve()).rateLimit.limit;
    expect(await limit()).toBe(200);
    const set = await call(['plan', 'set', '--email', owner.email, '--plan', 'business']);
    expect(set).toEqual({ code: 0, stdout: `The account of ${owner.email} is on the plan business.\n`, stderr: '' });
    await expect.poll(limit, soon).toBe(1000);
  });

  const unknown = ['--email', 'no@example.com'];
  const refusals: readonly (readonly [string, readonly string[], string?])[] = [
    ['A person with this email already exists.', ['user', 'create', '--email', owner.email.toUpperCase()]],
    ['at least 12 characters', ['user', 'create', ...unknown, '--password-stdin'], 'too short\n'],
    ['No person has this email.', ['user', 'suspend', ...unknown]],
    ['No person has this email.', ['user', 'verify', ...unknown]],
    ['No person has this email.', ['user', 'own-instance', ...unknown]],
    ['No person has this email.', ['user', 'rename', ...unknown, '--to', 'new@example.com']],
    ['No person has this email.', ['user', 'remove', ...unknown]],
    ['No active person has this email.', ['user', 'reset-password', ...unknown]],
    ['No person has this email.', ['user', 'reset-second-factor', ...unknown]],
    ['No person has this email.', ['plan', 'set', ...unknown, '--plan', 'pro']],
    [
      'No person has the email no@example.com.',
      ['key', 'create', ...unknown, '--name', 'x', '--scopes', 'agents:read'],
    ],
    ['There is no such API key.', ['key', 'revoke', 'key_none']],
  ];

  // Calls more than twenty programs, one after another.
  test('refuses in one sentence and changes nothing', { timeout: 5 * patience }, async () => {
    // The server writes last uses meanwhile.
    const keys = async () => (await call(['key', 'list'])).stdout.replaceAll(/never used|used \S+Z/g, '');
    const before = await keys();
    for (const [says, args, input] of refusals) {
      expectRefused(await call(args, input), says);
      const json = await call([...args, '--json'], input);
      expect(json).toMatchObject({ code: 1, stderr: '' });
      const failure = {
        success: false,
        error: expect.stringContaining(says),
        code: expect.stringMatching(/^[a-z_]+$/),
      };
      expect(JSON.parse(json.stdout)).toMatchObject(failure);
    }
    expectRefused(await keyFor(owner.email, '--workspace', 'ws_none'), 'is no member of a workspace ws_none.');
    expect(await keys()).toBe(before);
  });
});

test('user list --json that fails midway prints the failure alone', { timeout: patience }, async () => {
  const { dataDir, env } = await makeInstallation('sqlite');
  const connection = openConnection({ file: dataFolder(dataDir).database });
  onTestFinished(() => connection.close());
  // The last of 301 people has no time.
  const made = 'with recursive made(n) as (select 1 union all select n + 1 from made where n < 300)';
  const columns = 'account_id, name, password_hash, status, updated_at';
  connection
    .prepare(
      `insert into users (id, email, created_at, ${columns}) ${made} select 'user_zz' || printf('%03d', n), ` +
        `n || '@example.com', case n when 300 then 9e15 else 0 end, ${columns} from users, made`,
    )
    .run([]);
  const call = (...more: string[]) => command(['user', 'list', '--data-dir', dataDir, ...more], { env });
  const json = await call('--json');
  expect({ code: json.code, failure: JSON.parse(json.stdout) }).toMatchObject({
    code: 1,
    failure: { success: false, code: 'command_failed' },
  });
  connection.prepare('delete from users where created_at > 8e15').run([]);
  expect(JSON.parse((await call('--json')).stdout)).toHaveLength(300);
  expect((await call()).stdout.match(/\n/g)).toHaveLength(300);
});

test('user list --json refuses more people than it can hold', async () => {
  const person = { _id: 'user_1' } as ListedPerson;
  const pagesOf = async function* (pages: number) {
    for (let page = 0; page < pages; page += 1) yield Array.from({ length: 1_000 }, () => person);
  };
  expect(JSON.parse((await arrayOf(pagesOf(100))).join(''))).toHaveLength(100_000);
  await expect(arrayOf(pagesOf(101))).rejects.toMatchObject({ code: 'too_many_people' });
  expect((await arrayOf(pagesOf(0))).join('')).toBe('[]\n');
});

test('key list changes nothing: it applies no missing migrations', { timeout: patience }, async () => {
  const { dataDir, env } = await makeInstallation('sqlite');
  const connection = openConnection({ file: dataFolder(dataDir).database });
  onTestFinished(() => connection.close());
  const names = () => connection.prepare('select name from schema_migrations order by name').all([]);
  const last = migrations.at(-1)?.name ?? '';
  connection.prepare('delete from schema_migrations where name = ?').run([last]);
  const before = names();
  const says = `The database lacks the migrations ${last}, and this command changes nothing: run parley migrate,`;
  expectRefused(await command(['key', 'list', '--data-dir', dataDir], { env }), says);
  expect(names()).toEqual(before);
});

test.runIf(engines.includes('postgres'))('key list creates no tables in an empty database', async () => {
  const database = await emptyDatabase();
  onTestFinished(database.drop);
  const dataDir = tempFolder();
  const call = () => command(['key', 'list', '--data-dir', dataDir], { env: { DATABASE_URL: database.url } });
  expectRefused(await call(), 'The database has no Parley tables.');
  expectRefused(await call(), 'The database has no Parley tables.');
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a command that needs an installation doesn’t create one', async () => {
  const dataDir = join(tempFolder(), 'typo');
  const email = ['--email', 'a@example.com'];
  const commands = [
    ['key', 'list'],
    ['plan', 'set', ...email, '--plan', 'pro'],
    ['key', 'create', ...email, '--name', 'x', '--scopes', 'agents:read'],
  ];
  for (const args of commands) {
    expectRefused(
      await command([...args, '--data-dir', dataDir]),
      `There is no database in ${dataDir}: name its folder`,
    );
  }
  expect(existsSync(dataDir)).toBe(false);
});
