// @module-tag pure

import { expect, it } from 'vitest';
import { argumentsOf, fieldsOf } from './arguments.ts';

const schema = {
  type: 'object',
  properties: {
    number: { type: 'string', description: 'Of the order.' },
    amount: { type: 'number' },
    dryRun: { type: 'boolean' },
    loud: { type: 'boolean' },
  },
  required: ['number', 'dryRun'],
};

it('asks for the arguments of a plain schema, and for JSON of any other', () => {
  expect(fieldsOf(schema)?.map(({ name, type, required }) => [name, type, required])).toEqual([
    ...[
      ['number', 'string', true],
      ['amount', 'number', false],
    ],
    ...[
      ['dryRun', 'boolean', true],
      ['loud', 'boolean', false],
    ],
  ]);
  expect(fieldsOf(null)).toEqual([]);
  expect(fieldsOf({ type: 'object', properties: { a: { type: 'array' } } })).toBeUndefined();
});

it('asks for the arguments of schemas as MCP servers write them', () => {
  const property = { type: 'string', title: 'Title', minLength: 1, default: 'x' };
  const fields = fieldsOf({ $schema: 'http://json-schema.org/draft-07/schema#', properties: { title: property } });
  expect(fields?.map(({ name, type, required }) => [name, type, required])).toEqual([['title', 'string', false]]);
  expect(
    fieldsOf({ type: 'object', properties: { title: property }, anyOf: [{ required: ['title'] }] }),
  ).toBeUndefined();
  expect(fieldsOf({ type: 'object', properties: { title: { anyOf: [property] } } })).toBeUndefined();
});

it('reads what was typed by its type', () => {
  const fields = fieldsOf(schema) ?? [];
  expect(argumentsOf(fields, {})).toEqual({ dryRun: false });
  expect(argumentsOf(fields, { number: '10', amount: '1.5', dryRun: true, loud: false })).toEqual({
    ...{ number: '10', amount: 1.5, dryRun: true, loud: false },
  });
  expect(argumentsOf(fields, { amount: 'much' })).toEqual({ amount: 'much', dryRun: false });
});
