// @module-tag pure
import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { httpTool } from './http-tool.ts';
import { HttpSettings, readSettings } from './settings.ts';

const schemaOf = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});
const url = 'https://api.test/v1';
const problemsOf = (settings: object, inputSchema: object = schemaOf(), secrets: readonly string[] = []) =>
  (httpTool.problems?.({ settings: { url, ...settings }, inputSchema: { ...inputSchema } }, secrets) ?? []).map(
    ({ path, message }) => `${path}: ${message}`,
  );

test.each<[string, object, object?, string[]?]>([
  ['the defaults', {}],
  [
    'inputs anywhere',
    { method: 'PUT', url: `${url}/{a}?b={b}`, placement: { c: 'header', d: 'query' } },
    schemaOf('a', 'b', 'c', 'd', 'e'),
  ],
  ['an input twice in the address', { url: `${url}/{a}?again={a}` }, schemaOf('a')],
  ['a path input with a default', { url: `${url}/{a}` }, { type: 'object', properties: { a: { default: 'x' } } }],
  [
    'secrets',
    { url: `${url}?k={{secret.K}}`, headers: [{ name: 'X-Key', value: 'a {{secret.K}} {b}' }] },
    schemaOf(),
    ['K'],
  ],
  [
    'own media types',
    {
      headers: [
        { name: 'Accept', value: 'text/csv' },
        { name: 'Content-Type', value: 'application/vnd.api+json' },
      ],
    },
  ],
])('accepts %s', (_, settings, schema, secrets) => {
  expect(Check(HttpSettings, readSettings({ url, ...settings }))).toBe(true);
  expect(problemsOf(settings, schema, secrets)).toEqual([]);
});

test.each<[string, object, object | undefined, string]>([
  [
    'a host with an input',
    { url: 'https://{a}.test/' },
    schemaOf('a'),
    'settings.url: must have no placeholder in its host or port',
  ],
  ['an unknown input', { url: `${url}/{a}?b={b}` }, schemaOf('b'), 'settings.url: names {a}, which is no input'],
  [
    'an input of a prototype',
    { url: `${url}?a={constructor}` },
    undefined,
    'settings.url: names {constructor}, which is no input',
  ],
  [
    'a path input that may be absent',
    { url: `${url}/{a}` },
    { type: 'object', properties: { a: {} } },
    'settings.url: has {a} in its path, so the input must be required or have a default',
  ],
  [
    'a secret that isn’t given',
    { url: `${url}?k={{secret.K}}` },
    undefined,
    'settings.url: names the secret K, which is not given',
  ],
  [
    'one in a header',
    { headers: [{ name: 'X-A', value: '{{secret.K}}' }] },
    undefined,
    'settings.headers.0.value: names the secret K, which is not given',
  ],
  [
    'another placeholder',
    { headers: [{ name: 'X-A', value: '{{ secret.K }}' }] },
    undefined,
    'settings.headers.0.value: has a placeholder that is not {{secret.NAME}}',
  ],
  ['Host', { headers: [{ name: 'HOST', value: 'x' }] }, undefined, 'settings.headers.0.name: is set by the service'],
  [
    'Content-Length',
    { headers: [{ name: 'Content-Length', value: '1' }] },
    undefined,
    'settings.headers.0.name: is set by the service',
  ],
  [
    'Transfer-Encoding',
    { headers: [{ name: 'transfer-encoding', value: 'chunked' }] },
    undefined,
    'settings.headers.0.name: is set by the service',
  ],
  [
    'Connection',
    { headers: [{ name: 'Connection', value: 'close' }] },
    undefined,
    'settings.headers.0.name: is set by the service',
  ],
  [
    'no name of a header',
    { headers: [{ name: 'a b', value: 'x' }] },
    undefined,
    'settings.headers.0.name: is no name of a header',
  ],
  [
    'a line break',
    { headers: [{ name: 'X-A', value: 'a\r\nHost: evil' }] },
    undefined,
    'settings.headers.0.value: has characters that no header has',
  ],
  [
    'a header twice',
    {
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
    },
    undefined,
    'settings.headers.1.name: is there twice',
  ],
  ['a placement of nothing', { placement: { a: 'query' } }, undefined, 'settings.placement.a: is no input'],
  [
    'an input in two places',
    { url: `${url}?b={a}`, placement: { a: 'query' } },
    schemaOf('a'),
    'settings.placement.a: is an input that the address names already',
  ],
  ['a body of GET', { placement: { a: 'body' } }, schemaOf('a'), 'settings.placement.a: must not be body for GET'],
  [
    'an input with the name of a query value',
    { url: `${url}?a=1` },
    schemaOf('a'),
    'inputSchema.properties.a: has the name of a value that the query has',
  ],
  [
    'an input with the name of a header',
    { headers: [{ name: 'X-A', value: '1' }], placement: { 'x-a': 'header' } },
    schemaOf('x-a'),
    'inputSchema.properties.x-a: has the name of a header that is set',
  ],
  [
    'an input that can’t be a header',
    { placement: { host: 'header' } },
    schemaOf('host'),
    "inputSchema.properties.host: can't be a header: it is set by the service",
  ],
  ['a range backwards', { success: ['299-200'] }, undefined, 'settings.success.0: must not end before it begins'],
  [
    'no pointer',
    { response: [{ pointer: 'order' }] },
    undefined,
    'settings.response.0.pointer: must be a JSON Pointer, such as /order/status',
  ],
  [
    'a bad escape',
    { response: [{ pointer: '/a~2' }] },
    undefined,
    'settings.response.0.pointer: must be a JSON Pointer, such as /order/status',
  ],
  [
    'a name twice',
    { response: [{ pointer: '/a/id' }, { pointer: '/b/id' }] },
    undefined,
    'settings.response.1: names id twice: give it a name',
  ],
])('refuses %s', (_, settings, schema, problem) => {
  expect(problemsOf(settings, schema)).toEqual([problem]);
});

test('secrets go to the origin of the address', () => {
  expect(httpTool.secretsGoTo({ url: 'https://API.test:443/v1/{a}' })).toBe('https://api.test');
  expect(httpTool.secretsGoTo({ url: 'http://api.test:8080' })).toBe('http://api.test:8080');
  expect(httpTool.secretsGoTo({ url: 'https://{a}/' })).toBeNull();
});
