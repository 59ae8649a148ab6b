// @module-tag sql
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { forgetEvents, loggedEvents } from '../../../../testing/logged-events.ts';
import { send } from '../../../../testing/request.ts';
import { perMs, positionAt } from '../../../events/event-id.ts';
import { statement } from '../../../storage/unit.ts';

interface Shown {
  readonly _id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe.each(engines)('the export of events, on %s', (engine) => {
  const parley = service(engine);
  let ann: Person;
  let key: string;

  beforeEach(async () => {
    ann = await parley.person();
    key = await ann.key();
    await forgetEvents(parley.db);
  });

  const exported = (query = '', as = key) => send(parley.url, { path: `/api/events/export${query}`, key: as });
  const lines = async (query = '') => {
    const { status, text } = await exported(query);
    expect(status, text).toBe(200);
    return text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Shown)));
  };
  const listed = async () => {
    const reply = await send(parley.url, { path: '/api/events?limit=100', key });
    return (reply.json()['data'] as { items: unknown[] }).items;
  };

  const time = Date.now() - 60_000;
  const row = (index: number, more: object = {}) => ({
    ...{ account_id: ann.account, position: positionAt(time) + index, workspace_id: ann.workspace },
    ...{ type: 'agent.deleted', actor: '{"system":true}', data: `{"agent":"agent_${index}"}`, changes: null },
    ...{ request_id: null, address: null, client: null, created_at: time + Math.floor(index / perMs), ...more },
  });
  const insert = async (rows: readonly ReturnType<typeof row>[]) => {
    for (let at = 0; at < rows.length; at += 100) {
      await parley.db.write([statement(parley.db.query.insertInto('event_log').values(rows.slice(at, at + 100)))]);
    }
  };

  test('200: the same events as the list, in the same order, through that of the export itself', async () => {
    const client = await ann.client();
    await forgetEvents(parley.db);
    const { _id } = await client.agents.create({ name: 'A' });
    await client.agents.update(_id, { temperature: 0 });
    await client.agents.delete(_id);
    const found = await lines();
    expect(found.map(({ type }) => type)).toEqual([
      'agent.created',
      'agent.updated',
      'agent.deleted',
      'export.created',
    ]);
    expect(found).toEqual(await listed());
  });

  test('200: any number of events, each once', async () => {
    await insert(Array.from({ length: 1_234 }, (_, index) => row(index)));
    const found = await lines('?types=agent.*');
    expect(found.map(({ data }) => data['agent'])).toEqual(
      Array.from({ length: 1_234 }, (_, index) => `agent_${index}`),
    );
  });

  test('200: only those that the filters choose; the event of the export names them', async () => {
    await insert([row(1), row(2, { type: 'agent.created' }), row(3, { workspace_id: null }), row(4)]);
    const query = `workspaceId=${ann.workspace}&types=agent.deleted&agentId=agent_4&format=jsonl`;
    expect((await lines(`?${query}`)).map(({ data }) => data)).toEqual([{ agent: 'agent_4' }]);
    const [event] = (await loggedEvents(parley.db)).filter(({ type }) => type === 'export.created');
    expect(event).toMatchObject({
      ...{ account: ann.account, workspace: ann.workspace },
      data: {
        ...{ kind: 'events', format: 'jsonl' },
        filters: { workspaceId: ann.workspace, types: 'agent.deleted', agentId: 'agent_4' },
      },
    });
  });

  test('200: CSV with changes as JSON, in which no cell is a formula', async () => {
    const changes = [{ field: 'name', before: null, after: '=cmd()' }];
    await insert([row(1, { client: '=HYPERLINK("https://evil.example")', changes: JSON.stringify(changes) })]);
    const reply = await exported('?format=csv&types=agent.*');
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain('events.csv');
    const [cells] = parse(reply.text, { columns: true }) as Record<string, string>[];
    expect(cells).toMatchObject({
      type: 'agent.deleted',
      workspace: ann.workspace,
      'actor.kind': 'system',
      address: '',
    });
    expect(cells?.['client']).toBe('\'=HYPERLINK("https://evil.example")');
    expect(JSON.parse(cells?.['changes'] ?? '')).toEqual(changes);
    expect(JSON.parse(cells?.['data'] ?? '')).toEqual({ agent: 'agent_1' });
  });

  test('403 and 404: for admins only, and nothing is written', async () => {
    const editor = await parley.person();
    await ann.invite(editor, 'editor');
    const query = `?workspaceId=${ann.workspace}`;
    expect(
      (await exported(query, await editor.key(undefined, { workspace: ann.workspace, account: ann.account }))).status,
    ).toBe(403);
    expect((await exported(query, await (await parley.person()).key())).status).toBe(404);
    expect((await exported('?format=xml')).status).toBe(400);
    expect((await exported('?types=no.such')).status).toBe(400);
    expect((await exported('', await ann.key(['agents:read', 'conversations:read']))).status).toBe(403);
    expect((await loggedEvents(parley.db)).filter(({ type }) => type === 'export.created')).toEqual([]);
  });
});
