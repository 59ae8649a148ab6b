// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../databases/engines.ts';
import { type Inhabitant, makeInhabitant, makeKey, makeSource, makeWorkspace } from '../fixtures/people.ts';
import { service } from '../harness.ts';
import { loggedEvents } from '../logged-events.ts';
import { jsonOf, type WireReply, wireTo } from '../processes/wire.ts';

/** Number of races of two requests: their order varies. */
const rounds = 20;

/** Number of simultaneous requests if more than two make sense. */
const many = 10;

describe.each(engines)('simultaneous requests on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_LOG_REQUESTS: 'errors' } });
  const wire = wireTo(parley);
  let ann: Inhabitant;
  let bea: Inhabitant;
  let keys: Record<string, string>[];
  beforeAll(async () => {
    ann = await makeInhabitant(parley, 'Ann');
    bea = await makeInhabitant(parley, 'Bea', { account: ann.account });
    keys = [(await makeKey(parley, ann)).headers, (await makeKey(parley, bea)).headers];
  });

  const place = () =>
    makeWorkspace(
      parley,
      ann.account,
      new Map([
        [ann, 'owner'],
        [bea, 'owner'],
      ]),
    );
  /** Clears the service's cache, because these tests write workspaces directly into the database. */
  const workspace = async () => {
    const id = await place();
    await wire.send({ method: 'POST', path: '/api/workspaces', headers: keys[0] ?? {}, body: { name: id } });
    return id;
  };
  const statuses = (replies: readonly WireReply[]) => replies.map(({ status }) => status).sort();

  const endings = {
    demote: (path: string) => ({ method: 'PUT', path, body: { role: 'viewer' } }),
    remove: (path: string) => ({ method: 'DELETE', path }),
  };
  test.each(Object.entries(endings))('two owners %s each other: one remains', async (_name, ending) => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await workspace();
      const at = (person: Inhabitant) => `/api/workspaces/${id}/members/${person.id}`;
      const replies = await Promise.all([
        wire.send({ ...ending(at(bea)), headers: keys[0] ?? {} }),
        wire.send({ ...ending(at(ann)), headers: keys[1] ?? {} }),
      ]);
      const members = parley.db.query.selectFrom('members').select('user_id').where('workspace_id', '=', id);
      expect(await parley.db.read(members.where('role', '=', 'owner')), statuses(replies).join()).toHaveLength(1);
      expect(statuses(replies)[0]).toBe(200);
      // The second finds that it is the last owner or, if it read its rights after the first, no owner any more.
      expect([403, 404, 409]).toContain(statuses(replies)[1]);
    }
  });

  test('invitations to one address: each gets an answer, one stays open', async () => {
    const id = await workspace();
    const path = `/api/workspaces/${id}/invitations`;
    const body = { email: 'guest@example.com', role: 'viewer' };
    const invite = () => wire.send({ method: 'POST', path, headers: keys[0] ?? {}, body });
    for (let round = 0; round < rounds; round += 1) {
      const replies = await Promise.all(Array.from({ length: many }, invite));
      expect(statuses(replies)).toEqual(Array.from({ length: many }, () => 201));
      const made = replies.map((reply) => (jsonOf(reply)['data'] as { _id: string })._id);
      const list = jsonOf(await wire.send({ method: 'GET', path, headers: keys[0] ?? {} }))['data'];
      const { items } = list as { items: { _id: string }[] };
      expect(items).toHaveLength(1);
      expect(made).toContain(items[0]?._id);
    }
  });

  test('updates of one agent: the last one sets its sources, and its status changes once', async () => {
    const id = await workspace();
    const sources = await Promise.all([makeSource(parley, id), makeSource(parley, id)]);
    const headers = keys[0] ?? {};
    for (let round = 0; round < rounds; round += 1) {
      const body = { name: 'A', workspaceId: id };
      const created = jsonOf(await wire.send({ method: 'POST', path: '/api/agents', headers, body }))['data'];
      const path = `/api/agents/${(created as { _id: string })._id}`;
      const update = (_: unknown, index: number) => {
        const knowledgeSources = index % 2 === 0 ? sources : [];
        return wire.send({ method: 'PUT', path, headers, body: { knowledgeSources, status: 'inactive' } });
      };
      const replies = await Promise.all(Array.from({ length: many }, update));
      expect(statuses(replies)).toEqual(Array.from({ length: many }, () => 200));
      const last = replies.find((reply) => reply.headers.etag === `"${many + 1}"`);
      const read = await wire.send({ method: 'GET', path, headers });
      expect(jsonOf(read)).toEqual(jsonOf(last ?? { text: '{}' }));
    }
    const events = (await loggedEvents(parley.db)).filter(({ workspace }) => workspace === id);
    expect(events.filter(({ type }) => type === 'agent.deactivated')).toHaveLength(rounds);
  });
});
