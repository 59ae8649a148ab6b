import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type AppError, type ErrorDetail, invalid } from '../errors.ts';
import { lazy } from './lazy.ts';
import { hintOn } from './suggestions/unknown-names.ts';

type Part = 'body' | 'querystring' | 'params';

/**
 * Our own schemas aren't checked against the meta-schema of JSON Schema: compiling that would take most of the time of
 * a process's first requests. Tests check them, as they are in openapi.json.
 */
const trusted = { meta: false, validateSchema: false } as const;

const options = { allErrors: true, verbose: true, useDefaults: true, strict: false, ...trusted } as const;

/** Compiled schemas, for all services of this process: their endpoints share most schemas. */
const compiled = new WeakMap<object, ValidateFunction>();

/**
 * Creates the compilers for Fastify's request schemas (JSON Schema 2020-12 by Ajv). Only queries convert text to
 * numbers and booleans; in a body, `"0.5"` is not a number.
 */
export function createValidation() {
  const ajv = new Ajv2020(options).addFormat('date-time', isDateTime).addFormat('email', isEmail);
  return {
    compile: (schema: object, part: string) =>
      lazy((): ((value: Texts) => Validated) => {
        const validate = compiled.get(schema) ?? ajv.compile(schema);
        compiled.set(schema, validate);
        if (part === 'querystring') return readingQuery(schema, validate);
        return part === 'params' ? readingPath(schema, validate) : validating(validate);
      }),
    /** Converts Ajv's errors to one error, with one detail per field. */
    failure: (errors: readonly ErrorObject[], part: Part): AppError => {
      const details = new Map<string, ErrorDetail>();
      for (const error of errors) {
        if (isOfOtherKind(error, errors)) continue;
        const detail = describe(error, part);
        if (!details.has(detail.path) || ownMessage(error) !== undefined) details.set(detail.path, detail);
      }
      const unknownOnly = part === 'querystring' && errors.every((error) => error.keyword === 'additionalProperties');
      const code = unknownOnly ? 'unknown_parameter' : 'validation_failed';
      return invalid([...details.values()], code, hintOn(errors));
    },
  };
}

/**
 * Creates checks of values that are part of a body but have a schema of their own. A check fills in defaults, and
 * throws the error of a body with the value at `path`; an empty path is that of the whole body.
 */
export function createChecks() {
  const { compile, failure } = createValidation();
  return (schema: object, path: string) => {
    const validate = compile(schema, 'body');
    return (value: Texts): void => {
      const validated = validate(value);
      if (typeof validated === 'boolean') return;
      const { error } = validated;
      if (!Array.isArray(error)) throw error;
      throw failure(
        path === '' ? error : error.map((each) => ({ ...each, instancePath: `/${path}${each.instancePath}` })),
        'body',
      );
    };
  };
}

/**
 * True if the query of a URL is percent-encoded UTF-8 (RFC 3986, section 2.1); parsers keep invalid escapes as text.
 */
export function isReadableQuery(url: string): boolean {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return true;
  try {
    decodeURIComponent(url.slice(start));
    return true;
  } catch {
    return false;
  }
}

type Texts = Record<string, unknown>;

/** The result that Fastify expects from a validator. */
type Validated = boolean | { error: AppError | ErrorObject[] };

const holdsNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\u0000');

const nulIn = (path: string) => invalid([{ path, message: 'must not contain the NUL character' }]);

/** The part of the schema of parameters that reading them needs. */
interface ParametersSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly maxLength?: number }>>;
}

/** Creates the validator of a query. A NUL is refused as in a body, because PostgreSQL can't store it. */
function readingQuery(schema: ParametersSchema, validate: ValidateFunction) {
  const properties = Object.entries(schema.properties ?? {});
  const objects = properties.filter(([, { type }]) => type === 'object').map(([name]) => name);
  return (query: Texts): Validated => {
    const path = Object.keys(query).find((name) => holdsNul(name) || holdsNul(query[name]));
    if (path !== undefined) return { error: nulIn(path) };
    for (const name of objects) gatherMembers(query, name);
    const repeated = readMembers(query, properties);
    if (repeated.length > 0) return { error: invalid(repeated) };
    return validate(query) || { error: validate.errors ?? [] };
  };
}

/** Converts the parameters of a query in place, and returns those that are given more often than they may be. */
function readMembers(query: Texts, properties: readonly (readonly [string, { readonly type?: string }])[]) {
  const repeated: ErrorDetail[] = [];
  for (const [name, { type }] of properties) {
    if (!(name in query)) continue;
    const value = query[name];
    if (Array.isArray(value) && type !== 'array') repeated.push(givenOften(name, value.length));
    query[name] = readText(value, type);
  }
  return repeated;
}

/** Replaces the parameters `name[key]` by one object, as OpenAPI's style `deepObject` writes it. */
function gatherMembers(query: Texts, name: string): void {
  const given = Object.keys(query).filter((each) => each.startsWith(`${name}[`) && each.endsWith(']'));
  if (given.length === 0) return;
  const members = given.map((each) => [each.slice(name.length + 1, -1), query[each]] as const);
  for (const each of given) delete query[each];
  query[name] = Object.fromEntries(members);
}

const givenOften = (path: string, times: number): ErrorDetail => ({
  path,
  message: `is repeated: it is given ${times} times, but may be given once`,
});

const integer = /^-?\d{1,15}$/;

/**
 * Converts text to an integer or a boolean if the schema asks for one. Ajv's own coercion also accepts `0x10` and ` 5`.
 */
export function readText(text: unknown, type: string | undefined): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer') return integer.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

const validating =
  (validate: ValidateFunction) =>
  (value: unknown): Validated =>
    validate(value) || { error: validate.errors ?? [] };

/**
 * Creates the validator of path parameters. NUL must not reach the database. In an ID of ours it is replaced: such an ID
 * is unknown like any other. In an ID of the caller's, which has a length, it is refused.
 */
function readingPath({ properties = {} }: ParametersSchema, validate: ValidateFunction) {
  return (params: Texts): Validated => {
    for (const name in params) {
      const value = params[name];
      if (!holdsNul(value)) continue;
      if (properties[name]?.maxLength !== undefined) return { error: nulIn(name) };
      params[name] = value.replaceAll('\u0000', '\ufffd');
    }
    return validate(params) || { error: validate.errors ?? [] };
  };
}

/**
 * True if the text is an existing date with time and zone (RFC 3339, section 5.6). Without a zone it would depend on
 * the machine.
 */
const isDateTime = (text: string) => {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day);
};

/** True if the text has one `@`, a dot in the domain and no spaces. Only a message can prove that an address works. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);

/** True if a part of the value has errors, too: then the value is of the kind of another alternative (`anyOf`). */
const isOfOtherKind = ({ keyword, instancePath }: ErrorObject, errors: readonly ErrorObject[]) =>
  (keyword === 'type' || keyword === 'anyOf') &&
  errors.some((other) => other.instancePath.startsWith(`${instancePath}/`));

function describe(error: ErrorObject, part: Part): ErrorDetail {
  const place = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const at = (name: string) => (place === '' ? name : `${place}.${name}`);
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case 'required':
      return { path: at(String(params['missingProperty'])), message: 'is required' };
    case 'additionalProperties':
      return {
        path: at(String(params['additionalProperty'])),
        message: part === 'querystring' ? 'is not a known parameter' : 'is not a known field',
      };
    default:
      return { path: place, message: words(error, params) };
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** Returns the schema's own `x-message`, which is clearer than the message of any of its parts. */
function ownMessage({ keyword, parentSchema }: ErrorObject): string | undefined {
  const own: unknown = parentSchema?.['x-message'];
  return typeof own === 'string' && keyword !== 'type' ? own : undefined;
}

function words(error: ErrorObject, params: Readonly<Record<string, unknown>>): string {
  const schema: Readonly<Record<string, unknown>> = error.parentSchema ?? {};
  const own = ownMessage(error);
  if (own !== undefined) return own;
  const limit = Number(params['limit']);
  const noun = nounOf(schema, error.keyword);
  switch (error.keyword) {
    case 'type':
      return `must be ${kinds[String(params['type'])] ?? String(params['type'])}`;
    case 'minimum':
    case 'maximum':
      return range(schema);
    case 'minLength':
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit)} ${noun}`;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${count(limit)} ${noun}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    case 'uniqueItems':
      return 'must not name the same thing twice';
    case 'format':
      return params['format'] === 'date-time'
        ? 'must be an ISO 8601 time with its zone'
        : `must be a valid ${String(params['format'])}`;
    default:
      return error.message ?? 'is not valid';
  }
}

function nounOf(schema: Readonly<Record<string, unknown>>, keyword: string): string {
  if (keyword.endsWith('Properties')) return 'keys';
  return schema['type'] === 'array' || keyword.endsWith('Items') ? 'items' : 'characters';
}

function range(schema: Readonly<Record<string, unknown>>): string {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  if (minimum !== undefined && maximum !== undefined) return `must be between ${minimum} and ${count(maximum)}`;
  return minimum !== undefined ? `must be at least ${minimum}` : `must be at most ${count(Number(maximum))}`;
}

const count = (number: number) => number.toLocaleString('en-US');
