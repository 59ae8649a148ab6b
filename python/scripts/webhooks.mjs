/** The TypedDicts of the events of workspaces, as webhooks send them. */
import { componentOf, fieldsOf } from '../../scripts/clients/document.mjs';
import { resultType } from './annotations.mjs';
import { docstring } from './format.mjs';
import { isShaped } from './names.mjs';

/**
 * @import { Field, Schema } from '../../scripts/clients/document.mjs'
 * @import { Context, Part } from './results.mjs'
 */

/** The fields of every body, for each type of event. */
const BASE = [
  'class WorkspaceWebhook(TypedDict):',
  '    """The fields of every event of a workspace, as a webhook gets it."""',
  '',
  '    timestamp: str',
  '    """When it happened, ISO 8601."""',
  '    _id: str',
  '    """Identifier of the event, which is also the `webhook-id`: the same each time that it is sent."""',
  '    workspace: Optional[str]',
  '    """Identifier of its workspace; None for the whole account."""',
  '    actor: Dict[str, Any]',
  '    """The actor: `kind`, `id`, and `name`, `hint`, `user` and `channel` if they are known."""',
  '    changes: List[Dict[str, Any]]',
  '    """The fields that it changed: `field`, `before` and `after`."""',
];

/**
 * A class of the data and one of the body for each type of event, and their union; nothing without events.
 * @param {Context} context
 * @returns {Part[]}
 */
export function webhookParts(context) {
  const members = context.document.schemas['WorkspaceEvent']?.anyOf ?? [];
  if (members.length === 0) return [];
  const events = members.map((member) => eventParts(member, context));
  const union = [
    'WorkspaceWebhookEvent = Union[',
    ...events.map(({ body }) => `    ${body.name},`),
    ']',
    '"""An event of a workspace, as a webhook gets it. A newer service may send other types: skip those."""',
  ];
  return [
    { name: 'WorkspaceWebhook', lines: BASE },
    ...events.flatMap(({ data, body }) => [...data, body]),
    { name: 'WorkspaceWebhookEvent', lines: union },
  ];
}

/** @param {Schema} member @param {Context} context */
function eventParts(member, { names, say }) {
  const name = `${(componentOf(member) ?? '').replace(/^Event/, '')}Webhook`;
  const { description = '', properties = {} } = names.resolve(member);
  const { type = {}, data = {} } = properties;
  const fields = fieldsOf(names.resolve(data));
  const linesOf = (/** @type {Field[]} */ some) =>
    some.flatMap(({ name: property, schema, description: text }) => [
      // A webhook is JSON, not a model: an object in it is a dictionary.
      `    ${property}: ${isShaped(schema) ? 'Dict[str, Any]' : resultType(schema, { owner: name, property, names })}`,
      ...docstring([say(text)], '    '),
    ]);
  const doc = (/** @type {string} */ text) => [...docstring([say(text)], '    '), ''];
  const about = `The data of \`${type.enum?.[0]}\`.`;
  const needed = fields.filter(({ required }) => required);
  const others = fields.filter(({ required }) => !required);
  const whole = `${name}Data`;
  // A class has either only required fields or none, so those that may be absent are in one that extends the other.
  const base = others.length === 0 ? whole : `${name}Required`;
  const data_ = [{ name: base, lines: [`class ${base}(TypedDict):`, ...doc(about), ...linesOf(needed)] }];
  if (others.length > 0) {
    const lines = [`class ${whole}(${base}, total=False):`, ...doc(about), ...linesOf(others)];
    data_.push({ name: whole, lines });
  }
  const lines = [
    `class ${name}(WorkspaceWebhook):`,
    ...doc(description),
    `    type: Literal["${type.enum?.[0]}"]`,
    `    data: ${whole}`,
  ];
  return { data: data_, body: { name, lines } };
}
