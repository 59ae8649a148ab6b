/** The dataclasses of the events of streams: their content beside their ID and type. */
import { isDeepStrictEqual } from 'node:util';
import { componentOf, fieldsOf } from '../../scripts/clients/document.mjs';
import { isLog } from '../../scripts/clients/parameters.mjs';
import { pascal } from '../../scripts/clients/spelling.mjs';
import { docstring } from './format.mjs';
import { betterName } from './names.mjs';
import { fieldLines } from './results.mjs';

/**
 * @import { Schema } from '../../scripts/clients/document.mjs'
 * @import { Context, Part } from './results.mjs'
 */

/** The events whose data is one value: its field. The TypeScript client has the same in core/message-events.ts. */
const VALUES = new Map([
  ['citation', 'citation'],
  ['tool.call', 'call'],
  ['tool.result', 'result'],
  ['approval.requested', 'request'],
]);

/**
 * The classes of the events, the union of each stream's events, and a table of them by their type.
 * @param {Context} context
 * @returns {Part[]}
 */
export function eventParts(context) {
  const streams = context.methods.map(({ operation }) => operation).filter((operation) => !isLog(operation));
  const unions = new Set(streams.flatMap(({ events }) => (events && componentOf(events)) ?? []));
  /** @type {Map<string, Part>} */
  const written = new Map();
  const closing = [...unions].flatMap((union) => {
    const schema = context.document.schemas[union] ?? {};
    const members = (schema.anyOf ?? []).map((member) => writeEvent(member, { ...context, written }));
    const name = betterName(union);
    const table = members.map(({ type, name: member }) => `    "${type}": ${member},`);
    return [
      {
        name,
        lines: [
          `${name} = Union[`,
          ...members.map((member) => `    ${member.name},`),
          ']',
          ...docstring([context.say(schema.description ?? '')], ''),
        ],
      },
      { name: tableName(name), lines: [`${tableName(name)}: Dict[str, Type[Event]] = {`, ...table, '}'] },
    ];
  });
  return [...written.values(), ...closing, { name: 'VALUES', lines: valueLines() }];
}

/** @param {string} union */
const tableName = (union) =>
  union
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .concat('S');

const valueLines = () => [
  'VALUES: Dict[str, str] = {',
  ...[...VALUES].map(([type, field]) => `    "${type}": "${field}",`),
  '}',
  '"""The events whose data is one value: the name of its field."""',
];

/**
 * @param {Schema} reference
 * @param {Context & { written: Map<string, Part> }} context
 */
function writeEvent(reference, { written, ...context }) {
  const name = componentOf(reference) ?? '';
  const schema = context.names.resolve(reference);
  const { event = {}, data = {} } = schema.properties ?? {};
  const type = String(event.enum?.[0]);
  const content = context.names.resolve(data);
  const value = VALUES.get(type);
  const body =
    value === undefined
      ? contentLines(content, name, context)
      : valueLinesOf({ data, content, type }, { ...context, written });
  const lines = [
    '@dataclass(frozen=True)',
    `class ${name}(Event):`,
    ...docstring([context.say(schema.description ?? '')], '    '),
    '',
    `    type: Literal["${type}"]`,
    ...body,
  ];
  written.set(name, { name, lines });
  return { type, name };
}

/** @param {Schema} content @param {string} owner @param {Context} context */
const contentLines = (content, owner, { names, say }) =>
  fieldsOf(content).flatMap((field) => fieldLines(field, { owner, names, say }));

/**
 * The fields of an event whose data is one value, beside the message that it belongs to.
 * @param {{ data: Schema, content: Schema, type: string }} event
 * @param {Context & { written: Map<string, Part> }} context
 */
function valueLinesOf({ data, content, type }, { document, names, say, written }) {
  const { message, ...properties } = content.properties ?? {};
  const known = Object.keys(document.schemas).find((name) =>
    isDeepStrictEqual(document.schemas[name]?.properties, properties),
  );
  const name = componentOf(data) ?? known ?? pascal(type);
  if (componentOf(data) === undefined && known === undefined && !written.has(name)) {
    const body = contentLines({ ...content, properties }, name, { document, names, say, methods: [] });
    const doc = docstring([`The value of an event \`${type}\`.`], '    ');
    written.set(name, { name, lines: ['@dataclass(frozen=True)', `class ${name}(Model):`, ...doc, '', ...body] });
  }
  const owner =
    message === undefined
      ? []
      : fieldLines(
          { name: 'message', schema: message, required: true, description: message.description ?? '' },
          { owner: name, names, say },
        );
  return [...owner, `    ${VALUES.get(type)}: ${name}`];
}
