import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { compilePattern } from '../schemas/pattern.ts';
import { openApiLimits } from './limits.ts';
import { resolve, Unsupported } from './references.ts';

/** Keywords with values that aren't schemas, kept as they are. */
const plain = new Set([
  ...['type', 'enum', 'const', 'default', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['format', 'title', 'dependentRequired'],
]);

const single = new Set(['items', 'additionalProperties', 'not', 'propertyNames', 'contains']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Copies schemas of a document with each reference replaced by what it names. */
export class Inliner {
  #values = 0;
  readonly #document: Json;

  constructor(document: Json) {
    this.#document = document;
  }

  /**
   * Copies a schema, in JSON Schema of 2020-12. A schema that refers to itself is free from its second level on. Throws
   * `Unsupported` beyond the limit.
   */
  schema(value: unknown, around: readonly unknown[] = []): Json {
    this.#count();
    if (typeof value === 'boolean') return value ? {} : { not: {} };
    const found = resolve(this.#document, value);
    if (around.includes(found)) return {};
    const inside = [...around, found];
    const members = Object.entries(found).flatMap(([keyword, each]) => {
      const copy = this.#keyword(keyword, each, inside);
      return copy === undefined ? [] : [[keyword, copy] as const];
    });
    return adapted(Object.fromEntries(members), found);
  }

  #keyword(keyword: string, value: unknown, around: readonly unknown[]): unknown {
    if (plain.has(keyword)) return this.#counted(value);
    if (keyword === 'description') return String(value).slice(0, openApiLimits.description).toWellFormed();
    // Patterns that the check of arguments can't run are left to the API.
    if (keyword === 'pattern') {
      return typeof value === 'string' && typeof compilePattern(value) !== 'string' ? value : undefined;
    }
    if (single.has(keyword)) return typeof value === 'boolean' ? value : this.schema(value, around);
    if (lists.has(keyword)) return Array.isArray(value) ? value.map((each) => this.schema(each, around)) : undefined;
    if (keyword !== 'properties' || !isObject(value)) return undefined;
    const written = Object.entries(value).filter(([, each]) => resolve(this.#document, each)['readOnly'] !== true);
    return Object.fromEntries(written.map(([name, each]) => [name, this.schema(each, around)]));
  }

  #counted(value: unknown): unknown {
    this.#count();
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) this.#counted(inner);
    return value;
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > openApiLimits.schemaValues) throw new Unsupported('has inputs that are too large');
  }
}

/** Writes what OpenAPI 3.0 has of its own as JSON Schema does. */
function adapted(schema: Json, found: Json): Json {
  const { exclusiveMinimum: above, exclusiveMaximum: below, minimum, maximum, required, properties, ...rest } = schema;
  const kept = isObject(properties) ? properties : undefined;
  const names = Array.isArray(required) ? required.filter((name) => isRequired(name, found, kept)) : [];
  return {
    ...nullable(rest, found),
    ...(kept !== undefined && { properties: kept }),
    ...(names.length > 0 && { required: names }),
    ...bound(['minimum', 'exclusiveMinimum'], minimum, above),
    ...bound(['maximum', 'exclusiveMaximum'], maximum, below),
  };
}

/** True for a name that is still demanded: one that only the API writes isn't. */
function isRequired(name: unknown, { properties }: Json, kept: Json | undefined): boolean {
  if (typeof name !== 'string') return false;
  const wasThere = isObject(properties) && Object.hasOwn(properties, name);
  return !wasThere || (kept !== undefined && Object.hasOwn(kept, name));
}

function nullable(schema: Json, { nullable: isNullable }: Json): Json {
  const { type, enum: values } = schema;
  if (isNullable !== true || typeof type !== 'string') return schema;
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }) };
}

function bound([open, closed]: readonly [string, string], limit: unknown, exclusive: unknown): Json {
  if (exclusive === true) return limit === undefined ? {} : { [closed]: limit };
  return {
    ...(limit !== undefined && { [open]: limit }),
    ...(typeof exclusive === 'number' && { [closed]: exclusive }),
  };
}
