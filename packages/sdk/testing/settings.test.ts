// @module-tag pure

import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Parley } from '../src/client.ts';
import { type Host, type ParleyOptions, readSettings } from '../src/core/settings.ts';
import { ParleyError } from '../src/errors.ts';
import { key } from './clients.ts';
import { ok, playServer } from './fault-server.ts';

const baseURL = 'https://parley.example.com';
const host = (env: Record<string, string> = {}, browser = false): Host => ({ browser, env: (name) => env[name] });
const read = (options: ParleyOptions, at: Host = host()) => readSettings(options, at);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('settings', () => {
  it('default to the environment', () => {
    const env = { PARLEY_API_KEY: `${key}\n`, PARLEY_BASE_URL: `${baseURL}/`, PARLEY_LOG: 'debug' };
    expect(read({}, host(env))).toMatchObject({ apiKey: key, baseURL, timeout: 60_000, maxRetries: 2 });
    expect(read({ apiKey: 'other', baseURL: 'http://localhost:3000' }, host(env))).toMatchObject({
      apiKey: 'other',
      baseURL: 'http://localhost:3000',
    });
  });

  it('come from the real environment', async () => {
    const server = await playServer(ok({ _id: 'agent_1' }));
    vi.stubEnv('PARLEY_API_KEY', key);
    vi.stubEnv('PARLEY_BASE_URL', server.baseURL);
    await new Parley().agents.retrieve('agent_1');
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it('say what is missing', () => {
    expect(() => new Parley({ baseURL })).toThrow('PARLEY_API_KEY');
    expect(() => new Parley({ apiKey: key })).toThrow('PARLEY_BASE_URL');
    expect(() => new Parley({ baseURL })).toThrow(ParleyError);
    expect(() => new Parley({ baseURL })).toThrow(expect.objectContaining({ code: 'missing_api_key' }));
    expect(() => new Parley({ apiKey: key })).toThrow(expect.objectContaining({ code: 'missing_base_url' }));
    expect(() => new Parley({ apiKey: key, baseURL: 'parley' })).toThrow(
      expect.objectContaining({ code: 'invalid_base_url' }),
    );
  });

  it.each<[string, ParleyOptions]>([
    ['a base URL without a scheme', { baseURL: 'parley.example.com' }],
    ['an empty base URL outside a browser', { baseURL: '' }],
    ['a base URL of another scheme', { baseURL: 'ftp://parley.example.com' }],
    ['a base URL with credentials', { baseURL: 'https://me:secret@parley.example.com' }],
    ['a base URL with a query', { baseURL: `${baseURL}/?a=1` }],
    ['a key that no header can carry', { apiKey: 'parley_secret\nparley_secret' }],
    ['a key and a session', { session: true }],
    ['a time limit of nothing', { timeout: 0 }],
    ['a time limit that no timer holds', { timeout: 2 ** 31 }],
    ['a part of a retry', { maxRetries: 1.5 }],
    ['endless retries', { maxRetries: Number.POSITIVE_INFINITY }],
  ])('refuse %s', (_, options) => {
    const make = () => read({ apiKey: key, baseURL, ...options });
    expect(make).toThrow(ParleyError);
    expect(make).not.toThrow('secret');
  });

  it('refuse an unknown log level by name', () => {
    expect(() => read({ apiKey: key, baseURL }, host({ PARLEY_LOG: 'loud' }))).toThrow(
      'PARLEY_LOG must be one of debug, info, warn, error, off.',
    );
  });

  it('refuse a secret key in a browser, unless allowed explicitly', () => {
    const browser = host({}, true);
    expect(() => read({ apiKey: key, baseURL }, browser)).toThrow('dangerouslyAllowBrowser');
    expect(read({ apiKey: key, baseURL, dangerouslyAllowBrowser: true }, browser).apiKey).toBe(key);
    vi.stubGlobal('document', {});
    expect(() => new Parley({ apiKey: key, baseURL })).toThrow('dangerouslyAllowBrowser');
  });

  it('are not printed with the client', () => {
    expect(inspect(new Parley({ apiKey: key, baseURL }), { depth: 10, showHidden: true })).not.toContain(key);
  });
});

describe('a session', () => {
  it('sends no key, stays on its own origin and sets no user agent', async () => {
    vi.stubGlobal('document', {});
    vi.stubEnv('PARLEY_API_KEY', key);
    const calls: [string, RequestInit][] = [];
    const fetch = async (url: string, init: RequestInit) => {
      calls.push([url, init]);
      return Response.json({ success: true, data: {} });
    };
    await new Parley({ baseURL: '', session: true, fetch }).agents.retrieve('agent_1');
    const [[url, init] = ['', {}]] = calls;
    expect(url).toBe('/api/agents/agent_1');
    expect(init.credentials).toBe('same-origin');
    expect([...new Headers(init.headers).keys()]).toEqual(['accept']);
  });
});
