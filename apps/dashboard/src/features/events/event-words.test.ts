// @module-tag pure

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventGroups, eventWords, groupOf, objectOf, thingOf, typesOf, wordsOf } from './event-words.ts';

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties?: Properties }>> };
}
type Properties = Readonly<Record<string, { readonly enum?: readonly string[] }>>;

const document = JSON.parse(readFileSync(new URL('../../../../../openapi.json', import.meta.url), 'utf8')) as Document;

const { schemas } = document.components;

/** The types of events that the API documents, with the fields of their data. */
const documented = Object.entries(schemas).flatMap(([name, { properties }]) => {
  const type = properties?.['type']?.enum?.[0];
  const isEvent = name.startsWith('Event') && type !== undefined && properties?.['changes'] !== undefined;
  return isEvent ? [{ type, fields: Object.keys(schemas[`${name}Data`]?.properties ?? {}) }] : [];
});

it('finds the types that the API documents', () => {
  expect(documented.map(({ type }) => type)).toContain('agent.updated');
});

it('every type has words, a group, and names what it is about', () => {
  const unknown = documented.filter(({ type, fields }) => {
    const { to } = eventWords[type] ?? { to: 'no words' };
    return groupOf(type) === undefined || (to !== undefined && !fields.includes(to));
  });
  expect(unknown.map(({ type }) => type)).toEqual([]);
});

it('filters by types that the API knows', () => {
  const things = new Set(documented.map(({ type }) => thingOf(type)));
  const filters = eventGroups.flatMap(({ value }) => typesOf(value)?.split(',') ?? []);
  expect(filters.filter((filter) => !things.has(thingOf(filter)))).toEqual([]);
  expect(typesOf('agents')).toBe('agent.*');
  expect(typesOf('robots')).toBeUndefined();
});

it('shows a later type by its name', () => {
  expect(wordsOf({ type: 'robot.waved' })).toEqual({ did: 'robot.waved' });
  expect(objectOf({ type: 'robot.waved', data: { robot: 'robot_1' } })).toBeUndefined();
  expect(objectOf({ type: 'agent.updated', data: { agent: 'agent_1' } })).toBe('agent_1');
});
