/**
 * Writes src/types.gen.ts from the parts of openapi.json that the client reads: parameters, bodies, results and
 * schemas. With `--check` it writes nothing, and fails if the file differs.
 */
import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { applyFiles } from '../../../scripts/clients/files.mjs';

const root = new URL('../../../', import.meta.url);
const document = JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8'));

/**
 * An operation without its failures, which have a type of their own, and without texts that no type shows.
 * @param {any} operation
 */
function readPart({ operationId, parameters, requestBody, responses }) {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return {
    operationId,
    parameters: markTimes(parameters),
    ...(requestBody && { requestBody: { ...requestBody, content: bare(requestBody.content) } }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [status, { description, content: bare(content) }]),
    ),
  };
}

/**
 * Bodies by media type, without the examples of whole bodies. The examples of fields stay: editors show them.
 * @param {Record<string, any>} content
 */
const bare = (content) => Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));

/**
 * @param {object} parts
 * @param {(part: any) => object} change
 * @returns {Record<string, any>}
 */
const each = (parts, change) => Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));

const { openapi, info, components, paths } = document;

/**
 * The names of the schemas that a part of the document leads to.
 * @param {unknown} part
 * @param {Set<string>} [found]
 */
function schemasOf(part, found = new Set()) {
  for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasOf(components.schemas[name], found);
  }
  return found;
}

/** @type {any[]} */
const operations = Object.values(paths).flatMap((item) => Object.values(item));
const returned = schemasOf(operations.map(({ responses }) => ({ responses, components: components.responses })));

/**
 * Marks the times in what only callers send: there, a client takes a `Date` too.
 * @param {any} part
 * @returns {any}
 */
function markTimes(part) {
  if (Array.isArray(part)) return part.map(markTimes);
  if (typeof part !== 'object' || part === null) return part;
  if (part.description?.endsWith?.('Read-only.')) return part;
  return { ...each(part, markTimes), ...(part.format === 'date-time' && { 'x-takes-date': true }) };
}

/** @param {object} schemas */
const taken = (schemas) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, returned.has(name) ? schema : markTimes(schema)]),
  );
const read = {
  ...{ openapi, info, components: { schemas: taken(components.schemas) } },
  paths: each(paths, (item) => each(item, readPart)),
};
const types = astToString(
  await openapiTS(read, {
    defaultNonNullable: false,
    transform: (schema) =>
      'x-takes-date' in schema
        ? ts.factory.createUnionTypeNode([
            ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
            ts.factory.createTypeReferenceNode('Date'),
          ])
        : undefined,
  }),
);

process.exitCode = applyFiles(
  new Map([
    [
      'packages/sdk/src/types.gen.ts',
      `// Generated from openapi.json by \`npm run clients\`. Do not edit.\n\n${types}`,
    ],
  ]),
  { root, check: process.argv.includes('--check') },
);
