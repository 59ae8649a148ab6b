import { isObject, type Json } from '../../models/chat-wire/json.ts';

/** How the schemas inside a keyword stand: one, a list, an object of them, or several of these. */
type Shape = 'one' | 'list' | 'map' | 'oneOrList' | 'mapOrNames';

/** Where the schemas of a keyword judge: the same value, values inside it, or nothing until a reference names them. */
type Place = 'same' | 'inside' | 'named';

/** Keywords that have schemas. */
const keywords: readonly (readonly [keyword: string, Shape, Place])[] = [
  ...(['allOf', 'anyOf', 'oneOf'] as const).map((keyword) => [keyword, 'list', 'same'] as const),
  ...(['not', 'if', 'then', 'else'] as const).map((keyword) => [keyword, 'one', 'same'] as const),
  ['dependentSchemas', 'map', 'same'],
  ['dependencies', 'mapOrNames', 'same'],
  ['properties', 'map', 'inside'],
  ['patternProperties', 'map', 'inside'],
  ...(['additionalProperties', 'propertyNames', 'additionalItems', 'contains'] as const).map(
    (keyword) => [keyword, 'one', 'inside'] as const,
  ),
  ['items', 'oneOrList', 'inside'],
  ['prefixItems', 'list', 'inside'],
  ['$defs', 'map', 'named'],
  ['definitions', 'map', 'named'],
];

/** A schema inside another one. */
export interface Inner {
  readonly path: string;
  readonly schema: unknown;
  readonly place: Place;
}

/** Lists the schemas directly inside one. What has another shape is left out. */
export function innerOf(schema: Json, path: string): readonly Inner[] {
  return keywords.flatMap(([keyword, shape, place]) =>
    Object.hasOwn(schema, keyword)
      ? inside(schema[keyword], shape).map(([name, inner]) => ({
          path: [path, keyword, ...(name === undefined ? [] : [name])].join('.'),
          schema: inner,
          place,
        }))
      : [],
  );
}

function inside(value: unknown, shape: Shape): readonly (readonly [string | undefined, unknown])[] {
  if (Array.isArray(value)) return shape === 'list' || shape === 'oneOrList' ? Object.entries(value) : [];
  if (shape === 'one' || shape === 'oneOrList') return [[undefined, value]];
  const entries = isObject(value) ? Object.entries(value) : [];
  return shape === 'mapOrNames' ? entries.filter(([, each]) => !Array.isArray(each)) : entries;
}

const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isCount = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;

/** The types of JSON. */
export const jsonTypes = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
const isType = (value: unknown) => jsonTypes.some((type) => type === value);

type Demand = readonly [isFine: (value: unknown) => boolean, message: string];
const number: Demand = [isNumber, 'must be a number'];
const count: Demand = [isCount, 'must be a whole number of at least 0'];
const map: Demand = [isObject, 'must be an object'];
const list: Demand = [isList, 'must be a list with at least one schema'];
const refused = (message: string): Demand => [() => false, message];

/** What the value of a keyword must be. Other keywords are ignored, as JSON Schema asks. */
export const demands: Readonly<Record<string, Demand>> = {
  type: [
    (value) => isType(value) || (isList(value) && (value as unknown[]).every(isType)),
    `must be one of ${jsonTypes.join(', ')}, or a list of them`,
  ],
  enum: [isList, 'must be a list with at least one value'],
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
  multipleOf: [(value) => isNumber(value) && (value as number) > 0, 'must be a number above 0'],
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count, minProperties: count },
  ...{ maxProperties: count, minContains: count, maxContains: count },
  uniqueItems: [(value) => typeof value === 'boolean', 'must be true or false'],
  required: [isNames, 'must be a list of names'],
  dependentRequired: [
    (value) => isObject(value) && Object.values(value).every(isNames),
    'must be an object of lists of names',
  ],
  ...{
    properties: map,
    patternProperties: map,
    dependentSchemas: map,
    dependencies: map,
    $defs: map,
    definitions: map,
  },
  ...{ allOf: list, anyOf: list, oneOf: list, prefixItems: list },
  pattern: [(value) => typeof value === 'string', 'must be a text'],
  unevaluatedProperties: refused('is not supported: use additionalProperties'),
  unevaluatedItems: refused('is not supported: use items'),
  $dynamicRef: refused('is not supported: use $ref'),
  $recursiveRef: refused('is not supported: use $ref'),
};
