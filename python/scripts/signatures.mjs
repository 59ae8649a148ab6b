/** Parameters of a method in Python: its positional path parameters, its keywords, and their place in a request. */
import { fullName } from '../../scripts/clients/methods.mjs';
import { isFollowed } from '../../scripts/clients/parameters.mjs';
import { attribute, pathName } from '../../scripts/clients/spelling.mjs';
import { parameterTypes, union } from './annotations.mjs';
import { innerOf, isShaped } from './names.mjs';
import { ownerOf } from './params.mjs';

/**
 * @import { Field } from '../../scripts/clients/document.mjs'
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Context } from './results.mjs'
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} wire
 * @property {'path' | 'query' | 'body' | 'form' | 'file' | 'option' | 'header'} place
 * @property {boolean} required
 * @property {string} type without that of leaving it out
 * @property {string} description
 * @property {string} value the expression that the request gets
 */

/**
 * The parameters of a method; throws if two would have the same name.
 * @param {Method} method
 * @param {Context} context
 * @returns {Parameter[]}
 */
export function parametersOf(method, context) {
  const { operation, query, body } = method;
  const all = [
    ...operation.path_.map((field) => pathParameter(field, operation.path)),
    ...[...query, ...body]
      .map((field) => keyword(field, { method, context, place: placeOf(field, method) }))
      .sort((one, other) => Number(other.required) - Number(one.required)),
  ];
  if (isFollowed(method.operation)) all.push(LAST_EVENT);
  if (method.role === 'upload') all.push(PROGRESS);
  const names = [...all.map(({ name }) => name), 'options', 'self'];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${fullName(method)}: two of its parameters would be ${twice} in Python`);
  return all;
}

/** @type {Parameter} */
const LAST_EVENT = {
  name: 'last_event_id',
  wire: 'Last-Event-ID',
  place: 'header',
  required: false,
  type: 'Optional[str]',
  description: 'Continues after the event with this ID. Without one, begins with the conversation as it is now.',
  value: 'last_event_id',
};

/** @type {Parameter} */
const PROGRESS = {
  name: 'on_progress',
  wire: '',
  place: 'option',
  required: false,
  type: 'Optional[OnProgress]',
  description: 'Called with the bytes that are sent and those of all as the upload goes on; a retry begins again.',
  value: 'on_progress',
};

/** @param {Field} field @param {Method} method @returns {'query' | 'body' | 'form' | 'file'} */
function placeOf(field, { operation, role, body }) {
  if (!body.includes(field)) return 'query';
  if (role !== 'upload') return 'body';
  return operation.form?.files.includes(field) ? 'file' : 'form';
}

/**
 * @param {Field} field
 * @param {string} path
 * @returns {Parameter}
 */
function pathParameter({ name: wire, description }, path) {
  const name = pathName(wire, path);
  // The numbers that objects have are taken as they come.
  const type = wire === 'number' ? 'Union[int, str]' : 'str';
  return { name, wire, place: 'path', required: true, type, description, value: name };
}

/**
 * @param {Field} field
 * @param {{ method: Method, context: Context, place: 'query' | 'body' | 'form' | 'file' }} given
 * @returns {Parameter}
 */
function keyword(field, { method, context, place }) {
  const { name: wire, schema, required } = field;
  const name = attribute(wire);
  const types = parameterTypes(schema, { owner: ownerOf(method), property: wire, names: context.names });
  const inner = context.names.resolve(innerOf(schema));
  const said = field.description || inner.description || '';
  if (place === 'file') {
    const description = `${said} A path, bytes or an open file; with another name as a pair of the name and the content.`;
    const type = schema.items === undefined ? 'FileInput' : 'Union[FileInput, List[FileInput]]';
    return { name, wire, place, required, type, description, value: name };
  }
  const description = said;
  return { name, wire, place, required, type: union(types), description, value: expressionOf(name, inner) };
}

/**
 * @param {string} name
 * @param {import('../../scripts/clients/document.mjs').Schema} schema
 */
function expressionOf(name, schema) {
  if (!isShaped(schema)) return name;
  const pairs = Object.keys(schema.properties ?? {})
    .filter((wire) => attribute(wire) !== wire)
    .map((wire) => `"${attribute(wire)}": "${wire}"`);
  return pairs.length === 0 ? name : `renamed(${name}, {${pairs.join(', ')}})`;
}

/**
 * A parameter as the signature has it.
 * @param {Parameter} parameter
 */
export function declared({ name, type, required, place }) {
  if (place === 'header' || place === 'option') return `${name}: ${type} = None`;
  if (required) return `${name}: ${type}`;
  const inner = /^Union\[(.*)\]$/s.exec(type)?.[1] ?? type;
  return `${name}: Union[${inner}, NotGiven] = NOT_GIVEN`;
}
