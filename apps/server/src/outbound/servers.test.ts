// @module-tag pure

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, connect as openTls } from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../testing/outbound/certificate.ts';
import { type NameServer, startNameServer } from '../../testing/outbound/name-server.ts';
import { openSinkhole, type Sinkhole } from '../../testing/outbound/sinkhole.ts';
import { listen, settingsOf } from '../../testing/outbound/world.ts';
import { createOutbound, type Outbound, type OutboundParts, type OutboundServer } from './outbound.ts';

const home = '93.184.215.14';
const mail = [25, 465, 587, 993];

let names: NameServer;
let sinkhole: Sinkhole;
let outbound: Outbound;
let accepted: Socket[];
const open = (settings: Readonly<Record<string, string>> = {}, parts: Partial<OutboundParts> = {}) => {
  const base = {
    settings: settingsOf(settings),
    resolve: names.resolve,
    ownAddresses: () => ['127.0.0.1', '198.7.6.5'],
  };
  outbound = createOutbound({ ...base, ...parts });
};

beforeEach(async () => {
  accepted = [];
  const server = createServer((socket) => void accepted.push(socket.on('error', () => undefined)));
  const port = await listen(server);
  names = await startNameServer();
  sinkhole = await openSinkhole(() => port);
  open();
  return () => server.close();
});
afterEach(() => {
  outbound.close();
  sinkhole.close();
  names.close();
  for (const socket of accepted) socket.destroy();
});

const connect = async (host: string, port: number, more: Partial<OutboundServer> = {}) => {
  const connection = await outbound.connect({ host, port, ports: mail, ...more });
  onTestFinished(() => void connection.socket.destroy());
  return connection;
};
const kindOf = (host: string, port = 993) =>
  connect(host, port).then(
    () => 'connected',
    (error: { readonly kind?: string }) => error.kind ?? String(error),
  );

describe('a server for another protocol than HTTP', () => {
  test('is looked up once, and connected to at the judged address', async () => {
    names.set('mail.test', [home], ['127.0.0.1']);
    const { socket, identity } = await connect('MAIL.test.', 993);
    expect(sinkhole.take()).toEqual([`${home} 993`]);
    expect(names.asked('mail.test')).toBe(1);
    expect(identity).toEqual({ host: 'mail.test', servername: 'mail.test', rejectUnauthorized: true });
    expect(socket.remoteAddress).toBe(home);
  });

  test('that moves to a private address is refused from then on', async () => {
    names.set('mail.test', [home], ['10.0.0.5'], [home, '10.0.0.5']);
    expect(await kindOf('mail.test')).toBe('connected');
    expect(await kindOf('mail.test')).toBe('address');
    expect(await kindOf('mail.test')).toBe('address');
    expect(sinkhole.take()).toEqual([`${home} 993`]);
  });

  test.each([
    ...['10.0.0.5', '127.0.0.1', '[::1]', '198.7.6.5', '169.254.169.254', '0x7f.1', '::ffff:10.0.0.1', '2130706433'],
    ...['[::ffff:127.0.0.1]', '0.0.0.0'],
  ])('at %s is refused', async (host) => {
    expect(['address', 'url']).toContain(await kindOf(host));
    expect(sinkhole.take()).toEqual([]);
  });

  test.each(['', ' ', 'a b', 'mail.test/x', 'user@mail.test', 'mail.test:993', 'x'.repeat(300)])(
    'named %j is refused',
    async (host) => {
      expect(await kindOf(host)).toBe('url');
    },
  );

  test('is not told from one that does not exist', async () => {
    names.set('inside.test', ['10.0.0.5']);
    const said = await Promise.all(['inside.test', 'no.test'].map((host) => connect(host, 993).catch(String)));
    expect(said).toEqual(['inside.test', 'no.test'].map((host) => `OutboundError: ${host} has no public address.`));
  });

  test.each([
    [{}, 993, 'connected'],
    [{}, 22, 'port'],
    [{}, 443, 'port'],
    [{ PARLEY_OUTBOUND_PORTS: '22,443' }, 22, 'port'],
    [{ PARLEY_ALLOW_PRIVATE_HOSTS: 'mail.test:2525' }, 2525, 'connected'],
    [{ PARLEY_ALLOW_PRIVATE_HOSTS: 'other.test:2525' }, 2525, 'port'],
  ] as const)('with %j, on port %i: %s', async (settings, port, expected) => {
    open(settings);
    names.set('mail.test', [home]);
    expect(await kindOf('mail.test', port)).toBe(expected);
  });

  test('on a port of mail is no server of the web', async () => {
    names.set('mail.test', [home]);
    const failed = outbound.fetch({ url: 'http://mail.test:587/' });
    await expect(failed).rejects.toMatchObject({ kind: 'port' });
  });

  test('that the operator allows may be private', async () => {
    open({ PARLEY_ALLOW_PRIVATE_HOSTS: 'mail.test:993' });
    names.set('mail.test', ['10.0.0.5']);
    expect(await kindOf('mail.test')).toBe('connected');
    expect(await kindOf('mail.test', 587)).toBe('address');
  });

  test('is left when the caller, the time or the service ends', async () => {
    names.set('mail.test', [home]);
    const caller = new AbortController();
    const [first, second, third] = await Promise.all([
      connect('mail.test', 993, { signal: caller.signal }),
      connect('mail.test', 993, { limits: { total: 200 } }),
      connect('mail.test', 993),
    ]);
    const reasons = [first, second, third].map(({ socket }) => once(socket, 'error').then(([error]) => error));
    caller.abort(new Error('enough'));
    expect(await reasons[0]).toMatchObject({ message: 'enough' });
    expect(await reasons[1]).toMatchObject({ kind: 'timeout' });
    outbound.close();
    expect(await reasons[2]).toMatchObject({ kind: 'closed' });
    await expect(connect('mail.test', 993)).rejects.toMatchObject({ kind: 'closed' });
  });

  test('has as many connections as any host, and frees them', async () => {
    open({}, { limits: { atOncePerHost: 1 } });
    names.set('mail.test', [home]);
    const { socket } = await connect('mail.test', 993);
    const waiting = connect('mail.test', 993);
    socket.destroy();
    expect((await waiting).socket.destroyed).toBe(false);
  });
});

test('TLS on a connection makes sure of the host', async () => {
  const certificate = selfSigned('mail.test');
  const secure = createTlsServer({ ...certificate }, (socket) => void socket.end('hello'));
  const port = await listen(secure);
  sinkhole.close();
  sinkhole = await openSinkhole(() => port);
  open({}, { ca: certificate.cert });
  for (const [host, expected] of [
    ['mail.test', 'hello'],
    ['other.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const) {
    names.set(host, [home]);
    const { socket, identity } = await connect(host, 993);
    const tls = openTls({ ...identity, socket });
    const said = await once(tls, 'data').then(
      ([data]) => String(data),
      ({ code }: { readonly code: string }) => code,
    );
    expect(said).toBe(expected);
  }
  secure.close();
});
