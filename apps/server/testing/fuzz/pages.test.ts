import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/ids.ts';
import { anyEngine } from '../databases/engines.ts';
import { type Inhabitant, makeInhabitant, makeKey, makeWorkspace, row } from '../fixtures/people.ts';
import { type Service, service } from '../harness.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { envelopeProblems, jsonOf, type Wire, wireTo } from '../processes/wire.ts';

/** Items in each list: enough for several pages of any size. */
const count = 23;

const seed = announceSeed('apps/server/testing/fuzz/pages.test.ts');
const total = runs(25, 'PARLEY_TEST_RUNS', 100);

/** Each list: its path and two of its filters (if it has any); the second one is another query. */
type List = readonly [path: string, filters: readonly [string, string] | undefined];

const lists = (workspace: string): Record<string, List> => ({
  agents: ['/api/agents', ['sort=name', 'sort=-name']],
  'API keys': ['/api/api-keys', ['environment=development', 'status=active']],
  'API keys by name': ['/api/api-keys', ['sort=name', 'sort=-name']],
  'API keys by use': ['/api/api-keys', ['sort=-lastUsedAt', 'sort=lastUsedAt']],
  workspaces: ['/api/workspaces', undefined],
  'workspaces by name': ['/api/workspaces', ['sort=-name', 'sort=updatedAt']],
  members: [`/api/workspaces/${workspace}/members`, undefined],
  'members by name': [`/api/workspaces/${workspace}/members`, ['sort=name', 'sort=createdAt']],
  invitations: [`/api/workspaces/${workspace}/invitations`, undefined],
  'invitations by email': [`/api/workspaces/${workspace}/invitations`, ['sort=email', 'sort=-email']],
});

/** Creates `count` items for every list. */
async function populate(parley: Service, wire: Wire, owner: Inhabitant): Promise<string> {
  const id = await makeWorkspace(parley, owner.account, new Map([[owner, 'owner']]));
  const { headers } = await makeKey(parley, owner);
  for (let index = 1; index < count; index += 1) {
    const body = { name: `Agent ${index % 5}`, workspaceId: id };
    await wire.send({ method: 'POST', path: '/api/agents', headers, body });
    await makeWorkspace(parley, owner.account, new Map([[owner, 'owner']]));
    await makeKey(parley, owner);
    const guest = await makeInhabitant(parley, `Guest ${index}`);
    // Several share a millisecond, so that the ID decides their order.
    const time = Date.now() - (index % 3);
    const invitation = {
      id: newId('invitation'),
      workspace_id: id,
      email: guest.email,
      role: 'viewer',
      digest: guest.id,
    };
    await parley.db.write([
      row(parley.db, 'members', { workspace_id: id, user_id: guest.id, role: 'viewer', created_at: time }),
      row(parley.db, 'invitations', { ...invitation, invited_by: owner.id, created_at: time, expires_at: time + 1e9 }),
    ]);
  }
  return id;
}

describe.each(anyEngine)('pages on %s', { timeout: 60_000 + total * 100 }, (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);
  let headers: Record<string, string>;
  let paths: Record<string, List>;
  beforeAll(async () => {
    const owner = await makeInhabitant(parley, 'Owner');
    paths = lists(await populate(parley, wire, owner));
    headers = (await makeKey(parley, owner)).headers;
  });

  const get = async (path: string) => {
    const reply = await wire.send({ method: 'GET', path, headers });
    expect(envelopeProblems(reply), `${path}: ${reply.text}`).toEqual([]);
    expect(reply.status, parley.log()).toBeLessThan(500);
    return reply;
  };
  const pageAt = async (path: string) => {
    const reply = await get(path);
    expect(reply.status, reply.text).toBe(200);
    return jsonOf(reply)['data'] as { items: object[]; nextCursor: string | null; total: number };
  };
  const url = (path: string, ...parameters: (string | undefined)[]) =>
    `${path}?${parameters.filter((parameter) => parameter !== undefined).join('&')}`;

  test.each(Object.keys(lists('')))('of %s, of any size, add up to the whole list', async (name) => {
    const [path, filters] = paths[name] ?? ['', undefined];
    const whole = await pageAt(url(path, filters?.[0], 'limit=100', 'includeTotal=true'));
    expect(whole.items.length).toBeGreaterThanOrEqual(count - 1);
    expect(whole.total).toBe(whole.items.length);
    const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
    const anySizes = fc.asyncProperty(sizes, async (limits) => {
      const found: object[] = [];
      let cursor: string | undefined;
      // The size may change from page to page.
      for (let page = 0; page === 0 || cursor !== undefined; page += 1) {
        const limit = `limit=${limits[page % limits.length]}`;
        const { items, nextCursor } = await pageAt(url(path, filters?.[0], limit, cursor && `cursor=${cursor}`));
        found.push(...items);
        cursor = nextCursor ?? undefined;
      }
      expect(found).toEqual(whole.items);
    });
    await fc.assert(anySizes, { seed, numRuns: Math.ceil(total / 10) });
  });

  test.each(Object.keys(lists('')))(
    'of %s refuse what is no cursor of theirs, and nothing breaks them',
    async (name) => {
      const [path, filters] = paths[name] ?? ['', undefined];
      const { nextCursor } = await pageAt(url(path, filters?.[0], 'limit=2'));
      const cursor = String(nextCursor);
      if (filters !== undefined) {
        expect(jsonOf(await get(url(path, filters[1], `cursor=${cursor}`)))['code']).toBe('cursor_invalid');
      }
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
      // A forged cursor shows no more than others, so it may be answered; but it must not cause a 500.
      const value = fc.oneof(
        fc.constantFrom(...parts),
        fc.jsonValue(),
        fc.double(),
        fc.constantFrom(2 ** 63, -1, '\0', '\ud800'),
      );
      const forged = fc.array(value, { maxLength: parts.length + 1 }).map((forgery) => JSON.stringify(forgery));
      const changed = fc
        .tuple(fc.nat(parts.length - 1), value)
        .map(([index, other]) => JSON.stringify(parts.map((part, at) => (at === index ? other : part))));
      const cursors = fc.oneof(forged, changed).map((text) => Buffer.from(text).toString('base64url'));
      const anyForgery = fc.asyncProperty(cursors, async (forgery) => {
        const reply = await get(url(path, filters?.[0], `cursor=${forgery}`));
        if (reply.status !== 200) expect(jsonOf(reply)['code']).toMatch(/^(cursor_invalid|validation_failed)$/);
      });
      await fc.assert(anyForgery, { seed, numRuns: total });
    },
  );
});
