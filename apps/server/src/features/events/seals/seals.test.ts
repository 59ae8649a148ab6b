// @module-tag sql
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { testJobs, until } from '../../../../testing/jobs/jobs.ts';
import { forgetEvents } from '../../../../testing/logged-events.ts';
import { eventId, perMs, positionAt } from '../../../events/event-id.ts';
import { systemWorkspace } from '../../../storage/jobs/kind.ts';
import { statement } from '../../../storage/unit.ts';
import { usualRetentionMs } from '../log.ts';
import { retention } from '../retention.ts';
import type { Break } from './chain-check.ts';
import { hourEnd } from './link-hash.ts';
import { sealing, sealNext } from './sealing.ts';
import { append, endsOf, newest, Overtaken } from './store.ts';
import { type NotedHead, verifyAccount } from './verify.ts';

const hour = 60 * 60 * 1000;

describe.each(engines)('the seals of events, on %s', (engine) => {
  const parley = service(engine);
  const key = Buffer.from('a key of the tests');
  /** The start of an hour, so that no test's events are in two. */
  const time = Math.floor(Date.now() / hour) * hour;
  const base = positionAt(time);
  let ann: Person;

  beforeEach(async () => {
    ann = await parley.person();
    await forgetEvents(parley.db);
    await parley.db.write([statement(parley.db.query.deleteFrom('event_seals'))]);
  });

  const row = (position: number, workspace: string | null = ann.workspace) => ({
    ...{
      account_id: ann.account,
      position,
      workspace_id: workspace,
      type: 'agent.created',
      actor: '{"user":"user_1"}',
    },
    ...{
      data: `{"agent":"agent_${position}"}`,
      changes: null,
      request_id: 'req_1',
      address: '203.0.113.7',
      client: null,
    },
    created_at: Math.floor(position / perMs),
  });
  const insert = async (...rows: ReturnType<typeof row>[]) => {
    for (let at = 0; at < rows.length; at += 100) {
      await parley.db.write([statement(parley.db.query.insertInto('event_log').values(rows.slice(at, at + 100)))]);
    }
  };
  const ends = async () => {
    const [found] = await endsOf(parley.db, ann.account);
    return { last: Number(found?.last ?? 0), sealed: Number(found?.sealed ?? 0) };
  };
  const sealAll = async (now = Date.now()) => {
    for (let { last, sealed } = await ends(); sealed < last; { sealed, last } = await ends()) {
      await sealNext({ db: parley.db, now: () => now, key }, ann.account, sealed);
    }
  };
  const verify = async (heads: readonly NotedHead[] = [], now = Date.now()) =>
    verifyAccount({ db: parley.db, key, now }, ann.account, heads);
  const broken = async (heads: readonly NotedHead[] = []): Promise<Break[]> =>
    (await verify(heads)).flatMap((chain) => chain.broken ?? []);
  const run = (sql: Parameters<typeof statement>[0]) => parley.db.write([statement(sql)]);

  /** Two ranges of the workspace with one of the account between: links at 3 and 6, and at 4. */
  const threeLinks = async () => {
    await insert(row(base + 1), row(base + 2), row(base + 3));
    await sealAll();
    await insert(row(base + 4, null));
    await sealAll();
    await insert(row(base + 5), row(base + 6));
    await sealAll();
  };

  test('chain the events of each workspace, and those of the account; later ones are not sealed yet', async () => {
    await threeLinks();
    await insert(row(base + 7), row(base + 8));

    const id = (offset: number) => eventId(ann.account, base + offset);
    const chains = await verify();
    expect(chains).toHaveLength(2);
    expect(chains.find(({ log }) => log === ann.workspace)).toEqual({
      ...{ account: ann.account, log: ann.workspace, events: 5, from: id(1), through: id(6) },
      head: (await newest(parley.db, { account: ann.account, log: ann.workspace }))?.hash,
      ...{ notSealed: 2, notSealedSince: new Date(time).toISOString(), broken: null },
    });
    expect(chains.find(({ log }) => log === ann.account)).toMatchObject({ events: 1, notSealed: 0, broken: null });
  });

  test('find a change of any column of an event', async () => {
    await threeLinks();
    const { db } = parley;
    const values = {
      ...{ workspace_id: null, type: 'agent.deleted', actor: '{}', data: '{}', changes: '[]', request_id: null },
      ...{ address: '203.0.113.8', client: 'x', created_at: 1 },
    };
    const { position: _position, account_id: _account, ...columns } = row(base + 2);
    expect(Object.keys(values).sort()).toEqual(Object.keys(columns).sort());
    const update = (value: object) =>
      run(
        db.query
          .updateTable('event_log')
          .set(value)
          .where('account_id', '=', ann.account)
          .where('position', '=', base + 2),
      );
    for (const [column, value] of Object.entries(values)) {
      await update({ [column]: value });
      expect(await broken(), column).not.toEqual([]);
      await update(columns);
      expect(await broken(), column).toEqual([]);
    }
    await update({ position: base + 9 });
    expect(await broken(), 'position').not.toEqual([]);
  });

  test('find an event that was removed, inserted, or put in another place', async () => {
    await threeLinks();
    const log = parley.db.query.deleteFrom('event_log').where('account_id', '=', ann.account);
    const remove = (offset: number) => run(log.where('position', '=', base + offset));
    const id = (offset: number) => eventId(ann.account, base + offset);

    await remove(2);
    expect(await broken()).toEqual([{ problem: 'removed', from: id(1), through: id(3) }]);
    await insert(row(base + 2));
    expect(await broken()).toEqual([]);

    await remove(3);
    await remove(6);
    expect(await broken(), 'the first break is named').toEqual([{ problem: 'removed', from: id(1), through: id(3) }]);
    await insert(row(base + 3), row(base + 6));

    await remove(1);
    await insert({ ...row(base + 1), data: row(base + 2).data });
    await remove(2);
    await insert({ ...row(base + 2), data: row(base + 1).data });
    expect(await broken(), 'two swapped').toEqual([{ problem: 'changed', from: id(1), through: id(3) }]);
    await remove(1);
    await remove(2);
    await insert(row(base + 1), row(base + 2));
    expect(await broken()).toEqual([]);

    const { db } = parley;
    await insert({ ...row(base - 1) });
    expect(await broken(), 'before the first link').toEqual([{ problem: 'unsealed', from: id(-1), through: id(-1) }]);
    await remove(-1);
    await run(db.query.deleteFrom('event_log').where('position', '=', base + 4));
    await insert(row(base + 4));
    const found = await broken();
    expect(found, 'one of the account became one of the workspace').toContainEqual({
      ...{ problem: 'unsealed', from: id(4), through: id(4) },
    });
    expect(found).toContainEqual({ problem: 'removed', from: id(4), through: id(4) });
  });

  test('find an event that was inserted into a range', async () => {
    await insert(row(base + 1), row(base + 3));
    await sealAll();
    await insert(row(base + 2));
    const [from, through] = [eventId(ann.account, base + 1), eventId(ann.account, base + 3)];
    expect(await broken()).toEqual([{ problem: 'inserted', from, through }]);
  });

  test('find a change of any column of a seal, and a seal that is missing', async () => {
    await threeLinks();
    const { db } = parley;
    const seals = await db.read(db.query.selectFrom('event_seals').selectAll().orderBy('position'));
    const restore = async () => {
      await run(db.query.deleteFrom('event_seals'));
      await run(db.query.insertInto('event_seals').values(seals));
      expect(await broken()).toEqual([]);
    };
    const [first, ofAccount, second] = seals;
    const at = (link: typeof first) => Number(link?.position);
    const other = '0'.repeat(64);
    for (const value of [
      ...[{ hash: other }, { previous: other }, { events: 2 }, { sealed_at: 1 }, { first_position: base + 2 }],
      ...[{ position: base + 2 }, { log: 'ws_other' }],
    ]) {
      await run(db.query.updateTable('event_seals').set(value).where('position', '=', at(first)));
      expect(await broken(), JSON.stringify(value)).not.toEqual([]);
      await restore();
    }
    await run(db.query.deleteFrom('event_seals').where('position', '=', at(first)));
    expect(await broken()).toMatchObject([{ problem: 'link_missing' }]);
    await run(db.query.deleteFrom('event_log').where('position', '<=', base + 3));
    expect(await broken(), 'with its events').toMatchObject([{ problem: 'link_missing' }]);
    await insert(row(base + 1), row(base + 2), row(base + 3));
    await restore();

    await run(db.query.deleteFrom('event_seals').where('position', '=', at(ofAccount)));
    expect(await broken(), 'the only one of its chain').toMatchObject([{ problem: 'unsealed' }]);
    await restore();

    // The newest seal of the account leaves no trace, but in the note of an operator.
    const note = [{ log: ann.workspace, hash: second?.hash ?? '' }];
    expect(await broken(note)).toEqual([]);
    await run(db.query.deleteFrom('event_seals').where('position', '=', at(second)));
    expect(await broken()).toEqual([]);
    expect(await broken(note)).toEqual([{ problem: 'head_missing', from: null, through: null }]);
    await run(db.query.deleteFrom('event_seals'));
    expect(await broken()).toEqual([]);
    expect((await verify()).reduce((sum, { notSealed }) => sum + notSealed, 0)).toBe(6);
    expect(await broken(note)).toMatchObject([{ problem: 'head_missing' }]);
    await sealAll(1);
    expect(await broken(note), 'sealed again').toMatchObject([{ problem: 'head_missing' }]);
  });

  test('cross no hour, have any number of events, and take the order of positions, whatever the clock says', async () => {
    const start = hourEnd(base - 24 * hour * perMs);
    const many = Array.from({ length: 1_250 }, (_, index) => row(start + index));
    await insert(...many, row(start + hour * perMs), row(start + hour * perMs + 1, null));
    await sealAll(1);
    const seals = await parley.db.read(parley.db.query.selectFrom('event_seals').selectAll().orderBy('position'));
    expect(seals.map(({ events }) => Number(events))).toEqual([1_000, 250, 1, 1]);
    expect(await broken()).toEqual([]);
  });

  test('are written once by several processes at once', async () => {
    await insert(
      ...Array.from({ length: 300 }, (_, index) => row(base + 1 + index, index % 3 === 0 ? null : ann.workspace)),
    );
    const needs = { db: parley.db, now: Date.now, key };
    await Promise.all(Array.from({ length: 8 }, () => sealNext(needs, ann.account, 0)));
    expect(await parley.db.read(parley.db.query.selectFrom('event_seals').select('position'))).toHaveLength(2);
    expect(await broken()).toEqual([]);
  });

  test('are not written over events that were sealed or deleted meanwhile', async () => {
    await threeLinks();
    const { db } = parley;
    const [link] = await db.read(db.query.selectFrom('event_seals').selectAll().orderBy('position', 'desc').limit(1));
    if (link === undefined) throw new Error('no link');
    await insert(row(base + 7));
    const next = { ...link, position: base + 7 };
    await expect(db.write(append(db, ann.account, base + 5, [next]))).rejects.toThrow(Overtaken);
    await expect(db.write(append(db, ann.account, base + 6, [{ ...next, position: base + 8 }]))).rejects.toThrow(
      Overtaken,
    );
    await db.write(append(db, ann.account, base + 6, [next]));
    expect((await ends()).sealed).toBe(base + 7);
  });

  const runJob = async (job: ReturnType<typeof sealing>, now: () => number) => {
    const jobs = testJobs(parley.db, { now, elapsed: () => performance.now() });
    // Under another name: the service of this test runs the jobs of the right one.
    const kind = { ...job.kind, name: `${job.kind.name}.test` };
    jobs.start([{ ...job, kind }], { schedules: false });
    await jobs.db.write([jobs.enqueue(systemWorkspace, { kind, payload: {} })]);
    await until(() => expect(jobs.ended().get(kind.name)?.done).toBe(1));
    expect(jobs.ended().get(kind.name)).toMatchObject({ failed: 0 });
  };
  const settle = async () => {};

  test('are written by a job, for all accounts, until nothing is left', async () => {
    const bob = await parley.person();
    await forgetEvents(parley.db);
    const start = hourEnd(base - 24 * hour * perMs);
    await insert(...Array.from({ length: 2_100 }, (_, index) => row(start + index)));
    await insert({ ...row(base), account_id: bob.account, workspace_id: bob.workspace });
    await runJob(sealing({ db: parley.db, now: Date.now, log: { settle }, key }), Date.now);
    expect(await ends()).toEqual({ last: start + 2_099, sealed: start + 2_099 });
    expect(await newest(parley.db, { account: bob.account, log: bob.workspace })).toMatchObject({ log: bob.workspace });
    expect(await broken()).toEqual([]);
  });

  test('stay whole under the retention, which leaves an anchor of each chain', async () => {
    const start = hourEnd(base - 24 * hour * perMs);
    for (let at = 0; at < 6; at += 1)
      await insert(row(start + at * hour * perMs), row(start + at * hour * perMs + 1, null));
    await sealAll();
    const now = start / perMs + usualRetentionMs + 2.5 * hour;
    const log = { expired: () => positionAt(now - usualRetentionMs) };
    await runJob(retention({ db: parley.db, log, missed: () => [] }), Date.now);

    const { query, read } = parley.db;
    expect(await read(query.selectFrom('event_log').select('position'))).toHaveLength(6);
    const anchors = query.selectFrom('event_seals').select('position').where('position', '<', log.expired());
    expect(await read(anchors)).toHaveLength(2);
    // Without the hour after the retention, which a check leaves out.
    const chains = await verify([], now);
    expect(chains.map(({ events, broken: wrong }) => ({ events, wrong }))).toEqual([
      { events: 2, wrong: null },
      { events: 2, wrong: null },
    ]);
    await run(query.deleteFrom('event_seals').where('position', '<', start + 3.5 * hour * perMs));
    expect((await verify([], now)).map(({ broken: wrong }) => wrong?.problem)).toEqual([
      'link_missing',
      'link_missing',
    ]);
  });

  test('go with their workspace, and the other chains stay whole', async () => {
    const client = await ann.session();
    const { _id } = await client.workspaces.create({ name: 'Doomed' });
    await forgetEvents(parley.db);
    await threeLinks();
    await insert(row(base + 7, _id), row(base + 8), row(base + 9, _id));
    await sealAll();
    await client.workspaces.delete(_id, { confirm: 'Doomed' });
    const left = () => parley.db.read(parley.db.query.selectFrom('event_seals').select('log').where('log', '=', _id));
    await until(async () => expect(await left()).toEqual([]));
    await sealAll();
    expect(
      (await verify()).map(({ log, broken: wrong }) => ({ log, wrong })).sort((a, b) => (a.log < b.log ? -1 : 1)),
    ).toEqual([
      { log: ann.account, wrong: null },
      { log: ann.workspace, wrong: null },
    ]);
  });

  test('are shown to admins: the newest one of a workspace, and of the account', async () => {
    await threeLinks();
    const get = async (person: Person, query: string, workspace?: string) => {
      const key = await person.key(undefined, workspace === undefined ? {} : { workspace, account: ann.account });
      const answer = await fetch(`${parley.url}/api/events/seal${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect(await get(ann, `?workspaceId=${ann.workspace}`)).toMatchObject({
      status: 200,
      body: {
        data: { position: eventId(ann.account, base + 6), events: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(await get(ann, '')).toMatchObject({
      body: { data: { position: eventId(ann.account, base + 4), events: 1 } },
    });
    const bob = await parley.person();
    expect(await get(bob, '')).toMatchObject({
      status: 200,
      body: { data: { position: null, hash: null, events: 0 } },
    });
    expect(await get(bob, `?workspaceId=${ann.workspace}`)).toMatchObject({ status: 404 });
    const editor = await parley.person();
    await ann.invite(editor, 'editor');
    expect(await get(editor, `?workspaceId=${ann.workspace}`, ann.workspace)).toMatchObject({ status: 403 });
  });
});
