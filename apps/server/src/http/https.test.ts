import { describe, expect, test } from 'vitest';
import { anyEngine } from '../../testing/databases/engines.ts';
import { service } from '../../testing/harness.ts';
import { send } from '../../testing/request.ts';

const [engine = 'sqlite'] = anyEngine;
const paths = ['/healthz', '/', '/widget.js', '/docs', '/api/agents', '/api/none', '/api/openapi.json'];

describe('Strict-Transport-Security', () => {
  const secure = service(engine, { environment: { PUBLIC_URL: 'https://parley.example.com' } });
  const plain = service(engine, { environment: { PUBLIC_URL: 'http://parley.example.com' } });
  const sent = async (url: string) => {
    const replies = await Promise.all([
      ...paths.map((path) => send(url, { path })),
      send(url, { method: 'POST', path: '/api/session', body: {} }),
      send(url, { method: 'POST', path: '/api/session', body: Buffer.alloc(100_000, 'x') }),
    ]);
    return replies.map(({ headers }) => headers['strict-transport-security']);
  };

  test('is on every response of a site with an https PUBLIC_URL, without subdomains', async () => {
    expect(new Set(await sent(secure.url))).toEqual(new Set(['max-age=31536000']));
  });

  test('is on none of a site over http', async () => {
    expect(new Set(await sent(plain.url))).toEqual(new Set([undefined]));
  });
});
