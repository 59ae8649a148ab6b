/** An input of a tool, as a row of the form. */
export interface InputRow {
  readonly key: string;
  readonly name: string;
  readonly type: InputType;
  readonly required: boolean;
  readonly description: string;
  /** The part of an HTTP request that has it; empty for the usual place. */
  readonly place: Place | '';
}

/** The types that rows can have; JSON can say more. */
export const inputTypes = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
} as const;
export type InputType = keyof typeof inputTypes;

/** The places of an input in a request. */
export const places = { query: 'Query', header: 'Header', body: 'Body' } as const;
export type Place = keyof typeof places;

/** The inputs of a form: as rows, or as the JSON Schema that says more than rows can. */
export type Inputs = { readonly rows: readonly InputRow[] } | { readonly json: string };

type Schema = Readonly<Record<string, unknown>>;

let made = 0;
/** Returns a key for a row of a list. */
export const newKey = (): string => {
  made += 1;
  return `row ${made}`;
};

/** An empty input. */
export const newInput = (): InputRow => ({
  ...{ key: newKey(), name: '', type: 'string', required: true, description: '', place: '' },
});

/** The JSON Schema of rows; null without rows. */
export function schemaOf(rows: readonly InputRow[]): Schema | null {
  if (rows.length === 0) return null;
  const properties = rows.map(({ name, type, description }) => [
    name.trim(),
    { type, ...(description.trim() !== '' && { description: description.trim() }) },
  ]);
  const required = rows.filter((row) => row.required).map(({ name }) => name.trim());
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isType = (value: unknown): value is InputType => typeof value === 'string' && Object.hasOwn(inputTypes, value);

/** The rows of a JSON Schema; undefined if it says more than rows can. */
export function rowsOf(
  schema: Schema | null,
  placement: Readonly<Record<string, unknown>> = {},
): InputRow[] | undefined {
  if (schema === null) return [];
  const { type, properties = {}, required = [], additionalProperties, ...others } = schema;
  const isPlain =
    type === 'object' && isObject(properties) && Array.isArray(required) && additionalProperties === false;
  if (!isPlain || Object.keys(others).length > 0) return undefined;
  const rows = Object.entries(properties).map(([name, property]): InputRow | undefined => {
    if (!isObject(property)) return undefined;
    const { type: of, description = '', ...more } = property;
    if (!isType(of) || typeof description !== 'string' || Object.keys(more).length > 0) return undefined;
    const place = placement[name];
    const isPlaced = place === 'query' || place === 'header' || place === 'body';
    return {
      ...{ key: newKey(), name, type: of, required: required.includes(name), description },
      place: isPlaced ? place : '',
    };
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/** Reads a JSON Schema that was typed; a text says what is wrong. */
export function parseSchema(text: string): Schema | null | string {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || isObject(value)) return value;
    return 'Enter a JSON object.';
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The problem with rows; undefined without one. */
export function rowsProblem(rows: readonly InputRow[]): string | undefined {
  const names = rows.map(({ name }) => name.trim());
  if (names.includes('')) return 'Each input needs a name.';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `Two inputs have the name ${twice}.`;
}
