import { isObject, type Json } from '../../models/chat-wire/json.ts';
import type { HttpSettings } from '../http/settings.ts';
import { encode } from '../http/template.ts';
import type { Inliner } from './inline-schema.ts';
import { resolve, Unsupported } from './references.ts';

/** The inputs of an operation, and where they go. */
export interface Inputs {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly placement: HttpSettings['placement'];
  /** The placeholders of the path, by the names of its parameters. */
  readonly path: ReadonlyMap<string, string>;
  /** Pairs of the query, as they stand in a URL template. */
  readonly query: readonly string[];
}

interface Source {
  readonly document: Json;
  readonly inliner: Inliner;
  readonly parameters: readonly unknown[];
  readonly requestBody: unknown;
  readonly method: HttpSettings['method'];
}

/** Headers that OpenAPI says are not parameters. */
const noParameters = new Set(['accept', 'content-type', 'authorization']);

/** Collects the inputs of an operation. Throws `Unsupported` if one that is required can't be sent. */
export function inputsOf(source: Source): Inputs {
  const body = bodyOf(source);
  const properties: Record<string, Json> = { ...body.properties };
  const required = [...body.required];
  const placement: Record<string, 'query' | 'header' | 'body'> = {};
  const path = new Map<string, string>();
  const query: string[] = [];

  const add = (name: string, parameter: Json, schema: Json): void => {
    properties[name] = described(schema, parameter);
    if (parameter['required'] === true || parameter['in'] === 'path') required.push(name);
  };
  for (const parameter of mergedParameters(source)) {
    const schema = parameterSchema(parameter, source.inliner);
    if (schema === undefined) continue;
    const { name: given, in: place } = parameter;
    const original = String(given);
    if (place === 'header') {
      if (Object.hasOwn(properties, original)) throw new Unsupported(`has two inputs named ${original.slice(0, 100)}`);
      placement[original] = 'header';
      add(original, parameter, schema);
      continue;
    }
    const name = inputName(original, String(place), properties);
    add(name, parameter, schema);
    if (place === 'path') path.set(original, name);
    else query.push(`${encode(original)}={${name}}`);
  }
  return { properties, required: [...new Set(required)], placement, path, query };
}

/** A name that models accept, and that no other input has. */
function inputName(original: string, place: string, taken: Readonly<Record<string, unknown>>): string {
  const clean =
    original
      .split(/[^A-Za-z0-9.-]+/)
      .filter((word) => word !== '')
      .join('_')
      .slice(0, 50) || place;
  const names = [clean, `${place}_${clean}`, ...Array.from({ length: 20 }, (_, at) => `${clean}_${at + 2}`)];
  const free = names.find((name) => !Object.hasOwn(taken, name));
  if (free === undefined) throw new Unsupported(`has too many inputs named ${clean}`);
  return free;
}

/** The parameters, each once: those of an operation replace those of its path. */
function mergedParameters({ document, parameters }: Source): readonly Json[] {
  const byName = new Map<string, Json>();
  for (const each of parameters) {
    const parameter = resolve(document, each);
    if (typeof parameter['name'] === 'string') byName.set(`${parameter['in']} ${parameter['name']}`, parameter);
  }
  return [...byName.values()];
}

/** The schema of a parameter; undefined for one that isn't an input. */
function parameterSchema(parameter: Json, inliner: Inliner): Json | undefined {
  const { in: place, name, required, content } = parameter;
  if (place === 'header' && noParameters.has(String(name).toLowerCase())) return undefined;
  const isSendable = ['path', 'query', 'header'].includes(String(place)) && parameter['style'] !== 'deepObject';
  if (!isSendable) {
    if (required !== true) return undefined;
    throw new Unsupported(
      `needs the ${String(place)} parameter ${String(name).slice(0, 100)}, which a tool can't send`,
    );
  }
  const [media] = isObject(content) ? Object.values(content) : [];
  const schema = inliner.schema((isObject(media) ? media['schema'] : parameter['schema']) ?? {});
  const isList = schema['type'] === 'array';
  if (isList && (place !== 'query' || parameter['explode'] === false)) {
    return { type: 'string', description: 'Several values are separated by commas.' };
  }
  return schema;
}

function described(schema: Json, { description }: Json): Json {
  if (typeof description !== 'string' || description === '' || Object.hasOwn(schema, 'description')) return schema;
  return { ...schema, description: description.slice(0, 1_000).toWellFormed() };
}

/** The members of a JSON body. */
function bodyOf({ document, inliner, requestBody, method }: Source): Pick<Inputs, 'properties' | 'required'> {
  const none = { properties: {}, required: [] };
  const body = resolve(document, requestBody);
  const { content, required } = body;
  if (!isObject(content) || Object.keys(content).length === 0) return none;
  const isNeeded = required === true;
  const unsupported = (message: string) => {
    if (isNeeded) throw new Unsupported(message);
    return none;
  };
  if (method === 'GET' || method === 'DELETE') return unsupported(`has a body with ${method}`);
  const type = Object.keys(content).find((each) => /^(?:application\/(?:[\w.+-]+\+)?json|\*\/\*)(?:;|$)/i.test(each));
  const media = type === undefined ? undefined : content[type];
  if (!isObject(media)) return unsupported(`has a body of ${Object.keys(content)[0]?.slice(0, 100)}, not of JSON`);
  const { properties, required: names } = flattened(inliner.schema(media['schema'] ?? {}));
  if (Object.keys(properties).length === 0) return unsupported('has a body that is no object with named members');
  return { properties, required: isNeeded ? names : [] };
}

/** The members of an object, with those of all parts that `allOf` puts together. */
function flattened(schema: Json): Pick<Inputs, 'properties' | 'required'> {
  const { allOf, properties, required } = schema;
  const parts = (Array.isArray(allOf) ? allOf : []).filter(isObject).map(flattened);
  const own = isObject(properties) ? (properties as Readonly<Record<string, Json>>) : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return {
    properties: Object.fromEntries([
      ...parts.flatMap((part) => Object.entries(part.properties)),
      ...Object.entries(own),
    ]),
    required: [...parts.flatMap((part) => part.required), ...names],
  };
}
