// @module-tag pure
import { dump } from 'js-yaml';
import { expect, test } from 'vitest';
import { validate } from '../schemas/validate.ts';
import { toolsOfOpenApi } from './tools-of-open-api.ts';

const documentOf = (paths: object, more: object = {}) => ({
  ...{ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, servers: [{ url: 'https://api.test/v1/' }], paths },
  ...more,
});
const one = async (operation: object, { path = '/orders', method = 'get', ...more }: Record<string, unknown> = {}) => {
  const { operations } = await toolsOfOpenApi(documentOf({ [String(path)]: { [String(method)]: operation } }, more));
  return operations[0];
};

const shop = documentOf(
  {
    '/orders/{orderId}/items': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'items.list',
        summary: 'List items',
        description: 'Lists the items of an order.',
        parameters: [
          { $ref: '#/components/parameters/Limit' },
          { name: 'filter[state]', in: 'query', schema: { type: 'array', items: { enum: ['open', 'sent'] } } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' }, description: 'A trace.' },
          { name: 'Accept', in: 'header', required: true, schema: {} },
        ],
      },
      post: {
        operationId: 'items.add',
        requestBody: {
          required: true,
          content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/NewItem' } } },
        },
      },
    },
  },
  {
    components: {
      parameters: {
        Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
      },
      schemas: {
        NewItem: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            {
              type: 'object',
              required: ['orderId', 'note'],
              properties: { orderId: { type: 'string' }, note: { type: 'string', nullable: true, pattern: '(?=a)' } },
            },
          ],
        },
        Base: {
          ...{ type: 'object', required: ['id', 'name'] },
          properties: {
            id: { type: 'string', readOnly: true },
            name: { type: 'string', minLength: 1, example: 'Pen' },
          },
        },
      },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    },
    security: [{ key: [] }],
  },
);

const expected = [
  {
    ...{ operationId: 'items.list', method: 'GET', path: '/orders/{orderId}/items', summary: 'List items' },
    tool: {
      ...{ type: 'http', name: 'items_list', description: 'List items\n\nLists the items of an order.' },
      inputSchema: {
        type: 'object',
        properties: {
          orderId: { type: 'integer' },
          limit: { type: 'integer', exclusiveMinimum: 0 },
          filter_state: { type: 'array', items: { enum: ['open', 'sent'] } },
          'X-Trace': { type: 'string', description: 'A trace.' },
        },
        ...{ additionalProperties: false, required: ['orderId'] },
      },
      settings: {
        method: 'GET',
        url: 'https://api.test/v1/orders/{orderId}/items?limit={limit}&filter%5Bstate%5D={filter_state}',
        headers: [{ name: 'X-Api-Key', value: '{{secret.KEY}}' }],
        placement: { 'X-Trace': 'header' },
      },
      ...{ secretNames: ['KEY'], auth: 'workspace', idempotent: true },
    },
  },
  {
    ...{ operationId: 'items.add', method: 'POST', path: '/orders/{orderId}/items', summary: '' },
    tool: {
      ...{ type: 'http', name: 'items_add', description: 'POST /orders/{orderId}/items' },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1 },
          orderId: { type: 'string' },
          note: { type: ['string', 'null'] },
          path_orderId: { type: 'integer' },
        },
        ...{ additionalProperties: false, required: ['name', 'orderId', 'note', 'path_orderId'] },
      },
      settings: {
        ...{ method: 'POST', url: 'https://api.test/v1/orders/{path_orderId}/items' },
        headers: [{ name: 'X-Api-Key', value: '{{secret.KEY}}' }],
      },
      ...{ secretNames: ['KEY'], auth: 'workspace', idempotent: false },
    },
  },
];

test.each([
  ['a value', shop],
  ['JSON', JSON.stringify(shop)],
  ['YAML', dump(shop)],
])('reads %s', async (_, document) => {
  const { operations } = await toolsOfOpenApi(document);
  expect(operations).toEqual(expected);
  expect(validate(operations[0]?.tool?.inputSchema, { orderId: 1, filter_state: ['open'] })).toEqual([]);
});

test('reads 3.1, path items without parameters, and servers of operations and callers', async () => {
  const servers = [{ url: 'https://{region}.api.test', variables: { region: { default: 'eu' } } }];
  const operation = {
    operationId: 'a',
    servers,
    parameters: [{ name: 'n', in: 'query', schema: { type: ['integer', 'null'] } }],
  };
  expect((await one(operation, { openapi: '3.1.0' }))?.tool).toMatchObject({
    settings: { url: 'https://eu.api.test/orders?n={n}' },
    inputSchema: { properties: { n: { type: ['integer', 'null'] } } },
    auth: 'none',
  });
  const document = documentOf({ '/a': { get: { operationId: 'a' } } }, { servers: [{ url: '/v1' }] });
  const named = await toolsOfOpenApi(document, { server: 'https://own.test/x/' });
  expect(named.operations[0]?.tool?.settings.url).toBe('https://own.test/x/a');
  expect((await toolsOfOpenApi(document)).operations[0]?.problem).toBe(
    'has no server with an absolute address: give one',
  );
});

test.each<[string, object, object, object]>([
  [
    'a bearer',
    { type: 'http', scheme: 'Bearer' },
    { headers: [{ name: 'Authorization', value: 'Bearer {{secret.AUTH}}' }] },
    {},
  ],
  [
    'Basic',
    { type: 'http', scheme: 'basic' },
    { headers: [{ name: 'Authorization', value: 'Basic {{secret.AUTH}}' }] },
    {},
  ],
  [
    'OAuth',
    { type: 'oauth2', flows: {} },
    { headers: [{ name: 'Authorization', value: 'Bearer {{secret.AUTH}}' }] },
    {},
  ],
  [
    'a cookie',
    { type: 'apiKey', in: 'cookie', name: 'sid' },
    { headers: [{ name: 'Cookie', value: 'sid={{secret.AUTH}}' }] },
    {},
  ],
  ['a query', { type: 'apiKey', in: 'query', name: 'k' }, { url: 'https://api.test/v1/orders?k={{secret.AUTH}}' }, {}],
])('authenticates by %s', async (_, scheme, settings) => {
  const more = { components: { securitySchemes: { auth: scheme } }, security: [{ unknown: [] }, { auth: [] }] };
  expect((await one({}, more))?.tool).toMatchObject({ settings, secretNames: ['AUTH'], auth: 'workspace' });
  expect((await one({ security: [] }, more))?.tool).toMatchObject({ secretNames: [], auth: 'none' });
});

const bodyOf = (schema: object, type = 'application/json') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
});

test.each<[string, object, string, Record<string, unknown>?]>([
  [
    'a parameter elsewhere',
    { parameters: [{ $ref: 'https://evil.test/p.json' }] },
    'refers to another document: https://evil.test/p.json',
  ],
  ['a parameter nowhere', { parameters: [{ $ref: '#/components/gone' }] }, 'refers to nothing: #/components/gone'],
  [
    'a required cookie',
    { parameters: [{ name: 'c', in: 'cookie', required: true }] },
    "needs the cookie parameter c, which a tool can't send",
  ],
  ['a form', bodyOf({}, 'multipart/form-data'), 'has a body of multipart/form-data, not of JSON', { method: 'post' }],
  [
    'a list',
    bodyOf({ type: 'array', items: {} }),
    'has a body that is no object with named members',
    { method: 'post' },
  ],
  [
    'a body of DELETE',
    bodyOf({ type: 'object', properties: { a: {} } }),
    'has a body with DELETE',
    { method: 'delete' },
  ],
  ['a path parameter without a name', {}, 'settings.url names {id}, which is no input', { path: '/orders/{id}' }],
  ['a path that leaves', {}, 'settings.url must have no . or .. in its path', { path: '/../admin' }],
  ['unknown security', { security: [{ nothing: [] }] }, 'has no way to authenticate that is supported'],
  [
    'a header that the service sets',
    { parameters: [{ name: 'Host', in: 'header', schema: {} }] },
    "inputSchema.properties.Host can't be a header: it is set by the service",
  ],
  [
    'a wrong schema',
    { parameters: [{ name: 'a', in: 'query', schema: { type: 'file' } }] },
    'inputSchema properties.a.type must be one of object, array, string, number, integer, boolean, null, or a list of them',
  ],
])('tells of %s', async (_, operation, problem, more) => {
  const found = await one(operation, more);
  expect([found?.problem, found?.tool]).toEqual([problem, undefined]);
});

test('names are valid and unique', async () => {
  const paths = Object.fromEntries(
    ['/a', '/b', '/c/ü'].map((path) => [path, { get: path === '/c/ü' ? {} : { operationId: 'get it!' } }]),
  );
  const { operations } = await toolsOfOpenApi(documentOf(paths));
  expect(operations.map(({ tool }) => tool?.name)).toEqual(['get_it', 'get_it_2', 'get_c']);
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'must be an OpenAPI document'],
  ['a text', 'hello', 'must be an OpenAPI document'],
  ['a list', '[]', 'must be an OpenAPI document'],
  ['neither', 'a: [1', 'is neither JSON nor YAML'],
  ['Swagger', { swagger: '2.0', paths: {} }, 'is of Swagger 2.0, which is not supported'],
  ['no version', { paths: {} }, 'must be of OpenAPI 3.0 or 3.1'],
  ['another version', { openapi: '4.0.0' }, 'must be of OpenAPI 3.0 or 3.1'],
  ['a large one', `{"openapi":"3.0.0","x":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'must be at most 2097152 bytes'],
  [
    'a deep one',
    `{"openapi":"3.0.0","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    'must have at most 100 objects and lists inside each other',
  ],
  [
    'many operations',
    documentOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`/p${at}`, { get: {} }]))),
    'must have at most 1000 operations',
  ],
  ['an alias of itself', 'openapi: 3.0.0\nx: &a [*a]', 'must have at most 100 objects'],
  [
    'aliases that multiply',
    `openapi: 3.0.0\na0: &a0 [x]\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`).join('\n')}`,
    'must have at most 500000 values',
  ],
  ['a type of JavaScript', 'openapi: !!js/function "x"', 'is neither JSON nor YAML'],
])('refuses %s', async (_, document, message) => {
  await expect(toolsOfOpenApi(document)).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining(message),
  });
});

test('schemas that refer to themselves end, and those that multiply are refused', async () => {
  const node = {
    type: 'object',
    properties: { name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } },
  };
  const found = await one(
    { ...bodyOf({ $ref: '#/components/schemas/Node' }) },
    { method: 'post', components: { schemas: { Node: node } } },
  );
  expect(found?.tool?.inputSchema).toMatchObject({ properties: { name: { type: 'string' }, next: {} } });
  const level = (at: number) => {
    const next = { $ref: `#/components/schemas/l${at + 1}` };
    return [`l${at}`, at === 40 ? {} : { type: 'object', properties: { a: next, b: next } }] as const;
  };
  const schemas = Object.fromEntries(Array.from({ length: 41 }, (_, at) => level(at)));
  const many = await one(bodyOf({ $ref: '#/components/schemas/l0' }), { method: 'post', components: { schemas } });
  expect(many?.problem).toBe('has inputs that are too large');
  const all = Object.keys(schemas).map((name) => [
    name,
    { anyOf: Object.keys(schemas).map((each) => ({ $ref: `#/components/schemas/${each}` })) },
  ]);
  const web = await one(
    { parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/l0' } }] },
    { components: { schemas: Object.fromEntries(all) } },
  );
  expect(web?.problem).toBe('has inputs that are too large');
  const chain = Object.fromEntries([
    ['a', { $ref: '#/components/schemas/b' }],
    ['b', { $ref: '#/components/schemas/a' }],
  ]);
  const loop = await one(
    { parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/a' } }] },
    { components: { schemas: chain } },
  );
  expect(loop?.problem).toBe('has more than 20 references in a row');
});
