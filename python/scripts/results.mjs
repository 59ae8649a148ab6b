/** The dataclasses of everything that operations return. */
import { componentOf, fieldsOf } from '../../scripts/clients/document.mjs';
import { fullName } from '../../scripts/clients/methods.mjs';
import { attribute, listed, singular } from '../../scripts/clients/spelling.mjs';
import { resultType } from './annotations.mjs';
import { docstring } from './format.mjs';
import { baseOf, betterName, innerOf, isShaped } from './names.mjs';

/**
 * @import { Document, Field, Operation, Schema } from '../../scripts/clients/document.mjs'
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Names } from './annotations.mjs'
 * @typedef {{ name: string, lines: string[] }} Part a class or a union, and its source
 * @typedef {{ document: Document, methods: Method[], names: Names, say: (text: string) => string }} Context
 */

/** Attributes of the base class, which no field can have as its name. */
const RESERVED = new Set(['response', 'to_dict']);

/**
 * The classes in the order in which Python can read them: a class comes before the classes that contain it.
 * @param {Context} context
 * @returns {Part[]}
 */
export function resultParts(context) {
  const written = new Map();
  const write = createWriter(context, written);
  for (const { operation } of context.methods) {
    for (const schema of schemasOf(operation)) write.component(schema);
    for (const event of eventsOf(operation, context)) write.within(event);
  }
  return [...written.values()];
}

/**
 * Returns the schemas of an operation's results in its methods.
 * @param {Operation} operation
 */
function schemasOf({ id, result, preview }) {
  const whole = 'schema' in result && result.kind !== 'events' ? [result.schema] : [];
  const all = preview === undefined ? whole : [...whole, preview];
  if (all.some((schema) => componentOf(schema) === undefined)) {
    throw new Error(`${id}: the schema of its data needs a title, which is the name of the class`);
  }
  return all;
}

/**
 * The events of an operation.
 * @param {Operation} operation
 * @param {Context} context
 */
const eventsOf = ({ events }, { names }) =>
  events === undefined ? [] : (names.resolve(events).anyOf ?? []).map((event) => names.resolve(event));

/**
 * @param {Context} context
 * @param {Map<string, Part>} written
 */
function createWriter({ document, methods, names, say }, written) {
  const { schemas } = document;
  const returned = returnedBy(methods);

  /** Writes the components inside a schema. @param {Schema} schema */
  const within = (schema) => {
    const inner = innerOf(schema);
    if (componentOf(inner) !== undefined) component(inner);
    else for (const field of fieldsOf(inner)) within(field.schema);
  };

  /** @param {Schema} reference */
  const component = (reference) => {
    const name = componentOf(reference);
    if (name === undefined || written.has(name)) return;
    const schema = names.resolve(reference);
    if (schema.anyOf !== undefined) return unionOf(name, schema);
    const base = baseOf(name, schemas);
    if (base !== undefined) component({ $ref: base });
    object({ name, schema, base, doc: sentences(schema.description ?? '', returned.get(name) ?? []) });
  };

  /** @param {string} name @param {Schema} schema */
  const unionOf = (name, schema) => {
    const members = schema.anyOf ?? [];
    for (const member of members) component(member);
    const items = members.map((member) => componentOf(member) ?? '').join(', ');
    const doc = docstring([say(schema.description ?? '')], '');
    written.set(name, { name, lines: [`${betterName(name)} = Union[${items}]`, ...doc] });
  };

  /** @param {{ name: string, schema: Schema, base?: string | undefined, doc: string }} given */
  const object = ({ name, schema, base, doc }) => {
    const owner = base ?? name;
    const inherited = base === undefined ? {} : (schemas[base]?.properties ?? {});
    const fields = fieldsOf(schema).filter((field) => inherited[field.name] === undefined);
    for (const field of fields) inside(field, owner);
    const body = fields.flatMap((field) => fieldLines(field, { owner, names, say }));
    const lines = [
      '@dataclass(frozen=True)',
      `class ${name}(${base ?? 'Model'}):`,
      ...docstring([say(doc)], '    '),
      '',
      ...(fields.some((field) => field.name === 'id') ? NAMED_ID : []),
      ...body,
    ];
    written.set(name, { name, lines });
  };

  /** Writes the classes that a field needs. @param {Field} field @param {string} owner */
  const inside = ({ name: property, schema }, owner) => {
    const inner = innerOf(schema);
    if (componentOf(inner) !== undefined) return component(inner);
    if (!isShaped(inner)) return;
    const place = { schema: inner, owner, property: schema.items === undefined ? property : singular(property) };
    const name = names.objectName(place);
    if (!written.has(name)) object({ name, schema: inner, doc: schema.description ?? inner.description ?? '' });
  };

  return { component, within };
}

/** Of a class whose `id` is `id` in JSON, too, not `_id`. */
const NAMED_ID = ['    _names: ClassVar[Mapping[str, str]] = {}', ''];

/**
 * @param {Field} field
 * @param {{ owner: string, names: Names, say: (text: string) => string }} context
 * @returns {string[]}
 */
export function fieldLines({ name: wire, schema, required, description }, { owner, names, say }) {
  const name = attribute(wire);
  if (RESERVED.has(name)) throw new Error(`${owner}.${wire}: the base class has an attribute of that name`);
  const type = resultType(schema, { owner, property: wire, names });
  const text = description || innerOf(schema).description || '';
  const doc = text === '' ? [] : docstring([say(text)], '    ');
  return [`    ${name}: ${annotated(type, { required, text })}`, ...doc];
}

/**
 * A type with its default. Secrets that are shown once are left out of `repr`, which ends in logs.
 * @param {string} type
 * @param {{ required: boolean, text: string }} field
 */
function annotated(type, { required, text }) {
  const isSecret = /\bnever returned again\b/.test(text);
  if (required) return isSecret ? `${type} = field(repr=False)` : type;
  const optional = type.startsWith('Optional[') ? type : `Optional[${type}]`;
  return `${optional} = ${isSecret ? 'field(default=None, repr=False)' : 'None'}`;
}

/** Describes a class, and names the methods that return it. @param {string} description @param {string[]} methods */
function sentences(description, methods) {
  const few = methods.slice(0, 3).map((name) => `\`${name}\``);
  const rest = methods.length > few.length ? [...few, 'others'] : few;
  return (
    [description, methods.length > 0 && `Returned by ${listed(rest)}.`].filter(Boolean).join(' ') ||
    'A part of a result.'
  );
}

/**
 * The components that methods return, with the names of the methods.
 * @param {Method[]} methods
 */
function returnedBy(methods) {
  /** @type {Map<string, string[]>} */
  const returned = new Map();
  for (const method of methods) {
    const { result, preview } = method.operation;
    const schema =
      method.role === 'preview' ? preview : method.role === 'call' && 'schema' in result ? result.schema : undefined;
    const name = schema && componentOf(schema);
    if (name === undefined) continue;
    const full = fullName(method).split('.').map(attribute).join('.');
    returned.set(name, [...(returned.get(name) ?? []), full]);
  }
  return returned;
}
