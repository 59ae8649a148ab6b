import { describe, expect, test } from 'vitest';
import { service } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { newKey } from '../../access/key-format.ts';
import { addressPrefix } from '../../access/limits/address-prefix.ts';
import { addressOf } from './address.ts';

/** A request as Fastify passes it. */
const from = (ip: string, remoteAddress = '192.0.2.1') =>
  addressOf({ ip, raw: { socket: { remoteAddress } } } as unknown as Parameters<typeof addressOf>[0]);

describe('an address', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
  ])('%s is written as %s', (given, written) => {
    expect(from(given)).toBe(written);
  });

  test.each(['unknown', '', '198.51.100.7:4711', 'x'.repeat(10_000)])(
    '%s is not an address: the connection’s counts',
    (ip) => {
      expect(from(ip)).toBe('192.0.2.1');
    },
  );

  test('counts alone for IPv4, or as its /64 for IPv6', () => {
    expect(addressPrefix('198.51.100.7')).toBe('198.51.100.7');
    expect(addressPrefix('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressPrefix('2001:db8:1:2::1')).toBe(addressPrefix('2001:db8:1:2:ffff::'));
    expect(addressPrefix('2001:db8:1:3::1')).not.toBe(addressPrefix('2001:db8:1:2::1'));
    expect(addressPrefix('')).toBe('');
  });
});

/** The `X-Forwarded-For` values of a request; the proxy is the loopback address. */
type Forwarded = string | readonly string[];

const forwarded = (value: Forwarded) => ({ 'x-forwarded-for': value });

describe('behind a trusted proxy', () => {
  const parley = service('sqlite', { environment: { PARLEY_TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16' } });

  const signIn = (email: string, via: Forwarded, password = 'not the right password') => {
    const headers = { origin: parley.url, ...forwarded(via) };
    return send(parley.url, { method: 'POST', path: '/api/session', headers, body: { email, password } });
  };
  const rightPassword = 'correct horse battery staple';

  test('wrong passwords from another address do not lock out the user', async () => {
    const { user } = await parley.person();
    for (let tries = 0; tries < 5; tries += 1) await signIn(user.email, '198.51.100.7');
    expectFailure(await signIn(user.email, '198.51.100.7', rightPassword), 'too_many_failed_attempts');
    expect((await signIn(user.email, '203.0.113.9', rightPassword)).status).toBe(201);
  });

  test.each<[string, Forwarded, string]>([
    ['one hop', '198.51.100.20', '198.51.100.20'],
    ['the rightmost untrusted hop', '8.8.8.8, 198.51.100.21, 10.1.2.3', '198.51.100.21'],
    ['the same in several headers', ['8.8.8.8', '198.51.100.22, 10.1.2.3'], '198.51.100.22'],
    ['an IPv6 hop', '2001:db8::1', '2001:db8::1'],
    ['only proxies: the leftmost', '10.1.2.4, 10.1.2.3', '10.1.2.4'],
    ['no valid address: the connection’s', 'unknown', '127.0.0.1'],
  ])('the list of sessions shows %s', async (_name, via, address) => {
    const { user, session } = await parley.person();
    const reply = await signIn(user.email, via, rightPassword);
    expect(reply.status).toBe(201);
    const { items } = await (await session()).sessions.list();
    expect(items.map((item) => item.address)).toContain(address);
  });

  test('failed authentication counts per client, even if it forges X-Forwarded-For', async () => {
    const ask = (via: string) => send(parley.url, { path: '/api/agents', key: newKey(), headers: forwarded(via) });
    for (let failures = 0; failures < 20; failures += 1) {
      expectFailure(await ask(`198.51.100.${failures}, 203.0.113.20`), 'invalid_api_key');
    }
    expectFailure(await ask('203.0.113.20'), 'too_many_failed_attempts');
    expectFailure(await ask('203.0.113.21'), 'invalid_api_key');
  });
});

describe('without trusted proxies', () => {
  const parley = service('sqlite', { environment: { PARLEY_TRUSTED_PROXIES: '10.0.0.0/8' } });

  test('ignores X-Forwarded-For', async () => {
    const ask = (via: string) => send(parley.url, { path: '/api/agents', key: newKey(), headers: forwarded(via) });
    for (let failures = 0; failures < 20; failures += 1) {
      expectFailure(await ask(`198.51.100.${failures}`), 'invalid_api_key');
    }
    expectFailure(await ask('198.51.100.99'), 'too_many_failed_attempts');
  });
});
