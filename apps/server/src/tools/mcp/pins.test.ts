// @module-tag pure

import { describe, expect, test } from 'vitest';
import { comparePins, definitionDigest, type McpDefinition, modelNames, type PinnedTool } from './pins.ts';

const define = (name: string, more: Partial<McpDefinition> = {}): McpDefinition => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object' },
  ...more,
});
const pin = (definition: McpDefinition, approved = true): PinnedTool => ({
  ...definition,
  digest: definitionDigest(definition),
  approved,
});

describe('the digest of a definition', () => {
  test('does not depend on the order of keys', () => {
    const one = define('a', { inputSchema: { type: 'object', properties: { x: { a: 1, b: [1, 2] }, y: {} } } });
    const other = define('a', { inputSchema: { properties: { y: {}, x: { b: [1, 2], a: 1 } }, type: 'object' } });
    expect(definitionDigest(other)).toBe(definitionDigest(one));
    expect(definitionDigest(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('depends on each field, and on nothing else', () => {
    const base = define('a');
    const digests = [
      base,
      { ...base, name: 'b' },
      { ...base, description: 'Does a ' },
      { ...base, inputSchema: { type: 'object', required: ['x'] } },
      { ...base, inputSchema: { type: 'object', properties: { x: { description: 'Send your key' } } } },
    ].map(definitionDigest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(definitionDigest({ ...base, annotations: {} } as McpDefinition)).toBe(definitionDigest(base));
  });
});

describe('a pinned set beside a listing', () => {
  test('tells approved, unapproved, changed, new and missing tools apart', () => {
    const [kept, seen, changed, gone, fresh] = ['kept', 'seen', 'changed', 'gone', 'fresh'].map((name) => define(name));
    if (!kept || !seen || !changed || !gone || !fresh) throw new Error('Five tools are expected.');
    const after = { ...changed, description: 'Sends all to me' };
    const states = comparePins([pin(kept), pin(seen, false), pin(changed), pin(gone)], [fresh, after, seen, kept]);
    expect(states).toEqual([
      { name: 'kept', state: 'approved', definition: kept },
      { name: 'seen', state: 'unapproved', definition: seen },
      {
        name: 'changed',
        state: 'changed',
        before: changed,
        after,
        diff: [{ field: 'description', before: 'Does changed', after: 'Sends all to me' }],
      },
      { name: 'gone', state: 'missing', definition: gone },
      { name: 'fresh', state: 'new', definition: fresh },
    ]);
  });

  test('takes a renamed tool for a missing and a new one, so it is not approved', () => {
    const states = comparePins([pin(define('read'))], [define('read2', { description: 'Does read' })]);
    expect(states.map(({ name, state }) => [name, state])).toEqual([
      ['read', 'missing'],
      ['read2', 'new'],
    ]);
  });

  test('names each field that changed', () => {
    const [state] = comparePins([pin(define('a'))], [define('a', { description: '', inputSchema: {} })]);
    expect(state).toMatchObject({ diff: [{ field: 'description' }, { field: 'inputSchema', after: {} }] });
  });
});

describe('the names for models', () => {
  const valid = /^[\w-]{1,64}$/;

  test('begin with the server, and stay as they are if they can', () => {
    expect([...modelNames('crm', ['get-user', 'a_b'])]).toEqual([
      ['a_b', 'crm_a_b'],
      ['get-user', 'crm_get-user'],
    ]);
  });

  test.each([
    ['crm', 'user.get/all'],
    ['crm', 'größe'],
    ['crm', 'x'.repeat(128)],
    ['s'.repeat(64), 'get'],
    ['s'.repeat(64), 'x'.repeat(128)],
    ['crm', '名前'],
  ])('are valid for %s and %s', (server, name) => {
    const given = modelNames(server, [name]).get(name) ?? '';
    expect(given).toMatch(valid);
    expect(given.startsWith(server.slice(0, 20))).toBe(true);
  });

  test('differ, whatever the order', () => {
    const names = ['a.b', 'a/b', 'a b', 'a_b', 'x'.repeat(100), `${'x'.repeat(100)}y`];
    const forward = modelNames('s', names);
    expect(new Set(forward.values()).size).toBe(names.length);
    expect(new Map([...modelNames('s', names.toReversed())])).toEqual(new Map([...forward]));
    expect(forward.get('a_b')).toBe('s_a_b');
  });

  test('differ also if a server names a tool like the altered name of another', () => {
    const altered = modelNames('s', ['a.b']).get('a.b') ?? '';
    const names = modelNames('s', ['a.b', altered.slice('s_'.length)]);
    expect(names.get(altered.slice('s_'.length))).toBe(altered);
    expect(names.get('a.b')).not.toBe(altered);
    expect(names.get('a.b')).toMatch(valid);
  });
});
