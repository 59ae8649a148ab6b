/**
 * Judges openapi.json by the rules of Spectral and of Redocly, so that tools which read the document work with it. A
 * warning fails as an error does. Nothing is loaded from elsewhere: the document has no references to other files.
 */
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import core from '@stoplight/spectral-core';
import Parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

const FILE = process.argv[2] ?? 'openapi.json';
const MAX_SHOWN = 30;

const source = readFileSync(FILE, 'utf8');
const problems = [...(await spectral()), ...(await redocly())];
for (const problem of problems.slice(0, MAX_SHOWN)) console.error(problem);
if (problems.length > MAX_SHOWN) console.error(`and ${problems.length - MAX_SHOWN} more`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @returns {Promise<string[]>} what breaks a rule of `spectral:oas`, every rule switched on */
async function spectral() {
  const judge = new core.Spectral();
  // The package's types don't know that a ruleset may extend another as an object.
  const oas = /** @type {import('@stoplight/spectral-core').RulesetDefinition} */ (
    /** @type {unknown} */ (rulesets.oas)
  );
  judge.setRuleset({
    extends: [[oas, 'all']],
    rules: {
      // OpenAPI 3.1 allows `url` or `identifier` of a licence, never both; the identifier of SPDX needs no address.
      'license-url': 'off',
      // A self-hosted service has no one address: its operator is the contact, and the document can't know theirs.
      'contact-properties': 'off',
      // The groups have an order in which they are read: agents first, health last.
      'openapi-tags-alphabetical': 'off',
    },
  });
  const results = (await judge.run(new core.Document(source, Parsers.Json, FILE))).filter(isOfSchema);
  return results.map(
    ({ code, path, message, range }) =>
      `${FILE}:${range.start.line + 1}: ${message} (Spectral ${code}, at ${path.join('.')})`,
  );
}

/**
 * True if a result is about a schema: the rule takes a field named `default` in the data of an example for a keyword.
 * The rule `oas3-valid-media-example`, which stays, checks that examples fit their schemas.
 * @param {{ code: string | number, path: readonly (string | number)[] }} result
 */
function isOfSchema({ code, path }) {
  return code !== 'oas3-valid-schema-example' || !path.includes('example');
}

/** @returns {Promise<string[]>} what breaks a rule that Redocly recommends */
async function redocly() {
  const config = await createConfig({ extends: ['recommended'] });
  const results = await lintFromString({ source, absoluteRef: FILE, config });
  return results
    .filter(({ ruleId, location }) => !isStreamOfOne(ruleId, location[0]?.pointer))
    .map(
      ({ ruleId, location, message }) => `${FILE}: ${message} (Redocly ${ruleId}, at ${location[0]?.pointer ?? '#'})`,
    );
}

/**
 * True if a result is about a stream that has one kind of event so far: the events of every stream are a union, so that
 * a client which ignores those that it doesn't know stays right.
 * @param {string} ruleId
 * @param {string | undefined} pointer
 */
function isStreamOfOne(ruleId, pointer = '') {
  return ruleId === 'no-illogical-composition-keywords' && /StreamEvent\/anyOf$/.test(pointer);
}
