/**
 * Writes src/types.gen.ts from the parts of openapi.json that the client reads: parameters, bodies, results and
 * schemas. With `--check` it writes nothing, and fails if the file differs.
 */
import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
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
    parameters,
    ...(requestBody && { requestBody: { ...requestBody, content: bare(requestBody.content) } }),
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [status, { description, content: bare(content) }]),
    ),
  };
}

/**
 * Bodies by media type, without the examples of whole bodies. Those of fields stay: editors show them.
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
const read = {
  ...{ openapi, info, components: { schemas: components.schemas } },
  paths: each(paths, (item) => each(item, readPart)),
};
const types = astToString(await openapiTS(read, { defaultNonNullable: false }));

process.exitCode = applyFiles(
  new Map([
    [
      'packages/sdk/src/types.gen.ts',
      `// Generated from openapi.json by \`npm run clients\`. Do not edit.\n\n${types}`,
    ],
  ]),
  { root, check: process.argv.includes('--check') },
);
