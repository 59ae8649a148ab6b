import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../../errors.ts';
import { isObject, type Json } from '../../models/chat-wire/json.ts';
import { parseUrl, withoutEndSlashes } from '../../parse-url.ts';
import { problems } from '../http/problems.ts';
import type { HttpSettings } from '../http/settings.ts';
import type { Values } from '../kind.ts';
import { checkSchema } from '../schemas/check-schema.ts';
import { Inliner } from './inline-schema.ts';
import { inputsOf } from './inputs.ts';
import { openApiLimits } from './limits.ts';
import { readDocument } from './read-document.ts';
import { resolve, Unsupported } from './references.ts';
import { securityOf } from './security.ts';

/** A tool that an operation can become. Its secrets are named, and not known. */
export interface ToolDraft {
  readonly type: 'http';
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Values;
  readonly settings: Partial<HttpSettings>;
  readonly secretNames: readonly string[];
  readonly auth: 'none' | 'workspace';
  readonly idempotent: boolean;
}

/** An operation of a document, and the tool that it can become, or why it can't. */
export interface ImportedOperation {
  readonly operationId: string;
  readonly method: HttpSettings['method'];
  readonly path: string;
  readonly summary: string;
  readonly problem?: string;
  readonly tool?: ToolDraft;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Operations that are read before other work gets its turn. */
const atOnce = 10;

/**
 * Reads the operations of an OpenAPI document of version 3.0 or 3.1, in JSON or YAML. `server` replaces the servers that
 * it names. Throws `AppError('validation_failed')` for another document; an operation that can't become a tool has a `problem`.
 */
export async function toolsOfOpenApi(
  given: unknown,
  { server }: { readonly server?: string } = {},
): Promise<{ readonly operations: readonly ImportedOperation[] }> {
  const document = await readDocument(given);
  const names = new Set<string>();
  const operations: ImportedOperation[] = [];
  for (const place of placesIn(document, server)) {
    if (operations.length >= openApiLimits.operations) {
      throw invalid([{ path: 'document', message: `must have at most ${openApiLimits.operations} operations` }]);
    }
    operations.push(importOperation(place, names));
    if (operations.length % atOnce === 0) await nextTurn();
  }
  return { operations };
}

interface Place {
  readonly document: Json;
  readonly path: string;
  readonly item: Json;
  readonly method: (typeof methods)[number];
  readonly operation: Json;
  readonly server: string | undefined;
}

function* placesIn(document: Json, server: string | undefined): Generator<Place> {
  const { paths } = document;
  for (const [path, item] of isObject(paths) ? Object.entries(paths) : []) {
    if (!isObject(item)) continue;
    for (const method of methods) {
      const { [method]: operation } = item;
      if (isObject(operation)) yield { document, path, item, method, operation, server };
    }
  }
}

function importOperation(place: Place, names: Set<string>): ImportedOperation {
  const { path, operation } = place;
  const method = place.method.toUpperCase() as HttpSettings['method'];
  const { operationId: given, summary } = operation;
  const operationId = typeof given === 'string' && given !== '' ? given.slice(0, 200) : `${place.method} ${path}`;
  const about = { operationId, method, path, summary: typeof summary === 'string' ? summary.slice(0, 200) : '' };
  const name = freeName(operationId, names);
  try {
    const tool = draftOf(place, method, name);
    const found = [
      ...checkSchema(tool.inputSchema).map(({ path: at, message }) => `inputSchema ${at} ${message}`),
      ...problems(tool as Parameters<typeof problems>[0], tool.secretNames).map(
        ({ path: at, message }) => `${at} ${message}`,
      ),
    ];
    if (found.length > 0) return { ...about, problem: found.slice(0, 3).join('; ') };
    names.add(name);
    return { ...about, tool };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    return { ...about, problem: error.message };
  }
}

/** Makes a name that tools may have and no other operation has. */
function freeName(operationId: string, names: ReadonlySet<string>): string {
  const clean =
    operationId
      .split(/[^A-Za-z0-9-]+/)
      .filter((word) => word !== '')
      .join('_')
      .slice(0, 60) || 'operation';
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? clean : `${clean.slice(0, 59)}_${at}`;
    if (!names.has(name)) return name;
  }
}

function draftOf(place: Place, method: HttpSettings['method'], name: string): ToolDraft {
  const { document, path, item, operation } = place;
  const listOf = (value: unknown) => (Array.isArray(value) ? value : []);
  const inputs = inputsOf({
    ...{ document, method, inliner: new Inliner(document), requestBody: operation['requestBody'] },
    parameters: [...listOf(item['parameters']), ...listOf(operation['parameters'])],
  });
  const security = securityOf(document, operation);
  const filled = path.replace(/\{([^{}]*)\}/g, (whole, parameter: string) => {
    const input = inputs.path.get(parameter);
    return input === undefined ? whole : `{${input}}`;
  });
  const query = [...inputs.query, ...security.query].join('&');
  const { headers, secretNames } = security;
  const { summary, description } = operation;
  const words = [summary, description].filter((text) => typeof text === 'string' && text.trim() !== '');
  return {
    ...{ type: 'http', name },
    description: (words.join('\n\n') || `${method} ${path}`).slice(0, openApiLimits.description).toWellFormed(),
    inputSchema: {
      ...{ type: 'object', properties: inputs.properties, additionalProperties: false },
      ...(inputs.required.length > 0 && { required: inputs.required }),
    },
    settings: {
      ...{ method, url: `${serverOf(place)}${filled}${query === '' ? '' : `?${query}`}` },
      ...(headers.length > 0 && { headers: [...headers] }),
      ...(Object.keys(inputs.placement).length > 0 && { placement: inputs.placement }),
    },
    secretNames,
    auth: secretNames.length > 0 ? 'workspace' : 'none',
    idempotent: method === 'GET' || method === 'PUT' || method === 'DELETE',
  };
}

/** The address of the server, without a slash at its end; variables have their defaults. */
function serverOf({ document, item, operation, server }: Place): string {
  const [named] = [operation, item, document].flatMap(({ servers }) =>
    Array.isArray(servers) ? servers.slice(0, 1) : [],
  );
  const { url, variables } = server === undefined ? resolve(document, named) : { url: server, variables: {} };
  const text = String(url ?? '').replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) ? String(variable['default'] ?? whole) : whole;
  });
  const parsed = parseUrl(text);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new Unsupported('has no server with an absolute address: give one');
  }
  if (parsed.search !== '' || parsed.hash !== '') throw new Unsupported('has a server with a query');
  return withoutEndSlashes(text);
}
