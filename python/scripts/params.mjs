/** The types of what requests send: enumerations, and objects inside a body. */
import { isDeepStrictEqual } from 'node:util';
import { componentOf, fieldsOf } from '../../scripts/clients/document.mjs';
import { attribute, pascal, singular } from '../../scripts/clients/spelling.mjs';
import { parameterTypes, placeOf, union } from './annotations.mjs';
import { bracketed, docstring } from './format.mjs';
import { innerOf, isShaped } from './names.mjs';

/**
 * @import { Schema } from '../../scripts/clients/document.mjs'
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Context, Part } from './results.mjs'
 */

/**
 * The TypedDicts of the objects inside bodies.
 * @param {Context} context
 * @returns {Part[]}
 */
export function paramParts(context) {
  /** @type {Map<string, Part>} */
  const written = new Map();
  for (const method of context.methods) {
    for (const field of method.body) {
      const inner = innerOf(field.schema);
      const schema = context.names.resolve(inner);
      if (!isShaped(schema)) continue;
      const name =
        componentOf(inner) ??
        context.names.objectName(placeOf(field.schema, { owner: ownerOf(method), property: field.name }));
      const doc = schema.description || field.description;
      for (const part of dictsOf({ name, schema, doc }, context)) written.set(part.name, part);
    }
  }
  return [...written.values()];
}

/**
 * The owner of a method's parameters, from which their types have names: the component of the body, if it is one.
 * @param {Method} method
 */
export function ownerOf({ resource, name, operation }) {
  const last = singular(resource.at(-1) ?? '');
  return operation.bodyName ?? pascal(last) + (name.startsWith('list') ? '' : pascal(name));
}

/**
 * The dictionary of an object, after those of the objects in its fields.
 * @param {{ name: string, schema: Schema, doc: string }} given
 * @param {Context} context
 * @returns {Part[]}
 */
function dictsOf({ name, schema, doc }, context) {
  const inner = fieldsOf(schema).flatMap((field) => {
    const place = innerOf(field.schema);
    const resolved = context.names.resolve(place);
    if (!isShaped(resolved)) return [];
    const own =
      componentOf(place) ?? context.names.objectName(placeOf(field.schema, { owner: name, property: field.name }));
    return dictsOf({ name: own, schema: resolved, doc: resolved.description || field.description }, context);
  });
  return [...inner, { name, lines: dictLines({ name, schema, doc }, context) }];
}

/**
 * @param {{ name: string, schema: Schema, doc: string }} given
 * @param {Context} context
 */
function dictLines({ name, schema, doc }, { names, say }) {
  const fields = fieldsOf(schema);
  const needed = fields.filter(({ required }) => required);
  const others = fields.filter(({ required }) => !required);
  const linesOf = (/** @type {typeof fields} */ some) =>
    some.flatMap((field) => {
      const type = union(parameterTypes(field.schema, { owner: name, property: field.name, names }));
      return [`    ${attribute(field.name)}: ${type}`, ...docstring([say(field.description)], '    ')];
    });
  const about = docstring([say(doc)], '    ');
  if (needed.length === 0) return [`class ${name}(TypedDict, total=False):`, ...about, '', ...linesOf(others)];
  if (others.length === 0) return [`class ${name}(TypedDict):`, ...about, '', ...linesOf(needed)];
  // A class has either only required fields or none, so those that may be absent are in one that extends the other.
  const base = `_Required${name}`;
  const required = [`class ${base}(TypedDict):`, ...linesOf(needed)];
  return [...required, '', '', `class ${name}(${base}, total=False):`, ...about, '', ...linesOf(others)];
}

/**
 * The enumerations of results and parameters, in alphabetical order.
 * @param {Context} context
 * @returns {Part[]}
 */
export function enumParts({ document, methods, names }) {
  /** @type {Map<string, unknown[]>} */
  const found = new Map();
  const add = (/** @type {Schema} */ schema, /** @type {{ owner: string, property: string }} */ place) => {
    const inner = innerOf(schema);
    const { enum: values = [] } = inner;
    if (values.length < 2 || !values.every((value) => typeof value === 'string')) return;
    const name = names.enumName({ schema: inner, ...place });
    const earlier = found.get(name);
    if (earlier !== undefined && !isDeepStrictEqual(earlier, values)) throw new Error(`${name} names two enumerations`);
    found.set(name, values);
  };
  for (const { schema, owner, property } of names.places) add(schema, { owner, property });
  for (const method of methods) {
    for (const { name, schema } of [...method.query, ...method.body]) {
      add(schema, { owner: ownerOf(method), property: schema.items === undefined ? name : singular(name) });
    }
  }
  found.set('ErrorCode', document.errorCodes);
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => ({ name, lines: enumLines(name, values) }));
}

/** @param {string} name @param {unknown[]} values */
const enumLines = (name, values) =>
  bracketed({ head: `${name} = Literal[`, items: values.map((value) => JSON.stringify(value)), tail: ']', indent: '' });
