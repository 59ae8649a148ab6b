// @module-tag pure

import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../../testing/outbound/world.ts';
import { version } from '../../version.ts';
import type { Method } from './redirect.ts';

/** A request as a site received it. */
interface Seen {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let world: World;
let seen: Seen[];

beforeEach(async () => {
  world = await startWorld();
  for (const name of ['first.test', 'second.test']) world.names.set(name, ['93.184.215.14']);
  seen = [];
});
afterEach(() => world.close());

const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

/** Serves redirects by path; every other path says hello. */
const redirecting = (places: Readonly<Record<string, readonly [status: number, location?: string | undefined]>>) =>
  world.serve(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, headers, url = '' } = request;
    seen.push({ url: `${headers.host}${url}`, method, headers, body: Buffer.concat(chunks).toString() });
    const [status, location] = places[url] ?? [200];
    response.writeHead(status, location === undefined ? {} : { location }).end('hello');
  });

describe('redirects', () => {
  test('are followed three times, and the response names its URL', async () => {
    redirecting({ '/a': [301, '/b'], '/b': [302, 'http://second.test/c?d#e'], '/c?d': [308, '//first.test:8080/f'] });
    const response = await world.outbound.fetch({ url: 'http://first.test/a' });
    expect(response).toMatchObject({ status: 200, url: 'http://first.test:8080/f' });
    expect(await response.text()).toBe('hello');
    expect(seen.map(({ url }) => url)).toEqual([
      'first.test/a',
      'first.test/b',
      'second.test/c?d',
      'first.test:8080/f',
    ]);
  });

  test('in a loop end after three', async () => {
    redirecting({ '/a': [302, '/b'], '/b': [302, '/a'] });
    const failure = await settle(world.outbound.fetch({ url: 'http://first.test/a', limits: { redirects: 9 } }));
    expect(failure).toMatchObject({
      kind: 'redirect',
      message: 'first.test redirected more than 3 times.',
      status: 302,
    });
    expect(seen).toHaveLength(4);
  });

  test('can be left to the caller', async () => {
    redirecting({ '/a': [302, 'http://10.0.0.5/'] });
    const response = await world.outbound.fetch({ url: 'http://first.test/a', redirect: 'manual', agent: 'Bot/1' });
    expect(response).toMatchObject({ status: 302, headers: { location: 'http://10.0.0.5/' } });
    response.body.destroy();
    expect(seen).toMatchObject([{ url: 'first.test/a', headers: { 'user-agent': 'Bot/1' } }]);
  });

  test('can be refused altogether', async () => {
    redirecting({ '/a': [307, '/b'] });
    const failure = await settle(world.outbound.fetch({ url: 'http://first.test/a', limits: { redirects: 0 } }));
    expect(failure).toMatchObject({ kind: 'redirect', status: 307 });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [304, '/b'],
    [300, '/b'],
    [302, undefined],
    [201, '/b'],
  ])('%i to %s is an ordinary response', async (status, location) => {
    redirecting({ '/a': [status, location] });
    const { status: received, body } = await world.outbound.fetch({ url: 'http://first.test/a' });
    body.destroy();
    expect(received).toBe(status);
    expect(seen).toHaveLength(1);
  });

  test('from https to http are refused', async () => {
    redirecting({ '/a': [302, 'http://first.test/b'] });
    expect(await settle(world.outbound.fetch({ url: 'https://first.test/a' }))).toMatchObject({
      kind: 'redirect',
      message: 'The redirect of first.test leads from https to http.',
    });
    expect(seen).toHaveLength(1);
  });

  test('name the site that redirects, not where it leads', async () => {
    redirecting({ '/a': [302, 'http://vault.corp.internal/secret'] });
    const failure = await settle(world.outbound.fetch({ url: 'http://first.test/a' }));
    expect(failure).toMatchObject({ kind: 'address', message: 'The redirect of first.test has no public address.' });
  });

  // The Fetch standard, "HTTP-redirect fetch", step 12.
  test.each<[number, Method, string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'DELETE', 'DELETE'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
    [301, 'HEAD', 'HEAD'],
  ])('%i makes of %s a %s', async (status, method, expected) => {
    redirecting({ '/a': [status, '/b'] });
    const hasBody = method !== 'HEAD' && method !== 'DELETE';
    const headers = { 'content-type': 'text/plain', 'x-kept': 'yes' };
    const request = { url: 'http://first.test/a', method, headers, ...(hasBody && { body: 'the body' }) };
    await (await world.outbound.fetch(request)).bytes();
    const [, second] = seen;
    expect(second).toMatchObject({ method: expected, headers: { 'x-kept': 'yes' } });
    const keepsBody = hasBody && method === expected;
    expect(second?.body).toBe(keepsBody ? 'the body' : '');
    expect(second?.headers['content-type']).toBe(method === expected ? 'text/plain' : undefined);
  });
});

describe('credentials', () => {
  const headers = { Authorization: 'Bearer a', Cookie: 'b=c', 'X-Signature': 'd', 'X-Other': 'e' };
  const secret = ['authorization', 'cookie', 'x-signature'];
  const send = (url: string, rest = {}) =>
    world.outbound
      .fetch({ url, headers, secretHeaders: ['x-signature'], ...rest })
      .then((response) => response.bytes());
  const secretsOf = (request: Seen | undefined) => secret.filter((name) => request?.headers[name] !== undefined);

  test('stay with their origin', async () => {
    redirecting({ '/a': [302, '/b'], '/b': [302, 'http://first.test:80/c'] });
    await send('http://first.test/a');
    expect(seen.map(secretsOf)).toEqual([secret, secret, secret]);
  });

  test.each([
    ['another host', 'http://first.test/a', 'http://second.test/b'],
    ['another port', 'http://first.test/a', 'http://first.test:8080/b'],
    ['another scheme', 'http://first.test/a', 'https://first.test/b'],
  ])('do not go to %s', async (_name, url, location) => {
    redirecting({ '/a': [302, location] });
    await send(url);
    expect(seen.map(secretsOf)).toEqual([secret, []]);
    expect(seen[1]?.headers).toMatchObject({ 'x-other': 'e' });
  });

  test('do not come back', async () => {
    redirecting({ '/a': [302, 'http://second.test/b'], '/b': [302, 'http://first.test/c'] });
    await send('http://first.test/a');
    expect(seen.map(secretsOf)).toEqual([secret, [], []]);
  });

  test.each([307, 308])('a body does not cross origins (%i)', async (status) => {
    redirecting({ '/a': [status, 'http://second.test/b'] });
    const failure = await settle(send('http://first.test/a', { method: 'POST', body: 'private' }));
    expect(failure).toMatchObject({
      kind: 'redirect',
      message: 'The redirect of first.test leads to another origin, and the request has a body.',
    });
    expect(seen).toHaveLength(1);
  });
});

describe('headers', () => {
  test('name this program, and only it', async () => {
    redirecting({});
    await (await world.outbound.fetch({ url: 'http://first.test/', method: 'POST', body: 'ü' })).bytes();
    expect(seen[0]?.headers).toEqual({
      host: 'first.test',
      connection: 'close',
      'user-agent': `Parley/${version}`,
      'accept-encoding': 'gzip, br, deflate',
      'content-length': '2',
    });
  });

  test.each([
    [{ Host: 'inside.test' }, "The header host can't be set."],
    [{ 'Transfer-Encoding': 'chunked' }, "The header transfer-encoding can't be set."],
    [{ 'content-length': '5' }, "The header content-length can't be set."],
    [{ 'X-A': 'hidden\r\nHost: inside.test' }, 'The header "X-A" is not valid.'],
    [{ 'X-A\r\nHost': 'hidden' }, 'The header "X-A\\r\\nHost" is not valid.'],
    [{ '': 'hidden' }, 'The header "" is not valid.'],
  ])('%j are refused', async (headers, message) => {
    const failure = await settle(world.outbound.fetch({ url: 'http://first.test/', headers: { ...headers } }));
    expect(failure).toMatchObject({ kind: 'header', message });
    expect(world.sinkhole.take()).toEqual([]);
  });
});
