import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { anyEngine } from '../databases/engines.ts';
import { row } from '../fixtures/people.ts';
import { syncRow } from '../fixtures/source-rows.ts';
import { deliveryRows } from '../fixtures/webhooks.ts';
import { service } from '../harness.ts';
import { deliveryRow } from '../messengers/channel-rows.ts';
import { jsonOf, openWire, type Wire, type WireReply } from '../processes/wire.ts';
import { fingerprintOf, inParallel, summaryOf } from './answers.ts';
import { rowOf } from './cells.ts';
import { changesSince, databaseState } from './database-state.ts';
import { type Kind, make } from './fixtures.ts';
import { endpointsOf } from './routes.ts';
import { makeSubject, type Subject } from './subjects.ts';
import { buildWorld, type Place, type World } from './world.ts';

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor?: string | null;
  readonly cursor?: string;
}

/** A source with several of everything that has a list. */
async function fullSource(world: World, { place, by }: { place: Place; by: Subject }): Promise<string> {
  const { db } = world.service;
  const workspace = world.sites[place].workspace;
  const source = await make(world, 'source', { place, by });
  for (const number of [1, 2, 3]) {
    const agent = await make(world, 'agent', { place, by });
    await make(world, 'pair', { place, by, parent: source });
    await make(world, 'chunk', { place, by, parent: source });
    const used = { workspace_id: workspace, agent_id: agent, source_id: source, position: number };
    await db.write([syncRow(db, { workspace, source }), row(db, 'agent_sources', used)]);
  }
  return source;
}

/** Has the messages of a conversation delivered. */
async function deliverAll(
  { sites, service: { db } }: World,
  { place, channel, conversation }: { place: Place; channel: string; conversation: string },
): Promise<void> {
  const messages = await db.read(
    db.query.selectFrom('messages').select('id').where('conversation_id', '=', conversation),
  );
  const of = { workspace: sites[place].workspace, channel, conversation };
  await db.write(messages.map(({ id }) => row(db, 'channel_outbox', deliveryRow({ ...of, message: id }, 'sent'))));
}

const pageOf = (reply: WireReply) => jsonOf(reply)['data'] as Page;

/** The place at which a list goes on. The log of events says it also at its end. */
const nextOf = ({ nextCursor, cursor }: Page) => nextCursor ?? cursor ?? '';

describe.each(anyEngine)('references in a request besides its path, on %s', (engine) => {
  const running = service(engine);
  let world: World;
  let wire: Wire;
  let lists: readonly Endpoint[];
  let ours: Subject;
  let theirs: Subject;
  /** The parents of a place's lists, by kind. */
  const parents: Partial<Record<Place, Readonly<Partial<Record<Kind, string>>>>> = {};

  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
    lists = endpointsOf(running.features).filter(({ query }) => Object.hasOwn(query?.properties ?? {}, 'cursor'));
    ours = await makeSubject(world, 'session of an owner');
    theirs = await makeSubject(world, "session of another account's owner");
    for (const place of ['home', 'foreign'] as const) {
      const by = place === 'home' ? ours : theirs;
      const agent = await make(world, 'agent', { place, by });
      const conversations = await inParallel([1, 2, 3], () =>
        make(world, 'conversation', { place, by, parent: agent }),
      );
      await inParallel([1, 2, 3], () => make(world, 'question', { place, by, parent: agent }));
      const [channel = ''] = await inParallel([1, 2, 3], () => make(world, 'channel', { place, by, parent: agent }));
      await deliverAll(world, { place, channel, conversation: conversations[0] ?? '' });
      const source = await fullSource(world, { place, by });
      const workspace = world.sites[place].workspace;
      const [webhook = ''] = await inParallel([1, 2, 3], () => make(world, 'webhook', { place, by }));
      const tool = await make(world, 'tool', { place, by });
      await inParallel([1, 2, 3], () => make(world, 'toolConnection', { place, by, parent: tool }));
      const { db } = world.service;
      await db.write([deliveryRows(db, { workspace, webhook }, [{}, {}, {}])]);
      parents[place] = { workspace, agent, conversation: conversations[0] ?? '', source, webhook, tool };
    }
    const kinds: readonly Kind[] = [
      ...(['agent', 'apiKey', 'member', 'invitation', 'source', 'tool', 'toolCall'] as const),
      ...(['savedReply', 'view', 'team'] as const),
    ];
    const wanted = kinds.flatMap((kind) =>
      (['home', 'foreign'] as const).flatMap((place) => [1, 2, 3].map(() => ({ kind, place }))),
    );
    await inParallel(wanted, ({ kind, place }) => make(world, kind, { place, by: place === 'home' ? ours : theirs }));
    for (const by of [ours, theirs]) {
      const { headers } = by;
      // A session at home is the caller's own.
      await inParallel([1, 2], () => make(world, 'session', { place: 'home', by }));
      for (const name of ['a', 'b', 'c']) {
        await wire.send({
          method: 'POST',
          path: '/api/workspaces',
          headers,
          body: { name: `${headers['cookie']} ${name}` },
        });
      }
    }
  });
  afterAll(() => wire.close());

  /** The list of a place, as the subject sees it. */
  const list = (
    endpoint: Endpoint,
    { place, by, query }: { place: Place; by: Subject; query: Record<string, string> },
  ) => {
    const kind = rowOf(endpoint).slots?.['id']?.kind;
    const path = endpoint.path.replace(':id', (kind && parents[place]?.[kind]) ?? '');
    return wire.send({ method: 'GET', path: `${path}?${new URLSearchParams(query)}`, headers: by.headers });
  };

  /** Parts of an answer that don't belong to the subject. */
  const strange = async (endpoint: Endpoint, reply: WireReply, whole: readonly unknown[]): Promise<string[]> => {
    if (['cursor_invalid', 'cursor_expired'].includes(String(jsonOf(reply)['code']))) return [];
    if (reply.status !== 200) return [`${endpoint.id}: ${reply.text}`];
    const known = new Set(whole.map((item) => JSON.stringify(item)));
    return pageOf(reply)
      .items.filter((item) => !known.has(JSON.stringify(item)))
      .map((item) => `${endpoint.id}: ${JSON.stringify(item)}`);
  };

  it('agents, keys, workspaces, members and invitations have lists with a cursor', () => {
    const names = ['listAgents', 'listApiKeys', 'listInvitations', 'listMembers', 'listWorkspaces'];
    expect(lists.map(({ id }) => id)).toEqual(expect.arrayContaining(names));
  });

  it('other callers’ cursors and forged ones show nothing foreign', async () => {
    const found: string[] = [];
    for (const endpoint of lists) {
      // A new minute, so that no list uses up the session's limit.
      running.advance(61_000);
      const whole = pageOf(await list(endpoint, { place: 'home', by: ours, query: { limit: '100' } })).items;
      const [mine, other] = await Promise.all([
        list(endpoint, { place: 'home', by: ours, query: { limit: '1' } }),
        list(endpoint, { place: 'foreign', by: theirs, query: { limit: '1' } }),
      ]);
      const cursors = [mine, other].map((reply) => nextOf(pageOf(reply)));
      expect(cursors, endpoint.id).not.toContain('');
      for (const cursor of cursors.flatMap((each) => [each, ...forgeries(each, world)])) {
        const reply = await list(endpoint, { place: 'home', by: ours, query: { limit: '100', cursor } });
        found.push(...(await strange(endpoint, reply, whole)));
      }
    }
    running.advance(61_000);
    expect(found).toEqual([]);
  });

  it('filters show only visible items, however they are written', async () => {
    const [home, foreign] = [world.sites.home.workspace, world.sites.foreign.workspace];
    const queries = [
      `workspaceId=${home}&workspaceId=${foreign}`,
      `workspaceId[]=${foreign}`,
      `workspaceId=${home},${foreign}`,
      `workspaceId=${foreign}%20or%201=1`,
      `workspaceId=*`,
      `workspaceId=`,
    ];
    const paths = ['/api/agents', '/api/api-keys'].flatMap((path) => queries.map((query) => `${path}?${query}`));
    paths.push('/api/agents?q=%25', '/api/agents?q=_', "/api/agents?q=' or 1=1 --".replaceAll(' ', '%20'));
    const replies = await inParallel(paths, (path) => wire.send({ method: 'GET', path, headers: ours.headers }));
    const wrong = replies.filter(({ status, text }) => status >= 500 || text.includes(world.sites.foreign.marker));
    expect(wrong).toEqual([]);
  });

  it('a source of another workspace is refused and changes nothing', async () => {
    const agent = await make(world, 'agent', { place: 'home', by: ours });
    const [own, far] = await Promise.all(
      (['home', 'foreign'] as const).map((place) => make(world, 'source', { place, by: ours })),
    );
    const before = await databaseState(running.db);
    const attempts = [
      { method: 'PUT', path: `/api/agents/${agent}`, body: { knowledgeSources: [own, far] } },
      { method: 'PUT', path: `/api/agents/${agent}`, body: { name: 'renamed', knowledgeSources: [far] } },
      { method: 'POST', path: '/api/agents', body: { name: 'new', knowledgeSources: [own, far] } },
    ];
    const replies = await inParallel(attempts, (attempt) => wire.send({ ...attempt, headers: ours.headers }));
    expect(replies.map(summaryOf)).toEqual(attempts.map(() => '400 validation_failed'));
    expect(await changesSince(running, before)).toEqual([]);
  });

  it('a conditional request for a foreign agent gets 404, whatever version it names', async () => {
    const agent = await make(world, 'agent', { place: 'foreign', by: theirs });
    const path = `/api/agents/${agent}`;
    const answers = async (method: string, conditions: readonly Readonly<Record<string, string>>[]) => {
      const body = method === 'PUT' ? { name: 'x' } : undefined;
      return inParallel(conditions, (each) => wire.send({ method, path, body, headers: { ...ours.headers, ...each } }));
    };
    const reads = await answers('GET', [{}, { 'if-none-match': '"1"' }, { 'if-none-match': '*' }]);
    const writes = [
      ...(await answers('PUT', [{}, { 'if-match': '"1"' }, { 'if-match': '"9"' }, { 'if-match': '*' }])),
      ...(await answers('DELETE', [{}, { 'if-match': '"1"' }, { 'if-match': '"9"' }, { 'if-match': '*' }])),
    ];
    expect([...reads, ...writes].map(summaryOf)).toEqual([...reads, ...writes].map(() => '404 agent_not_found'));
    expect(new Set([...reads, ...writes].map(fingerprintOf)).size).toBe(1);
  });

  it('an Idempotency-Key applies only to its sender and route', async () => {
    const [first, second] = [
      await makeSubject(world, 'key with every scope'),
      await makeSubject(world, 'key with every scope'),
    ];
    const body = { name: 'once' };
    const post = (path: string, { headers }: Subject, more: object = {}) =>
      wire.send({
        method: 'POST',
        path,
        body: { ...body, ...more },
        headers: { ...headers, 'idempotency-key': 'shared' },
      });
    const inHome = { workspaceId: world.sites.home.workspace };
    const one = await post('/api/agents', first, inHome);
    const again = await post('/api/agents', first, inHome);
    expect([one.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', one.text]);
    const other = await post('/api/agents', second, inHome);
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(other.text).not.toBe(one.text);
    const elsewhere = await post('/api/workspaces', first);
    expect([elsewhere.status, elsewhere.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const { headers } = await makeSubject(world, 'key with agents:read alone');
    expect(summaryOf(await post('/api/agents', { ...first, headers }, inHome))).toBe('403 insufficient_scope');
  });
});

/** Forged cursors: other positions, other IDs, other types, another shape. */
function forgeries(cursor: string, { sites }: World): string[] {
  const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const content: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!Array.isArray(content)) throw new Error(`A cursor is no list any more: ${JSON.stringify(content)}`);
  const [key, id, ...rest] = content as readonly unknown[];
  const keys = [0, -1, 1e15, 1.5, Number.MAX_SAFE_INTEGER, '', '0', 'zzz', '\uffff', "' or 1=1 --", 'NaN'];
  const ids = ['', 'zzz', sites.foreign.workspace, sites.foreign.owner.id, '\u0000', "' or 1=1 --"];
  return [
    ...keys.map((other) => encode([other, id, ...rest])),
    ...ids.map((other) => encode([key, other, ...rest])),
    ...[null, {}, [], true].map((other) => encode([other, id, ...rest])),
    encode([key, id]),
    encode([key, id, 'x']),
    encode({ key, id }),
    encode(null),
    'x',
    `${cursor}x`,
    cursor.slice(1),
  ];
}
