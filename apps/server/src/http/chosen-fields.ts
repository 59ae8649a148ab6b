import { invalid } from '../errors.ts';
import { nearName } from './suggestions/near-names.ts';

/** A schema of an object. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * Reads `fields` of a list: the names of the fields that its items have, in the schema's order and with `_id`. Returns
 * undefined if all are wanted. Throws `validation_failed` for an unknown name, with the nearest known one.
 */
export function chosenFields(fields: string | undefined, item: ObjectSchema): readonly string[] | undefined {
  if (fields === undefined) return undefined;
  const known = Object.keys(item.properties);
  const wanted = fields.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw strange(unknown, known);
  return known.filter((name) => name === '_id' || wanted.includes(name));
}

/** Max characters of an unknown name in an error. */
const maxNamed = 60;

function strange(name: string, known: readonly string[]) {
  const near = nearName(name, known);
  const message = name === '' ? 'has an empty name' : `has the unknown field ${name.slice(0, maxNamed).toWellFormed()}`;
  const hint = near === undefined ? `The fields are ${known.join(', ')}.` : `Did you mean ${near}?`;
  return invalid([{ path: 'fields', message }], 'validation_failed', hint);
}
