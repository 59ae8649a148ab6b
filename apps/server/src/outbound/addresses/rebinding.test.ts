// @module-tag pure

import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../../testing/outbound/world.ts';

const home = '93.184.215.14';
const elsewhere = '93.184.215.15';
const inside = '10.0.0.5';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const fetchText = async (url: string) => (await world.outbound.fetch({ url })).text();
const failureOf = (url: string) => settle(fetchText(url));
const settle = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('a name that changes its address', () => {
  test('is looked up once for each request', async () => {
    world.names.set('public.test', [home]);
    expect(await fetchText('http://public.test/')).toBe('hello');
    expect(world.names.asked('public.test')).toBe(1);
    expect(await fetchText('https://public.test/')).toBe('hello');
    expect(world.names.asked('public.test')).toBe(2);
  });

  test('from public to private is refused from then on', async () => {
    world.names.set('public.test', [home], [inside]);
    expect(await fetchText('http://public.test/')).toBe('hello');
    expect(await failureOf('http://public.test/')).toMatchObject({ kind: 'address' });
    expect(world.sinkhole.take()).toEqual([`${home} 80`]);
  });

  test('at every lookup is connected to only while it is public', async () => {
    world.names.set('public.test', ...([[home], [inside], [elsewhere], ['127.0.0.1'], [home]] as const));
    const outcomes: unknown[] = [];
    for (let time = 0; time < 5; time += 1) outcomes.push(await failureOf('http://public.test/'));
    const refused = expect.objectContaining({ kind: 'address' });
    expect(outcomes).toEqual(['hello', refused, 'hello', refused, 'hello']);
    expect(world.sinkhole.take()).toEqual([`${home} 80`, `${elsewhere} 80`, `${home} 80`]);
  });

  test('between two hops of a redirect is refused at the second', async () => {
    world.names.set('first.test', [home], ['169.254.169.254']);
    world.serve((_request, response) => response.writeHead(302, { location: 'http://first.test/again' }).end());
    expect(await failureOf('http://first.test/')).toMatchObject({ kind: 'address' });
    expect(world.sinkhole.take()).toEqual([`${home} 80`]);
  });

  test('to the same address with a private one beside it is refused', async () => {
    world.names.set('public.test', [home], [home, inside]);
    expect(await fetchText('http://public.test/')).toBe('hello');
    expect(await failureOf('http://public.test/')).toMatchObject({
      kind: 'address',
      detail: 'public.test: 10.0.0.5 is private',
    });
    expect(world.sinkhole.take()).toEqual([`${home} 80`]);
  });

  test('while many requests run never leads inside', async () => {
    const answers = Array.from({ length: 40 }, (_, index) => [index % 2 === 0 ? home : inside]);
    world.names.set('public.test', [home], ...answers);
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => failureOf('http://public.test/')));
    const attempts = world.sinkhole.take();
    expect(new Set(attempts)).toEqual(new Set([`${home} 80`]));
    expect(attempts).toHaveLength(outcomes.filter((outcome) => outcome === 'hello').length);
  });
});

describe('a name server', () => {
  test('that never answers ends in a timeout', async () => {
    world.names.set('public.test', 'silence');
    const failure = await settle(world.outbound.fetch({ url: 'http://public.test/', limits: { connect: 100 } }));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'public.test took longer than 100 ms to look up.' });
    expect(world.sinkhole.take()).toEqual([]);
  });

  test('that fails is told from a name that does not exist', async () => {
    world.names.set('public.test', 'failure');
    expect(await failureOf('http://public.test/')).toMatchObject({
      kind: 'dns',
      message: 'public.test could not be looked up.',
    });
  });

  test('with a private name is not told from one without it', async () => {
    world.names.set('db.test', [inside]);
    const seen = (await Promise.all([failureOf('http://db.test/'), failureOf('http://no.test/')])) as Error[];
    expect(seen.map(({ message }) => message)).toEqual([
      'db.test has no public address.',
      'no.test has no public address.',
    ]);
    expect(seen).toEqual([
      expect.objectContaining({ kind: 'address', detail: 'db.test: 10.0.0.5 is private' }),
      expect.objectContaining({ kind: 'address', detail: 'no.test: ENOTFOUND' }),
    ]);
  });
});

describe('a connection', () => {
  test('keeps the name in Host and in the TLS handshake', async () => {
    world.names.set('public.test', [home]);
    world.serve(({ headers, socket }, response) => response.end(`${headers.host} ${(socket as TLSSocket).servername}`));
    expect(await fetchText('https://public.test./')).toBe('public.test public.test');
    expect(await fetchText('http://PUBLIC.test:8080/')).toBe('public.test:8080 undefined');
  });

  test('that ends elsewhere than at the judged address is refused', async () => {
    let requests = 0;
    world.serve((_request, response) => {
      requests += 1;
      response.end();
    });
    world.names.set('public.test', [home]);
    world.sinkhole.pretend(false);
    for (const url of ['http://public.test/', 'https://public.test/']) {
      expect(await failureOf(url)).toMatchObject({
        kind: 'unreachable',
        message: "public.test can't be reached.",
        detail: `connected to 127.0.0.1 instead of ${home}`,
      });
    }
    expect(requests).toBe(0);
  });

  test('is not reused', async () => {
    world.names.set('public.test', [home]);
    for (let time = 0; time < 3; time += 1) await fetchText('http://public.test/');
    expect(world.sinkhole.take()).toHaveLength(3);
  });
});

describe('the operator', () => {
  /** Fetches with `PARLEY_ALLOW_PRIVATE_HOSTS`, and returns the kind of the failure or `hello`. */
  const withAllowed = async (allowed: string, url: string) => {
    await world.close();
    world = await startWorld({ PARLEY_ALLOW_PRIVATE_HOSTS: allowed });
    world.names.set('intranet.test', ['10.9.9.9', 'fd00::9']);
    world.names.set('other.test', ['10.9.9.9']);
    world.names.set('sly.test', ['169.254.169.254']);
    const outcome = await failureOf(url);
    return outcome instanceof Error && 'kind' in outcome ? outcome.kind : outcome;
  };

  test.each([
    ['10.1.0.0/16', 'http://10.1.2.3/', 'hello'],
    ['10.1.0.0/16', 'http://10.2.0.1/', 'address'],
    ['10.1.0.0/16', 'http://10.1.2.3:5000/', 'port'],
    ['10.1.0.0/16', 'http://[::ffff:10.1.2.3]/', 'address'],
    ['10.1.0.0/16:5000', 'http://10.1.2.3:5000/', 'hello'],
    ['10.1.0.0/16:5000', 'http://10.1.2.3/', 'address'],
    ['10.1.0.0/16:5000', 'http://93.184.215.14:5000/', 'port'],
    ['intranet.test', 'http://intranet.test/', 'hello'],
    ['intranet.test', 'http://other.test/', 'address'],
    ['intranet.test', 'http://10.9.9.9/', 'address'],
    ['intranet.test:8080', 'http://intranet.test:8080/', 'hello'],
    ['intranet.test:8080', 'http://intranet.test/', 'address'],
    ['INTRANET.test.', 'http://intranet.test./', 'hello'],
    ['10.9.9.9', 'http://other.test/', 'hello'],
    ['10.9.9.9', 'http://intranet.test/', 'address'],
    ['[fd00::/64]:5000', 'http://[fd00::1]:5000/', 'hello'],
    ['fd00::1', 'http://[fd00::1]/', 'hello'],
    ['::1', 'http://[::1]/', 'hello'],
    ['198.7.6.5', 'http://198.7.6.5/', 'hello'],
    ['169.254.0.0/16', 'http://169.254.1.1/', 'hello'],
    ['169.254.0.0/16', 'http://169.254.169.254/', 'address'],
    ['sly.test', 'http://sly.test/', 'address'],
    ['169.254.169.254', 'http://169.254.169.254/', 'hello'],
    ['64:ff9b::/96', 'http://[64:ff9b::8.8.8.8]/', 'hello'],
    ['64:ff9b::/96', 'http://[64:ff9b::10.1.2.3]/', 'address'],
    ['64:ff9b::/96,10.1.0.0/16', 'http://[64:ff9b::10.1.2.3]/', 'hello'],
    ['64:ff9b::/96,169.254.0.0/16', 'http://[64:ff9b::169.254.169.254]/', 'address'],
  ])('who allows %s makes of %s: %s', async (allowed, url, expected) => {
    expect(await withAllowed(allowed, url)).toBe(expected);
    expect(world.sinkhole.take()).toHaveLength(expected === 'hello' ? 1 : 0);
  });
});
