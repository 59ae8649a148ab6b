/** The names of Python's types, where openapi.json has none: enumerations and objects inside other objects. */
import { isDeepStrictEqual } from 'node:util';
import { componentOf, fieldsOf, resolve } from '../../scripts/clients/document.mjs';
import { pascal, singular } from '../../scripts/clients/spelling.mjs';

/**
 * @import { Document, Schema } from '../../scripts/clients/document.mjs'
 * @typedef {{ schema: Schema, owner: string, property: string }} Place a schema, and the type that has it as a property
 */

/**
 * Names that say more than the rules' own: of an enumeration by its first value, and of a union of events by its schema.
 */
const BETTER = new Map([
  ['owner', 'Role'],
  ['context_too_long', 'FailureReason'],
  ['ReplyStreamEvent', 'MessageEvent'],
  ['ConversationStreamEvent', 'ConversationEvent'],
  ['ConversationChangeStreamEvent', 'ConversationChange'],
  ['SuggestionStreamEvent', 'SuggestionEvent'],
]);

/** @param {string} name */
export const betterName = (name) => BETTER.get(name) ?? name;

/**
 * The component that another one extends by name and by content: a `ListedConversation` is a `Conversation`.
 * @param {string} name
 * @param {Record<string, Schema>} schemas
 */
export function baseOf(name, schemas) {
  const own = schemas[name]?.properties ?? {};
  return Object.keys(schemas).find((other) => {
    if (other === name || !name.endsWith(other)) return false;
    const { properties = {} } = schemas[other] ?? {};
    const shared = Object.entries(properties);
    return shared.length > 0 && shared.every(([key, schema]) => isDeepStrictEqual(own[key], schema));
  });
}

/**
 * Every object that a component has inside it, with the type that has it, named by its parent and its property.
 * @param {Document} document
 * @returns {Place[]}
 */
function placesOf({ schemas }) {
  /** @type {Place[]} */
  const places = [];
  const visit = (/** @type {Schema} */ schema, /** @type {string} */ owner) => {
    for (const { name: property, schema: value } of fieldsOf(schema)) {
      const inner = innerOf(value);
      if (componentOf(inner) !== undefined) continue;
      places.push({ schema: inner, owner, property: value.items === undefined ? property : singular(property) });
      if (isShaped(inner)) visit(inner, childName(owner, value.items === undefined ? property : singular(property)));
    }
  };
  for (const [name, schema] of Object.entries(schemas)) visit(schema, baseOf(name, schemas) ?? name);
  return places;
}

/**
 * Returns the schema of a property's content: the item of an array, the schema beside null.
 * @param {Schema} schema
 * @returns {Schema}
 */
export function innerOf(schema) {
  if (schema.items !== undefined) return innerOf(schema.items);
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return others.length === 1 && others[0] !== undefined ? innerOf(others[0]) : schema;
}

/**
 * The name of an object inside another: `Quotas.items` → `Quota`, `Usage.hours` → `UsageHour`.
 * @param {string} owner
 * @param {string} property
 */
function childName(owner, property) {
  if (property === 'item' && singular(owner) !== owner) return singular(owner);
  return owner + pascal(property);
}

/**
 * Names the objects inside other objects and the enumerations. The same name always means the same shape.
 * @param {Document} document
 */
export function createNames(document) {
  const places = placesOf(document);
  const taken = new Set(Object.keys(document.schemas));
  return {
    places,
    /** @param {Place} place */
    objectName: (place) => objectName(place, { places, taken }),
    /** @param {Place} place */
    enumName: (place) => enumName(place, places),
    /** @param {Schema} schema */
    resolve: (schema) => resolve(schema, document.schemas),
  };
}

/**
 * Objects of the same shape under the same property share a name, if it is free: what their owners' names begin with.
 * @param {Place} place
 * @param {{ places: Place[], taken: Set<string> }} known
 */
function objectName({ schema, owner, property }, { places, taken }) {
  const same = places.filter((other) => other.property === property && isSameObject(other.schema, schema));
  const owners = new Set(same.map((other) => other.owner));
  const prefix = commonWords([...owners]);
  // Without a common word, only the objects of components share a name: deeper ones would get too short a name.
  if (owners.size > 1 && (prefix !== '' || [...owners].every((name) => taken.has(name)))) {
    const shared = prefix + pascal(property);
    if (!taken.has(shared)) return shared;
  }
  return childName(owner, property);
}

/**
 * True if an object has known properties; others are the caller's own data.
 * @param {Schema} schema
 */
export const isShaped = (schema) => Object.keys(schema.properties ?? {}).length > 0 && !isForeign(schema);

/**
 * True if an object is another program's, such as a browser's credential: its names are passed on as they are.
 * @param {Schema} schema
 */
export const isForeign = ({ properties = {}, additionalProperties }) =>
  additionalProperties === true && Object.keys(properties).length > 0;

/** @param {Schema} one @param {Schema} other */
const isSameObject = (one, other) =>
  isShaped(one) &&
  isDeepStrictEqual(one.properties, other.properties) &&
  isDeepStrictEqual(new Set(one.required), new Set(other.required));

/**
 * The words with which all names begin.
 * @param {string[]} names in PascalCase
 */
function commonWords(names) {
  const split = names.map((name) => name.split(/(?=[A-Z])/));
  const [first = []] = split;
  const end = first.findIndex((word, index) => split.some((words) => words[index] !== word));
  return first.slice(0, end === -1 ? undefined : end).join('');
}

/**
 * An enumeration is named for its property if no other one has that property, else for its owner and the property.
 * @param {Place} place
 * @param {Place[]} places
 */
function enumName({ schema, owner, property }, places) {
  const all = places.filter((other) => (other.schema.enum?.length ?? 0) > 1);
  const same = all.filter((other) => isDeepStrictEqual(other.schema.enum, schema.enum));
  const [first = { owner, property }] = same;
  const rivals = all.filter((other) => other.property === first.property);
  const better = BETTER.get(String(schema.enum?.[0]));
  if (better !== undefined) return better;
  const owners = new Set(same.map((other) => other.owner));
  if (owners.size > 1 && rivals.every((other) => same.includes(other))) return pascal(first.property);
  return first.owner + pascal(first.property);
}
