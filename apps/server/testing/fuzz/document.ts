import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { lazy } from '../../src/http/lazy.ts';

/** The JSON Schema (2020-12) of openapi.json; the generators throw on any other keyword. */
export interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly contentMediaType?: string;
  readonly maxProperties?: number;
  readonly description?: string;
  readonly default?: unknown;
}

/** A parameter in the query, the path or a header. */
export interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of openapi.json with its references resolved. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for a path parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** JSON, the fields of a form, or bytes. */
  readonly kind: 'json' | 'form' | 'bytes';
  /** The schema of JSON or of a form's fields; undefined if there is no body. */
  readonly body: Schema | undefined;
  /** The files of a form. */
  readonly files: readonly FileField[];
  /** The media types of the body. */
  readonly types: readonly string[];
  /** True if a value is a valid body according to openapi.json alone. */
  readonly isBody: (value: unknown) => boolean;
  /** The fields that the items of a list have; empty if there is no list. */
  readonly itemFields: readonly string[];
  readonly responses: ReadonlyMap<number, Documented>;
  /** True if it needs no credentials; then its body has at most 8 KiB. */
  readonly isPublic: boolean;
}

/** A name under which a form has files. */
export interface FileField {
  readonly name: string;
  readonly required: boolean;
  readonly maxCount: number;
}

/** The documentation of the replies with one status. */
export interface Documented {
  /** Media types; empty if there is no body. */
  readonly types: readonly string[];
  /** Its headers, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** The error codes that its description names. */
  readonly codes: ReadonlySet<string>;
  /**
   * Returns the problems of a value, by its media type, each in words; undefined for a type without a schema of ours.
   */
  readonly problems: Readonly<Record<string, (value: unknown) => string[]>>;
}

interface RawOperation {
  readonly security: readonly object[];
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, RawResponse | Required<Reference>>>;
}

interface RawResponse {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: Schema & Reference }>>;
}

interface Reference {
  readonly $ref?: string;
}

const json = 'application/json';
const multipart = 'multipart/form-data';

/** The committed document. */
export const documentText: string = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8');

/** Reads every operation of a document. Throws on anything that these tests don't support. */
export function readOperations(text = documentText): Operation[] {
  const document = JSON.parse(text);
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  // Section 1 of the decisions: ISO 8601 UTC with milliseconds and `Z`.
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('email', /^[^\s@]+@[^\s@]+\.[^\s@.]+$/);
  const problemsBy = checks(document, ajv);
  const paths = Object.entries(document.paths as Record<string, Record<string, RawOperation>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const content = raw.requestBody?.content ?? {};
      const [given] = Object.values(content);
      const parts = bodyParts(Object.keys(content), given && resolve(document, given.schema));
      const { body } = parts;
      const replies = Object.entries(raw.responses).map(
        ([status, response]) => [Number(status), target<RawResponse>(document, response)] as const,
      );
      const responses = replies.map(([status, reply]) => [status, documented(reply, problemsBy)] as const);
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        parameters: raw.parameters ?? [],
        isPublic: raw.security.length === 0,
        ...parts,
        isBody: body === undefined || isBinary(body) ? () => false : lazy(() => ajv.compile(body)),
        itemFields: itemFields(document, new Map(replies).get(200)),
        responses: new Map(responses),
      };
    }),
  );
}

type Check = (value: unknown) => string[];

/**
 * Returns the check of a schema's values. It is compiled at its first use, and once for all that share a reference:
 * nearly every operation has ten failures.
 */
function checks(document: unknown, ajv: Ajv2020): (schema: Schema & Reference) => Check {
  const shared = new Map<string, Check>();
  const make = (schema: Schema): Check =>
    lazy(() => {
      const validate = ajv.compile(closed(resolve(document, schema)));
      return (value) => {
        if (validate(value)) return [];
        return (validate.errors ?? []).map(({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
        );
      };
    });
  return (schema) => {
    const { $ref } = schema;
    if ($ref === undefined) return make(schema);
    const check = shared.get($ref) ?? make(schema);
    shared.set($ref, check);
    return check;
  };
}

/** Reads the documentation of one response. */
function documented(
  { description, headers = {}, content = {} }: RawResponse,
  problemsBy: (schema: Schema & Reference) => Check,
): Documented {
  const bodies = Object.entries(content);
  return {
    types: bodies.map(([type]) => type),
    headers: new Set(Object.keys(headers).map((name) => name.toLowerCase())),
    codes: new Set([...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)),
    problems: Object.fromEntries(bodies.map(([type, { schema }]) => [type, problemsBy(schema)])),
  };
}

function itemFields(document: unknown, reply: RawResponse | undefined): string[] {
  const schema = reply?.content?.[json]?.schema;
  const items = schema && resolve(document, schema).properties?.['data']?.properties?.['items'];
  return Object.keys(items?.items?.properties ?? {});
}

const isBinary = ({ format }: Schema): boolean => format === 'binary';

/** Reads the kind of a body, and separates the files of a form from its fields. */
function bodyParts(types: readonly string[], body: Schema | undefined) {
  if (body !== undefined && isBinary(body)) return { kind: 'bytes', body, types, files: [] } as const;
  if (!types.includes(multipart) || types.includes(json)) return { kind: 'json', body, types, files: [] } as const;
  const { properties = {}, required = [] } = body ?? {};
  const files = Object.entries(properties).flatMap(([name, schema]): FileField[] => {
    if (!isBinary(schema) && !isBinary(schema.items ?? {})) return [];
    return [{ name, required: required.includes(name), maxCount: schema.items ? (schema.maxItems ?? 1) : 1 }];
  });
  const isField = (name: string) => !files.some((file) => file.name === name);
  const fields = {
    ...body,
    required: required.filter(isField),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isField(name))),
  };
  return { kind: 'form', body: fields, types, files } as const;
}

/** A schema with its references replaced by their targets; ours aren't recursive. */
function resolve(document: unknown, schema: Schema & Reference): Schema {
  if (schema.$ref !== undefined) return resolve(document, target<Schema>(document, { $ref: schema.$ref }));
  return mapSchemas(schema, (part) => resolve(document, part));
}

/** The part itself, or the component that it refers to. */
function target<Part extends object>(document: unknown, part: Part | Required<Reference>): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const names = part.$ref.slice('#/'.length).split('/');
  const found = names.reduce((node, name) => (node as Record<string, unknown>)[name], document);
  if (typeof found !== 'object' || found === null) throw new Error(`${part.$ref} leads nowhere.`);
  return found as Part;
}

/** The schema with its objects closed: undocumented fields are errors. */
function closed(schema: Schema): Schema {
  const inner = mapSchemas(schema, closed);
  const { additionalProperties: more = false } = inner;
  const isOpen = inner.properties === undefined || more !== false;
  return isOpen ? inner : { ...inner, additionalProperties: false };
}

function mapSchemas(schema: Schema, change: (part: Schema) => Schema): Schema {
  const { anyOf, items, properties, ...rest } = schema;
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(items && { items: change(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, change(part)])),
    }),
  };
}
