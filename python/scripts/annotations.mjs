/** Schemas as Python's types, of results and of parameters. */
import { componentOf } from '../../scripts/clients/document.mjs';
import { singular } from '../../scripts/clients/spelling.mjs';
import { betterName, innerOf, isForeign, isShaped } from './names.mjs';

/**
 * @import { Schema } from '../../scripts/clients/document.mjs'
 * @import { createNames } from './names.mjs'
 * @typedef {ReturnType<typeof createNames>} Names
 * @typedef {{ owner: string, property: string }} Owner
 */

const SCALARS = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
]);

/** @param {Schema} schema */
const isNullable = ({ anyOf = [] }) => anyOf.some(({ type }) => type === 'null');

/** @param {Schema} schema */
const literal = ({ enum: values = [] }) => `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;

/** @param {Schema} schema */
const isText = ({ enum: values = [] }) => values.every((value) => typeof value === 'string');

/**
 * The place of a property: what an array holds is named in the singular.
 * @param {Schema} schema
 * @param {Owner} owner
 */
export const placeOf = (schema, { owner, property }) => ({
  schema: innerOf(schema),
  owner,
  property: schema.items === undefined ? property : singular(property),
});

/**
 * The type of an attribute. An enumeration also has the values of a newer service; only `type`, which tells the members
 * of a union apart, is exact.
 * @param {Schema} schema
 * @param {Owner & { names: Names }} context
 * @returns {string}
 */
export function resultType(schema, context) {
  if (isNullable(schema)) return `Optional[${resultType(innerOf(schema), context)}]`;
  if (schema.items !== undefined) {
    return `List[${resultType(schema.items, { ...context, property: singular(context.property) })}]`;
  }
  const component = componentOf(schema);
  if (component !== undefined) return betterName(component);
  const { enum: values } = schema;
  if (values !== undefined && isText(schema)) {
    if (context.property === 'type') return literal(schema);
    const name = values.length > 1 ? context.names.enumName(placeOf(schema, context)) : literal(schema);
    return `Union[${name}, str]`;
  }
  if (schema.format === 'date-time') return 'datetime';
  if (isShaped(schema)) return context.names.objectName(placeOf(schema, context));
  return SCALARS.get(schema.type ?? '') ?? (schema.type === 'object' ? 'Dict[str, Any]' : 'Any');
}

/**
 * The types that a parameter takes, without the one for leaving it out.
 * @param {Schema} schema
 * @param {Owner & { names: Names }} context
 * @returns {string[]}
 */
export function parameterTypes(schema, context) {
  if (isNullable(schema)) return [...parameterTypes(innerOf(schema), context), 'None'];
  if (schema.items !== undefined) {
    const item = union(parameterTypes(schema.items, { ...context, property: singular(context.property) }));
    return [`Sequence[${item}]`];
  }
  const component = componentOf(schema);
  if (component !== undefined) return [isForeign(context.names.resolve(schema)) ? 'Dict[str, Any]' : component];
  if (schema.enum !== undefined) {
    return [isText(schema) ? context.names.enumName(placeOf(schema, context)) : literal(schema)];
  }
  if (schema.format === 'date-time') return ['datetime', 'date', 'str'];
  if (isShaped(schema)) return [context.names.objectName(placeOf(schema, context))];
  return [SCALARS.get(schema.type ?? '') ?? (schema.type === 'object' ? 'Dict[str, Any]' : 'Any')];
}

/** @param {string[]} types */
export const union = (types) => (types.length === 1 ? (types[0] ?? '') : `Union[${types.join(', ')}]`);
