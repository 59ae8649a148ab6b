// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';

const token = 'a-metrics-token-that-is-long-enough';

describe.each(engines)('/metrics, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_METRICS_TOKEN: token } });
  const silent = service(engine);
  const scrape = (headers: Readonly<Record<string, string>> = {}) => send(parley.url, { path: '/metrics', headers });
  const withToken = { authorization: `Bearer ${token}` };

  test('counts requests by method, route and status, in Prometheus’ text format', async () => {
    const key = await (await parley.person()).key();
    for (const id of ['agent_1', 'agent_2', 'agent_3']) await send(parley.url, { path: `/api/agents/${id}`, key });
    await send(parley.url, { path: '/api/nothing' });
    const reply = await scrape(withToken);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const count = 'parley_http_request_duration_seconds_count';
    expect(reply.text).toContain(`${count}{method="GET",route="/api/agents/:id",status="404"} 3`);
    expect(reply.text).toMatch(new RegExp(`^${count}\\{method="GET",route="[^"]*",status="404"\\} 1$`, 'm'));
    expect(reply.text).toContain('process_resident_memory_bytes');
  });

  test('counts units of work, failed ones separately, and commits', async () => {
    const amount = async (name: string) => {
      const { text } = await scrape(withToken);
      return Number(new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    const key = await (await parley.person()).key();
    const done = await amount('parley_units_of_work_total{outcome="done"}');
    const failed = await amount('parley_units_of_work_total{outcome="failed"}');
    const commits = await amount('parley_commits_total');
    const create = (body: object) => send(parley.url, { method: 'POST', path: '/api/agents', key, body });
    expect((await create({ name: 'Counted' })).status).toBe(201);
    expect((await create({ name: 'Not kept', knowledgeSources: ['source_unknown'] })).status).toBe(400);
    expect(await amount('parley_units_of_work_total{outcome="done"}')).toBeGreaterThan(done);
    expect(await amount('parley_units_of_work_total{outcome="failed"}')).toBe(failed + 1);
    expect(await amount('parley_commits_total')).toBeGreaterThan(commits);
  });

  test('shows what is under way by kind, and what was refused by reason', async () => {
    const { text } = await scrape(withToken);
    for (const kind of ['replies', 'streams', 'exports']) {
      expect(text).toContain(`parley_slots_in_use{kind="${kind}"} 0`);
      for (const reason of ['plan', 'share', 'full']) {
        expect(text).toContain(`parley_slots_refused_total{kind="${kind}",reason="${reason}"} 0`);
      }
    }
    const alice = await parley.person();
    const running = await parley.features.conversations.conversations.export(actorOf(alice), { format: 'csv' });
    expect((await scrape(withToken)).text).toContain('parley_slots_in_use{kind="exports"} 1');
    running.ended();
    expect((await scrape(withToken)).text).toContain('parley_slots_in_use{kind="exports"} 0');
  });

  test('contains no ID, key or account', async () => {
    const person = await parley.person();
    const key = await person.key();
    const made = await send(parley.url, { method: 'POST', path: '/api/agents', key, body: { name: 'Measured' } });
    const { _id } = made.json()['data'] as { _id: string };
    await send(parley.url, { path: `/api/agents/${_id}?q=Measured`, key });
    const { text } = await scrape(withToken);
    for (const word of [_id, key, person.account, person.user.email, 'Measured', token])
      expect(text).not.toContain(word);
  });

  test('the token’s scheme may be written in any case', async () => {
    expect((await scrape({ authorization: `bearer ${token}` })).status).toBe(200);
  });

  test('401: without the token, with another, and with an API key', async () => {
    const key = await (await parley.person()).key();
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token, `Bearer ${key}`]) {
      const reply = await scrape(authorization === '' ? {} : { authorization });
      expectFailure(reply, 'missing_api_key');
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="parley"');
    }
  });

  test('404: if no token is set', async () => {
    expectFailure(await send(silent.url, { path: '/metrics', headers: withToken }), 'route_not_found');
  });
});
