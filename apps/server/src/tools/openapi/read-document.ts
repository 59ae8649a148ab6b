import { type AppError, invalid } from '../../errors.ts';
import { isObject, type Json, parseJson } from '../../models/chat-wire/json.ts';
import { openApiLimits } from './limits.ts';

const refused = (message: string, hint?: string): AppError =>
  invalid([{ path: 'document', message }], 'validation_failed', hint);

/**
 * Reads an OpenAPI document of version 3.0 or 3.1: JSON, YAML or a value that has been parsed. Throws
 * `AppError('validation_failed')` for anything else. Nothing is fetched.
 */
export async function readDocument(document: unknown): Promise<Json> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const bytes = Buffer.byteLength(text ?? '');
  if (bytes > openApiLimits.bytes) throw refused(`must be at most ${openApiLimits.bytes} bytes, not ${bytes}`);
  const value = typeof document === 'string' ? (parseJson(document) ?? (await parseYaml(document))) : document;
  if (!isObject(value)) throw refused('must be an OpenAPI document: an object in JSON or YAML');
  demandBounds(value);
  if (Object.hasOwn(value, 'swagger')) {
    throw refused(
      'is of Swagger 2.0, which is not supported',
      'Convert it to OpenAPI 3, for example with Swagger Editor.',
    );
  }
  const { openapi: version } = value;
  if (typeof version !== 'string' || !/^3\.[01]\./.test(version)) {
    throw refused('must be of OpenAPI 3.0 or 3.1: its member openapi says which');
  }
  return value;
}

/** Refuses a value that is too deep, or in which aliases of YAML multiply. */
function demandBounds(document: Json): void {
  let values = 0;
  const visit = (value: unknown, depth: number): void => {
    values += 1;
    if (values > openApiLimits.values) throw refused(`must have at most ${openApiLimits.values} values`);
    if (typeof value !== 'object' || value === null) return;
    if (depth === 0) throw refused(`must have at most ${openApiLimits.depth} objects and lists inside each other`);
    for (const inner of Object.values(value)) visit(inner, depth - 1);
  };
  visit(document, openApiLimits.depth);
}

async function parseYaml(text: string): Promise<unknown> {
  // Only an import needs it.
  const { CORE_SCHEMA, load } = await import('js-yaml');
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0]?.slice(0, 200) : '';
    throw refused(`is neither JSON nor YAML: ${message}`);
  }
}
