// @module-tag pure

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDnsServer } from '../../../testing/outbound/dns-server.ts';
import { createResolver, createSystemResolver, type Resolve, type ResolverParts } from './resolve.ts';

const reason = new Error('no longer needed');
const signal = () => new AbortController().signal;

describe('the resolver of the system', () => {
  test('knows the names of the machine', async () => {
    expect(await createSystemResolver()('localhost', signal())).toContain('127.0.0.1');
  });

  test('does not look up what is no longer needed', async () => {
    await expect(createSystemResolver()('localhost', AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('the resolver of names that tenants choose', () => {
  const start = async (parts: Partial<ResolverParts> = {}) => {
    const dns = await startDnsServer((name) => {
      if (name.startsWith('slow')) return 'silent';
      return name.endsWith('.example') ? '198.51.100.7' : undefined;
    });
    onTestFinished(dns.close);
    const bySystem: string[] = [];
    const system: Resolve = async (name) => {
      bySystem.push(name);
      return ['10.0.0.1'];
    };
    const resolve = createResolver({ ownNames: new Set(), servers: [dns.server], system, ...parts });
    return { dns, bySystem, resolve };
  };

  test('does not let slow names hold up others, however many they are', async () => {
    const { dns, resolve } = await start();
    const ended: string[] = [];
    const ask = async (name: string) => {
      const addresses = await resolve(name, signal());
      ended.push(name);
      return addresses;
    };
    const slow = Array.from({ length: 100 }, (_, index) => ask(`slow${index}.example`));
    while (dns.asked.length < 200) await sleep(1);
    expect(await ask('fast.example')).toEqual(['198.51.100.7']);
    expect(ended).toEqual(['fast.example']);
    dns.release();
    await Promise.all(slow);
  });

  test('asks the DNS for IPv4 and IPv6, and the system for nothing', async () => {
    const { dns, bySystem, resolve } = await start();
    expect(await resolve('www.example', signal())).toEqual(['198.51.100.7']);
    expect(dns.asked).toEqual(['www.example', 'www.example']);
    expect(bySystem).toEqual([]);
  });

  test('says that a name has no address', async () => {
    const { resolve } = await start();
    await expect(resolve('www.missing', signal())).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('gives up on a name without an answer', async () => {
    const { resolve } = await start();
    await expect(resolve('slow.example', signal())).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  test('asks the system for the operator’s names: allowed ones, the machine’s and those without a dot', async () => {
    const { dns, bySystem, resolve } = await start({ ownNames: new Set(['intranet.example']) });
    for (const name of ['intranet.example', 'localhost', 'db']) {
      expect(await resolve(name, signal())).toEqual(['10.0.0.1']);
    }
    expect(bySystem).toEqual(['intranet.example', 'localhost', 'db']);
    expect(dns.asked).toEqual([]);
  });

  test('does not look up what is no longer needed', async () => {
    const { dns, resolve } = await start();
    await expect(resolve('www.example', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(dns.asked).toEqual([]);
  });
});
