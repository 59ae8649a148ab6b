import { beforeAll, describe, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import { expectFailure, type RawRequest, send } from '../../../testing/request.ts';
import { newKey } from '../../access/key-format.ts';
import type { ErrorCode } from '../../errors.ts';

/** Just over 1 MiB: larger than a body may be. */
const tooMuch = 'x'.repeat(1024 * 1024 + 1);

/**
 * The first request is wrong in every respect. Each step of the table below fixes one thing, in the order of the
 * contract, and reveals the next error.
 */
describe.each(anyEngine)('the first of several errors in the contract’s order is reported, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_LIMITS: 'free=100000,pro=1' } });
  let agent: string;
  let spent: string;
  let reader: string;
  let writer: string;

  beforeAll(async () => {
    const alice = await parley.person();
    const bob = await parley.person({ plan: 'pro' });
    [reader, writer, spent] = await Promise.all([
      alice.key(['agents:read']),
      alice.key(['agents:write']),
      bob.key(['agents:read']),
    ]);
    const made = await send(parley.url, { method: 'POST', path: '/api/agents', key: writer, body: { name: 'A' } });
    agent = (made.json()['data'] as { _id: string })._id;
    await send(parley.url, { path: '/api/me', key: spent });
  });

  const text = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };
  const stale = { 'if-match': '"99"' };
  const missingSource = { knowledgeSources: ['ks_missing'] };

  const steps: readonly [ErrorCode, string, () => RawRequest][] = [
    [
      'uri_too_long',
      'syntax and size',
      () => ({ method: 'PATCH', path: `/api/nothing?${'x'.repeat(9000)}`, headers: text }),
    ],
    ['bad_request', 'syntax', () => ({ method: 'PATCH', path: '/api/agents/%ZZ', headers: text, body: tooMuch })],
    ['route_not_found', 'route', () => ({ method: 'PUT', path: '/api/agent/x', headers: text, body: tooMuch })],
    ['method_not_allowed', 'method', () => ({ method: 'POST', path: '/api/agents/x', headers: text, body: tooMuch })],
    [
      'missing_api_key',
      'authentication',
      () => ({ method: 'PUT', path: '/api/agents/x?y=1', headers: text, body: tooMuch }),
    ],
    ['invalid_api_key', 'authentication', () => put('x?y=1', newKey(), { headers: text, body: tooMuch })],
    ['rate_limited', 'rate limit', () => put('x?y=1', spent, { headers: text, body: tooMuch })],
    ['insufficient_scope', 'scope', () => put('x?y=1', reader, { headers: text, body: tooMuch })],
    ['unsupported_media_type', 'content type', () => put('x?y=1', writer, { headers: text, body: tooMuch })],
    ['payload_too_large', 'body', () => put('x?y=1', writer, { headers: json, body: tooMuch })],
    ['invalid_json', 'body', () => put('x?y=1', writer, { headers: { ...json, ...stale }, body: '{"name":7' })],
    ['validation_failed', 'validation', () => put('x?y=1', writer, { headers: stale, body: { name: 7 } })],
    ['unknown_parameter', 'validation', () => put('x?y=1', writer, { headers: stale, body: missingSource })],
    ['agent_not_found', 'lookup', () => put('x', writer, { headers: stale, body: { ...missingSource, _id: 'y' } })],
    [
      'read_only_field',
      'validation',
      () => put(agent, writer, { headers: stale, body: { ...missingSource, _id: 'y' } }),
    ],
    ['version_conflict', 'precondition', () => put(agent, writer, { headers: stale, body: missingSource })],
    ['validation_failed', 'conflict', () => put(agent, writer, { body: missingSource })],
  ];

  test.each(steps)('%s at the check of %s', async (code, _step, request) => {
    expectFailure(await send(parley.url, request()), code);
  });

  test('a used Idempotency-Key comes after validation and before the effect', async () => {
    const headers = { 'idempotency-key': 'order' };
    const create = (body: object) =>
      send(parley.url, { method: 'POST', path: '/api/agents', key: writer, headers, body });
    await create({ name: 'A' });
    expectFailure(await create({ name: 7 }), 'validation_failed');
    expectFailure(await create({ name: 'B', workspaceId: 'ws_other' }), 'idempotency_key_reused');
  });
});

const put = (path: string, key: string, more: Partial<RawRequest>): RawRequest => ({
  method: 'PUT',
  path: `/api/agents/${path}`,
  key,
  ...more,
});
