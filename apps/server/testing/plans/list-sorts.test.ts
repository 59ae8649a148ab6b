// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../databases/engines.ts';
import { type Person, service } from '../harness.ts';
import { expectFailure, send } from '../request.ts';

/** A list, the default order of its items, and one key in both directions. */
interface Sorted {
  readonly path: (workspace: string) => string;
  /** Returns the text that tells the items apart. */
  readonly named: (item: never) => string;
  readonly newestFirst: readonly string[];
  readonly key: string;
  readonly ascending: readonly string[];
  readonly choices: string;
}

const byName = { named: ({ name }: { readonly name: string }) => name, key: 'name' } as const;

const lists: Readonly<Record<string, Sorted>> = {
  'API keys': {
    ...byName,
    path: () => '/api/api-keys',
    newestFirst: ['Beta', 'alpha', 'Gamma'],
    ascending: ['alpha', 'Beta', 'Gamma'],
    choices: 'createdAt, -createdAt, lastUsedAt, -lastUsedAt, name, -name',
  },
  workspaces: {
    ...byName,
    path: () => '/api/workspaces',
    newestFirst: ['zebra', 'Apple', 'Home'],
    ascending: ['Apple', 'Home', 'zebra'],
    choices: 'createdAt, -createdAt, updatedAt, -updatedAt, name, -name',
  },
  members: {
    path: (workspace) => `/api/workspaces/${workspace}/members`,
    named: ({ user }: { readonly user: { readonly name: string } }) => user.name,
    newestFirst: ['Bob', 'carol', 'Alice'],
    key: 'name',
    ascending: ['Alice', 'Bob', 'carol'],
    choices: 'createdAt, -createdAt, name, -name',
  },
  invitations: {
    path: (workspace) => `/api/workspaces/${workspace}/invitations`,
    named: ({ email }: { readonly email: string }) => email.slice(0, 1),
    newestFirst: ['b', 'c', 'a'],
    key: 'email',
    ascending: ['a', 'b', 'c'],
    choices: 'createdAt, -createdAt, email, -email',
  },
  sessions: {
    path: () => '/api/sessions',
    named: ({ userAgent }: { readonly userAgent: string }) => userAgent,
    newestFirst: ['three', 'two', 'one'],
    key: 'lastSeenAt',
    ascending: ['one', 'two', 'three'],
    choices: 'createdAt, -createdAt, lastSeenAt, -lastSeenAt',
  },
};

describe.each(engines)('every list is sorted and paged alike, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let headers: Record<string, string>;
  beforeAll(async () => {
    alice = await parley.person();
    const client = await alice.session();
    await client.me.update({ name: 'Alice' });
    await client.workspaces.update(alice.workspace, { name: 'Home' });
    for (const name of ['carol', 'Bob']) {
      parley.advance(1000);
      const person = await parley.person();
      await (await person.session()).me.update({ name });
      await alice.invite(person, 'viewer');
    }
    for (const [key, workspace, email] of made) {
      parley.advance(1000);
      await client.apiKeys.create({ name: key, scopes: ['agents:read'] });
      if (workspace !== undefined) await client.workspaces.create({ name: workspace });
      await client.workspaces.invitations.create(alice.workspace, { email: `${email}@example.com`, role: 'viewer' });
    }
    await endSessions(client);
    for (const userAgent of ['one', 'two', 'three']) {
      parley.advance(1000);
      headers = await signInWith(userAgent);
    }
  });

  const made = [
    ['Gamma', undefined, 'a'],
    ['alpha', 'Apple', 'c'],
    ['Beta', 'zebra', 'b'],
  ] as const;

  const endSessions = async (client: Parley) => {
    for (const session of await client.sessions.list().toArray({ limit: 100 })) {
      if (!session.current) await client.sessions.revoke(session._id);
    }
    await client.sessions.signOut();
  };

  const signInWith = async (userAgent: string) => {
    const body = { email: alice.user.email, password: 'correct horse battery staple' };
    const client = { origin: parley.url, 'user-agent': userAgent };
    const reply = await send(parley.url, { method: 'POST', path: '/api/session', headers: client, body });
    const [cookie = ''] = reply.headers['set-cookie'] ?? [];
    return { origin: parley.url, cookie: cookie.split(';', 1)[0] ?? '' };
  };

  const page = async (path: string) => {
    const reply = await send(parley.url, { path, headers });
    expect(reply.status, reply.text).toBe(200);
    return reply.json()['data'] as { items: never[]; nextCursor: string | null; total?: number };
  };

  test.each(Object.entries(lists))('%s', async (_name, { path: of, named, newestFirst, key, ascending, choices }) => {
    const path = of(alice.workspace);
    const whole = async (query = '') => (await page(`${path}?limit=100${query}`)).items.map(named);
    expect(await whole()).toEqual(newestFirst);
    expect(await whole('&sort=createdAt')).toEqual([...newestFirst].reverse());
    expect(await whole(`&sort=${key}`)).toEqual(ascending);
    expect(await whole(`&sort=-${key}`)).toEqual([...ascending].reverse());
    const first = await page(`${path}?limit=2&sort=${key}&includeTotal=true`);
    expect([first.items.map(named), first.total]).toEqual([ascending.slice(0, 2), 3]);
    const last = await page(`${path}?limit=2&sort=${key}&cursor=${first.nextCursor}`);
    expect([last.items.map(named), last.nextCursor]).toEqual([ascending.slice(2), null]);
    const other = await send(parley.url, { path: `${path}?sort=-${key}&cursor=${first.nextCursor}`, headers });
    expectFailure(other, 'cursor_invalid');
    const unknown = await send(parley.url, { path: `${path}?sort=size`, headers });
    expect(expectFailure(unknown, 'validation_failed').details).toEqual([
      { path: 'sort', message: `must be one of ${choices}` },
    ]);
  });

  test('models, by name', async () => {
    const names = async (query: string) => (await page(`/api/models?limit=100${query}`)).items.map(({ _id }) => _id);
    const all = await names('');
    expect(all).toEqual([...all].sort());
    expect(all).toContain('builtin/echo');
    expect(await names('&sort=-name')).toEqual([...all].reverse());
    const first = await page('/api/models?limit=1&includeTotal=true');
    expect([first.items.length, first.total]).toEqual([1, all.length]);
    expect(await names(`&cursor=${first.nextCursor}`)).toEqual(all.slice(1));
    const unknown = await send(parley.url, { path: '/api/models?sort=createdAt', headers });
    expect(expectFailure(unknown, 'validation_failed').error).toBe('sort must be one of name, -name.');
  });
});
