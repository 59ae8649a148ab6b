// @module-tag pure

import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { NotFoundError, NotModifiedError, ParleyError } from '../src/errors.ts';
import { VERSION } from '../src/version.ts';
import { client, failureOf, key } from './clients.ts';
import { done, fail, ok, playServer, raw } from './fault-server.ts';

const agent = { _id: 'agent_1', name: 'Ada' };

describe('requests', () => {
  it('a POST: method, path, key, JSON body', async () => {
    const server = await playServer(ok(agent));
    await client(`${server.baseURL}/`).agents.create({ name: 'Zoë', description: undefined });
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', url: '/api/agents', body: '{"name":"Zoë"}' });
    expect(request?.headers).toMatchObject({
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'user-agent': `parley-sdk-js/${VERSION}`,
    });
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(VERSION).toBe(packageJson.version);
  });

  it('a GET and a DELETE: no body, no content type, no idempotency key', async () => {
    const server = await playServer(ok(agent), done('Agent deleted.'));
    const { agents } = client(server.baseURL);
    expect(await agents.retrieve('agent_1')).toEqual(agent);
    expect(await agents.delete('agent_1')).toEqual({ message: 'Agent deleted.' });
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/agents/agent_1',
      'DELETE /api/agents/agent_1',
    ]);
    for (const { headers, body } of server.received) {
      expect(body).toBe('');
      expect(headers).not.toHaveProperty('content-type');
      expect(headers).not.toHaveProperty('idempotency-key');
    }
  });

  it('each call gets a new idempotency key, or the caller’s own', async () => {
    const server = await playServer(ok(agent));
    const { agents } = client(server.baseURL);
    await agents.create({ name: 'Ada' });
    await agents.create({ name: 'Ada' });
    await agents.create({ name: 'Ada' }, { idempotencyKey: 'order-17' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-17');
  });

  it('headers of the call win over those of the client, and both over its own', async () => {
    const server = await playServer(ok(agent));
    const { agents } = client(server.baseURL, { headers: { 'X-Team': 'client', 'User-Agent': 'shop/1.0' } });
    await agents.retrieve('agent_1', { headers: { 'x-team': 'call' } });
    expect(server.received[0]?.headers).toMatchObject({ 'x-team': 'call', 'user-agent': 'shop/1.0' });
  });

  it('an ID stays one path segment', async () => {
    const server = await playServer(ok(agent));
    await client(server.baseURL).agents.retrieve('../keys?x=1#y%2f ü');
    expect(server.received[0]?.url).toBe('/api/agents/..%2Fkeys%3Fx%3D1%23y%252f%20%C3%BC');
  });

  it.each(['', '.', '..', undefined as unknown as string])('an ID of %j is refused', async (id) => {
    const server = await playServer(done('Everything deleted.'));
    expect(await failureOf(client(server.baseURL).agents.delete(id))).toBeInstanceOf(ParleyError);
    expect(server.received).toHaveLength(0);
  });

  it('an invalid header is refused without being printed', async () => {
    const error = await failureOf(client('http://localhost').agents.list({}, { headers: { 'X-Key': 'top\nsecret' } }));
    expect(error).toMatchObject({ message: expect.stringContaining('"X-Key"') });
    expect(String(error)).not.toContain('secret');
  });

  it('an operation without a method is treated like the others', async () => {
    const server = await playServer(ok({ done: true }));
    const publish = {
      method: 'POST',
      path: '/api/agents/{id}/publish',
      params: { id: 'a/b' },
      query: { dry: true },
    } as const;
    const data = await client(server.baseURL).request<{ done: boolean }>({ ...publish, body: {} });
    expect(data.done).toBe(true);
    expect(server.received[0]).toMatchObject({ method: 'POST', url: '/api/agents/a%2Fb/publish?dry=true', body: '{}' });
    expect(server.received[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('a base path is kept', async () => {
    const server = await playServer(ok(agent));
    await client(`${server.baseURL}/parley/`).agents.retrieve('agent_1');
    expect(server.received[0]?.url).toBe('/parley/api/agents/agent_1');
  });
});

describe('responses', () => {
  it('withResponse: data, request id, entity tag', async () => {
    const server = await playServer(ok(agent, { ETag: '"7"', 'X-Request-Id': 'req_1' }), ok(agent));
    const { agents } = client(server.baseURL);
    const { data, etag, requestId, response } = await agents.retrieve('agent_1').withResponse();
    expect({ data, etag, requestId, status: response.status }).toEqual({
      data: agent,
      etag: '"7"',
      requestId: 'req_1',
      status: 200,
    });
    await agents.update(data._id, { name: 'Eva' }, { ifMatch: etag });
    expect(server.received[1]?.headers['if-match']).toBe('"7"');
  });

  it('asResponse: the response with an unread body', async () => {
    const server = await playServer(ok(agent, { ETag: '"7"' }));
    const response = await client(server.baseURL).agents.retrieve('agent_1').asResponse();
    expect(response.headers.get('ETag')).toBe('"7"');
    expect(await response.json()).toEqual({ success: true, data: agent });
  });

  it('asResponse and withResponse throw a failure once, without an unhandled rejection', async () => {
    const server = await playServer(fail(404, {}));
    const { agents } = client(server.baseURL);
    // Vitest fails the run on an unhandled rejection.
    expect(await failureOf(agents.retrieve('agent_1').asResponse())).toBeInstanceOf(NotFoundError);
    expect(await failureOf(agents.retrieve('agent_1').withResponse())).toBeInstanceOf(NotFoundError);
    expect(server.received).toHaveLength(2);
  });

  it('304 is a NotModifiedError, or a response with asResponse', async () => {
    const server = await playServer(raw(304, '', { ETag: '"7"' }));
    const { agents } = client(server.baseURL);
    expect(await failureOf(agents.retrieve('agent_1', { ifNoneMatch: '"7"' }))).toBeInstanceOf(NotModifiedError);
    const response = await agents.retrieve('agent_1', { ifNoneMatch: '"7"' }).asResponse();
    expect(response.status).toBe(304);
    expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual(['"7"', '"7"']);
  });

  it('uses the given fetch', async () => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({ success: true, data: agent });
    };
    expect(await client('https://parley.example.com', { fetch }).agents.retrieve('agent_1')).toEqual(agent);
    expect(urls).toEqual(['https://parley.example.com/api/agents/agent_1']);
  });
});
