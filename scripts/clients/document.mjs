/** openapi.json as the clients see it: operations with their parameters, results and failures. */

/**
 * @typedef {{ $ref?: string, type?: string, enum?: (string | number | boolean)[], description?: string, format?: string,
 *   items?: Schema, properties?: Record<string, Schema>, required?: string[], anyOf?: Schema[], default?: unknown,
 *   additionalProperties?: unknown }} Schema
 * @typedef {{ name: string, schema: Schema, required: boolean, description: string }} Field
 *   A parameter or a property, by its name on the wire.
 * @typedef {{ kind: 'data' | 'page', schema: Schema } | { kind: 'events', schema: Schema } | { kind: 'message' | 'text' }} Result
 *   What a call returns: an object, a page of objects, a stream of events, a sentence or a long text.
 * @typedef {{ fields: Field[], files: Field[] }} Form A form: its fields, without those of one value, and its files.
 * @typedef {{ status: number, codes: string[] }} Failures The error codes of one status.
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} verb in upper case
 * @property {string} path
 * @property {string} summary
 * @property {string} description
 * @property {{ method: string, stream?: string, preview?: string, upload?: string, slow?: boolean, repeats?: boolean }} client
 * @property {Field[]} path_ its path parameters, in the order of the path
 * @property {Field[]} query
 * @property {Field[] | undefined} body the fields of its JSON body; none if it has none
 * @property {Form | undefined} form the form that it takes, instead of JSON or beside it
 * @property {string | undefined} bodyName the component of its body, if it is one
 * @property {string[]} headers the names of the header parameters
 * @property {Result} result
 * @property {Schema | undefined} events the schema of its events, if it also streams
 * @property {Schema | undefined} preview what it returns if it is only asked what it would do
 * @property {Failures[]} failures
 * @typedef {{ operations: Operation[], schemas: Record<string, Schema>, errorCodes: string[] }} Document
 */

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];

/** The query parameter by which an operation only returns a preview. */
export const PREVIEW = 'dryRun';

/** The field of a body by which an operation streams its answer. */
export const STREAM = 'stream';

/**
 * Reads a parsed openapi.json.
 * @param {any} json
 * @returns {Document}
 */
export function readDocument(json) {
  /** @type {Record<string, Schema>} */
  const schemas = Object.fromEntries(
    Object.entries(json.components.schemas).map(([name, schema]) => [name, plain(schema)]),
  );
  const operations = Object.entries(json.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((verb) => VERBS.includes(verb))
      // Only platforms call the others.
      .filter((verb) => 'x-parley-client' in item[verb])
      .map((verb) => readOperation({ path, verb, raw: item[verb], schemas, shared: json.components.responses ?? {} })),
  );
  return { operations, schemas, errorCodes: /** @type {string[]} */ (schemas['Failure']?.properties?.['code']?.enum) };
}

/**
 * A schema with the keywords that the clients read. Its examples don't count: two objects are the same without them.
 * @param {any} schema
 * @returns {Schema}
 */
function plain({ items, properties, anyOf, ...rest }) {
  const kept = Object.entries(rest).filter(([key]) => !/^(example|examples|x-.*)$/.test(key));
  return {
    ...Object.fromEntries(kept),
    ...(items && { items: plain(items) }),
    ...(anyOf && { anyOf: anyOf.map(plain) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, plain(inner)])),
    }),
  };
}

/**
 * @param {{ path: string, verb: string, raw: any, schemas: Record<string, Schema>, shared: Record<string, any> }} given
 *   `shared`: the responses that operations refer to
 * @returns {Operation}
 */
function readOperation({ path, verb, raw, schemas, shared }) {
  const id = raw.operationId;
  if (raw['x-parley-client']?.method === undefined) throw new Error(`${id}: its endpoint names no method (client)`);
  const parameters = raw.parameters ?? [];
  const places = (/** @type {string} */ place) => parameters.filter((/** @type {any} */ { in: at }) => at === place);
  return {
    id,
    verb: verb.toUpperCase(),
    path,
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    client: raw['x-parley-client'],
    path_: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
      toField(places('path').find((/** @type {any} */ given) => given.name === name)),
    ),
    query: places('query').map(toField),
    body: readBody(raw, schemas),
    form: readForm(raw, schemas),
    bodyName: componentOf(raw.requestBody?.content[JSON_TYPE]?.schema ?? {}),
    headers: places('header').map((/** @type {any} */ { name }) => name),
    ...readResult(raw, schemas),
    failures: readFailures(raw, shared),
  };
}

/**
 * @param {{ name: string, schema: Schema, required?: boolean, description?: string }} parameter
 * @returns {Field}
 */
const toField = ({ name, schema, required = false, description = schema.description ?? '' }) => ({
  name,
  schema: plain(schema),
  required,
  description,
});

/**
 * @param {any} raw
 * @param {Record<string, Schema>} schemas
 * @returns {Field[] | undefined}
 */
function readBody({ operationId, requestBody }, schemas) {
  if (requestBody === undefined) return undefined;
  const { [JSON_TYPE]: json, [FORM_TYPE]: form } = requestBody.content;
  if (json === undefined && form === undefined) throw new Error(`${operationId}: the clients send JSON or a form`);
  return json && fieldsOf(resolve(plain(json.schema), schemas));
}

/**
 * @param {any} raw
 * @param {Record<string, Schema>} schemas
 * @returns {Form | undefined}
 */
function readForm({ operationId, requestBody }, schemas) {
  const form = requestBody?.content[FORM_TYPE];
  if (form === undefined) return undefined;
  const all = fieldsOf(resolve(plain(form.schema), schemas));
  const files = all.filter(({ schema }) => schema.format === 'binary' || schema.items?.format === 'binary');
  if (files.length !== 1) throw new Error(`${operationId}: the clients can only send a form with files of one name`);
  return { files, fields: all.filter((field) => !files.includes(field) && field.schema.enum?.length !== 1) };
}

/**
 * The properties of an object, those that are required first.
 * @param {Schema} schema
 * @returns {Field[]}
 */
export function fieldsOf({ properties = {}, required = [] }) {
  const all = Object.entries(properties).map(([name, schema]) =>
    toField({ name, schema, required: required.includes(name) }),
  );
  return [...all.filter((field) => field.required), ...all.filter((field) => !field.required)];
}

/**
 * The schema itself, or the component that it refers to.
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 * @returns {Schema}
 */
export function resolve(schema, schemas) {
  const name = componentOf(schema);
  if (name === undefined) return schema;
  const found = schemas[name];
  if (found === undefined) throw new Error(`openapi.json has no schema ${name}`);
  return found;
}

/**
 * The name of the component that a schema refers to.
 * @param {Schema} schema
 */
export const componentOf = ({ $ref }) => $ref?.split('/').at(-1);

/**
 * @param {any} raw
 * @param {Record<string, Schema>} schemas
 * @returns {Pick<Operation, 'result' | 'events' | 'preview'>}
 */
function readResult({ operationId, responses }, schemas) {
  const content = (responses['201'] ?? responses['200'])?.content ?? {};
  const events = content['text/event-stream']?.schema;
  const json = content['application/json']?.schema;
  if (json === undefined) {
    if (events !== undefined) return { result: { kind: 'events', schema: events }, events, preview: undefined };
    if (Object.keys(content).some((type) => type.startsWith('text/'))) {
      return { result: { kind: 'text' }, events, preview: undefined };
    }
    throw new Error(`${operationId}: its success has no content that the clients know`);
  }
  const { anyOf = [json] } = resolve(plain(json), schemas);
  const [first = {}, preview] = anyOf.map((envelope) => resolve(envelope, schemas).properties ?? {});
  return { result: resultOf(first, schemas), events, preview: preview?.['data'] };
}

/**
 * @param {Record<string, Schema>} envelope its properties
 * @param {Record<string, Schema>} schemas
 * @returns {Result}
 */
function resultOf({ data }, schemas) {
  if (data === undefined) return { kind: 'message' };
  const { items, nextCursor, total, ...rest } = resolve(data, schemas).properties ?? {};
  const isPage = nextCursor !== undefined && total !== undefined && Object.keys(rest).length === 0;
  // A page with more than its items, such as that of models, is an object of its own.
  return isPage && items?.items !== undefined ? { kind: 'page', schema: items.items } : { kind: 'data', schema: data };
}

/**
 * @param {any} raw
 * @param {Record<string, any>} shared
 * @returns {Failures[]}
 */
function readFailures({ responses }, shared) {
  return Object.entries(responses)
    .map(([status, response]) => /** @type {const} */ ([status, shared[componentOf(response) ?? ''] ?? response]))
    .map(([status, { description }]) => ({
      status: Number(status),
      codes: [...(/^Fails with (.*)\.$/s.exec(description)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
        ([, code = '']) => code,
      ),
    }))
    .filter(({ codes }) => codes.length > 0);
}
