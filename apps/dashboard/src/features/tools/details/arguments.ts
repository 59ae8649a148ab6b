import { type InputType, rowsOf } from '../fields/inputs.ts';

/** An argument that a form asks for. */
export interface Field {
  readonly name: string;
  readonly type: InputType;
  readonly required: boolean;
  readonly description: string;
}

/** The fields for the arguments of a schema; undefined if they are typed as JSON. The service checks further rules. */
export function fieldsOf(schema: Readonly<Record<string, unknown>> | null): readonly Field[] | undefined {
  if (schema === null) return [];
  const { type = 'object', properties = {}, required = [] } = schema;
  const plain = Object.entries(properties as object).map(([name, property]: [string, unknown]) => [
    name,
    plainOf(property),
  ]);
  const hasChoices = ['anyOf', 'oneOf', 'allOf', 'if', 'patternProperties', '$ref'].some((word) => word in schema);
  if (hasChoices) return undefined;
  return rowsOf({ type, properties: Object.fromEntries(plain), required, additionalProperties: false });
}

/** A property without the rules that no field shows. */
function plainOf(property: unknown): unknown {
  if (typeof property !== 'object' || property === null) return property;
  const { type, description } = property as Record<string, unknown>;
  return { type, ...(description !== undefined && { description }) };
}

/** The arguments as typed, without empty texts. */
export function argumentsOf(
  fields: readonly Field[],
  typed: Readonly<Record<string, string | boolean>>,
): Record<string, unknown> {
  const given = fields.flatMap(({ name, type, required }): [string, unknown][] => {
    const value = typed[name];
    if (type === 'boolean') return value === undefined && !required ? [] : [[name, value === true]];
    if (value === undefined || value === '') return [];
    return [[name, type === 'string' ? value : numberOf(value)]];
  });
  return Object.fromEntries(given);
}

/** A text that is no number stays a text: the service says what is wrong with it. */
const numberOf = (value: string | boolean): unknown => {
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
};
